import { and, asc, eq, getTableColumns, gt, isNotNull, isNull, sql } from 'drizzle-orm';
import type { CreateShipment } from '../../../src/domain/shipment.ts';
import type { Cells } from '../../../src/domain/shipment-file.ts';
import type { ImportProblem } from '../../../src/domain/shipment-import.ts';
import type { Executor, Transaction } from '../../database/client.ts';
import { shipmentImportRows, shipmentImports } from '../../database/tables/imports.ts';
import { shipments } from '../../database/tables/shipments.ts';
import { inBatches } from '../lists.ts';

export type CheckedRow = { line: number } & ({ fields: CreateShipment } | { cells: Cells; problems: ImportProblem[] });

export async function insertImportRows(tx: Transaction, importId: string, rows: readonly CheckedRow[]): Promise<void> {
  for (const some of inBatches(rows))
    await tx.insert(shipmentImportRows).values(some.map((row) => ({ importId, ...row })));
}

export function listImportRows(
  executor: Executor,
  importId: string,
  { errors, limit, offset }: { errors: boolean; limit: number; offset: number },
) {
  return executor
    .select({ ...getTableColumns(shipmentImportRows), trackingId: shipments.trackingId })
    .from(shipmentImportRows)
    .leftJoin(shipments, eq(shipments.id, shipmentImportRows.shipmentId))
    .where(and(eq(shipmentImportRows.importId, importId), errors ? isNotNull(shipmentImportRows.problems) : undefined))
    .orderBy(asc(shipmentImportRows.line))
    .limit(limit)
    .offset(offset);
}

/** Lists the next invalid rows after a line. */
export async function listBadRowsAfter(
  executor: Executor,
  importId: string,
  { after, limit }: { after: number; limit: number },
): Promise<{ line: number; cells: Cells; problems: ImportProblem[] }[]> {
  const { line, cells, problems } = shipmentImportRows;
  const rows = await executor
    .select({ line, cells, problems })
    .from(shipmentImportRows)
    .where(and(eq(shipmentImportRows.importId, importId), isNotNull(problems), gt(line, after)))
    .orderBy(asc(line))
    .limit(limit);
  return rows.map((row) => ({ line: row.line, cells: row.cells ?? {}, problems: row.problems ?? [] }));
}

/** Locks the next rows to import; a concurrent import waits. */
export async function lockNextRows(
  tx: Transaction,
  importId: string,
  { after, limit }: { after: number; limit: number },
): Promise<{ line: number; fields: CreateShipment }[]> {
  const { line, fields, shipmentId } = shipmentImportRows;
  const rows = await tx
    .select({ line, fields })
    .from(shipmentImportRows)
    .where(and(eq(shipmentImportRows.importId, importId), isNotNull(fields), isNull(shipmentId), gt(line, after)))
    .orderBy(asc(line))
    .limit(limit)
    .for('update');
  return rows.flatMap((row) => (row.fields ? [{ line: row.line, fields: row.fields }] : []));
}

export async function markRowsCreated(
  tx: Transaction,
  importId: string,
  created: readonly { line: number; shipmentId: string }[],
): Promise<void> {
  const lines = created.map(({ line }) => line);
  const ids = created.map(({ shipmentId }) => shipmentId);
  const made = sql`unnest(${sql.param(lines)}::int[], ${sql.param(ids)}::uuid[]) as made (line, shipment_id)`;
  await tx
    .update(shipmentImportRows)
    .set({ shipmentId: sql`made.shipment_id` })
    .from(made)
    .where(and(eq(shipmentImportRows.importId, importId), sql`${shipmentImportRows.line} = made.line`));
}

export async function listRowsWithImages(
  executor: Executor,
  importId: string,
): Promise<{ line: number; fields: CreateShipment }[]> {
  const { line, fields, shipmentId } = shipmentImportRows;
  const rows = await executor
    .select({ line, fields })
    .from(shipmentImportRows)
    .where(
      and(
        eq(shipmentImportRows.importId, importId),
        isNull(shipmentId),
        sql`jsonb_array_length(${fields}->'images') > 0`,
      ),
    )
    .orderBy(asc(line));
  return rows.flatMap((row) => (row.fields ? [{ line: row.line, fields: row.fields }] : []));
}

/** Marks a row invalid and lowers the file's count. */
export async function markRowBad(
  tx: Transaction,
  importId: string,
  row: { line: number; cells: Cells; problems: ImportProblem[] },
): Promise<void> {
  const { line, fields } = shipmentImportRows;
  const changed = await tx
    .update(shipmentImportRows)
    .set({ fields: null, cells: row.cells, problems: row.problems })
    .where(and(eq(shipmentImportRows.importId, importId), eq(line, row.line), isNotNull(fields)))
    .returning({ line });
  await tx
    .update(shipmentImports)
    .set({ good: sql`${shipmentImports.good} - ${changed.length}` })
    .where(eq(shipmentImports.id, importId));
}

export function countCreatedRows(executor: Executor, importId: string): Promise<number> {
  return executor.$count(
    shipmentImportRows,
    and(eq(shipmentImportRows.importId, importId), isNotNull(shipmentImportRows.shipmentId)),
  );
}

export async function listImportedIds(
  executor: Executor,
  importId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<string[]> {
  const { shipmentId, line } = shipmentImportRows;
  const rows = await executor
    .select({ shipmentId })
    .from(shipmentImportRows)
    .where(and(eq(shipmentImportRows.importId, importId), isNotNull(shipmentId)))
    .orderBy(asc(line))
    .limit(limit)
    .offset(offset);
  return rows.flatMap((row) => row.shipmentId ?? []);
}
