import { sendShipmentFile } from '../../api/files/shipment-files.ts';
import { site } from '../../config/site.ts';
import { choiceLabel } from '../../domain/choice-label.ts';
import { counted } from '../../domain/figures.ts';
import { DEFAULT_PAYER, PAYERS, SERVICE_TYPES } from '../../domain/shipment.ts';
import { checkCells } from '../../domain/shipment-file.ts';
import { IMPORT_TOO_LARGE, MAX_IMPORT_BYTES } from '../../domain/shipment-import.ts';
import {
  cellNamer,
  MANAGED_KEYS,
  REQUIRED_COLUMNS,
  type ShipmentFileReading,
  titleOfColumn,
} from '../../domain/shops/shipment-mapping.ts';
import { cellsToSend } from '../../domain/shops/to-send.ts';
import { MAX_PARCELS } from '../../domain/tracking-id.ts';
import { columnsIn } from './column-fields.tsx';
import type { FileKind } from './file-kind.ts';

/** Managers' shipments, which are checked first. */
export const SHIPMENTS: FileKind<ShipmentFileReading, { id: string }> = {
  picker: {
    accept: '.csv,.tsv,.txt,text/csv',
    hint: 'Up to 10,000 rows and 16 MB.',
    limit: { bytes: MAX_IMPORT_BYTES, sentence: IMPORT_TOO_LARGE },
  },
  noun: 'row',
  submit: {
    label: (rows) => `Check ${counted(rows, 'row')}`,
    pendingLabel: 'Checking',
    failed: 'The file was not checked',
  },
  fields: MANAGED_KEYS,
  titleOf: titleOfColumn,
  // An address may be in several columns.
  required: ({ line1 }) =>
    REQUIRED_COLUMNS.filter((key) => (key !== 'shipTo' || !line1) && (key !== 'receiverEmail' || !site.texts)),
  hints: {
    service: SERVICE_TYPES.join(', '),
    payer: `${PAYERS.map(choiceLabel).join(', ')}. If empty: ${choiceLabel(DEFAULT_PAYER)}`,
    value: '212.50 or 212,50',
    fee: '212.50 or 212,50',
    shipDate: '2026-11-20 06:40',
    deliveryDate: '2026-11-20 06:40',
    latitude: '57.7089, of the receiver’s door',
    longitude: '11.9746, of the receiver’s door',
    parcels: `1 to ${MAX_PARCELS}. If empty: 1`,
    images: 'Links to images uploaded here, separated by spaces',
  },
  consequence: 'every row will have an error',
  preview({ headers, samples }, values) {
    const nameCells = cellNamer(headers, columnsIn(SHIPMENTS, values));
    return samples.map((row, at) => {
      const cells = nameCells(row);
      const verdict = checkCells(cells, site);
      return cellsToSend({
        line: at + 1,
        cells,
        problems: 'problems' in verdict ? verdict.problems : [],
        money: site,
      });
    });
  },
  async read(file, how) {
    const checked = await sendShipmentFile(file, how);
    return 'id' in checked ? { result: checked } : { reading: checked };
  },
  async save(file, { encoding }, values) {
    const checked = await sendShipmentFile(file, { encoding, mapping: columnsIn(SHIPMENTS, values) });
    if ('id' in checked) return checked;
    throw new Error('The file was only read');
  },
};
