/** Files of shipments as people would send them, cell by cell. Needs no test runner. */
import { formatCsvLines } from '../../server/base/csv/write-csv.ts';
import type { CreateShipment, CreateShipmentInput } from '../../src/domain/shipment.ts';
import { COLUMNS, cellsOf } from '../../src/domain/shipment-file.ts';

export const HEADERS = COLUMNS.map(({ head }) => head);

/** A file of these shipments, one a row, as an export would write their fields. */
export function shipmentFile(shipments: readonly CreateShipmentInput[]): Buffer {
  return fileOf(shipments.map((shipment) => cellsOf(shipment as CreateShipment)));
}

/** A file of these rows below the usual header. */
export function fileOf(rows: readonly (readonly string[])[], heads: readonly string[] = HEADERS): Buffer {
  return Buffer.from(formatCsvLines([heads, ...rows]));
}
