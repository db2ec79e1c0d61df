import { and, asc, desc, eq, getTableColumns, gt, isNotNull, isNull, lt, ne, sql } from 'drizzle-orm';
import type { CreateShipment } from '../../../src/domain/shipment.ts';
import type { Cells } from '../../../src/domain/shipment-file.ts';
import type { ImportProblem, ImportScope, ImportState } from '../../../src/domain/shipment-import.ts';
import type { Executor, Transaction } from '../../database/client.ts';
import { shipmentImportRows, shipmentImports } from '../../database/tables/imports.ts';
import { shipments } from '../../database/tables/shipments.ts';
import type { ShipmentRow } from '../shipments/shipments.ts';

const columns = {
  ...getTableColumns(shipmentImports),
  /** How many shipments were created from the same cells before, unless that import was undone. */
  createdBefore: sql<number>`(
    select coalesce(sum(others.created), 0)::int from shipment_imports as others
    where others.digest = shipment_imports.digest and others.id <> shipment_imports.id
      and others.state in ('running', 'done'))`,
};

export type ImportRecord = typeof shipmentImports.$inferSelect & { createdBefore: number };

/** A checked row: either the shipment's fields, or its cells and their problems. */
export type CheckedRow = { line: number } & ({ fields: CreateShipment } | { cells: Cells; problems: ImportProblem[] });

/** Adds a file and returns its id; the totals are set once all rows have been read. */
export async function insertImport(tx: Transaction, file: { userId: string; fileName: string }): Promise<string> {
  const [row] = await tx
    .insert(shipmentImports)
    .values({ ...file, rows: 0, good: 0 })
    .returning({ id: shipmentImports.id });
  if (!row) throw new Error('An import was not inserted');
  return row.id;
}

/** Adds checked rows of a file. */
export async function insertImportRows(tx: Transaction, importId: string, rows: readonly CheckedRow[]): Promise<void> {
  if (rows.length > 0) await tx.insert(shipmentImportRows).values(rows.map((row) => ({ importId, ...row })));
}

/** Sets how many rows a file has, how many are valid, and the digest of their cells. */
export async function setImportTotals(
  tx: Transaction,
  id: string,
  totals: { rows: number; good: number; digest: Buffer },
): Promise<void> {
  await tx.update(shipmentImports).set(totals).where(eq(shipmentImports.id, id));
}

/** A file by its id; null if it does not exist. */
export async function findImport(executor: Executor, id: string): Promise<ImportRecord | null> {
  const [row] = await executor.select(columns).from(shipmentImports).where(eq(shipmentImports.id, id));
  return row ?? null;
}

/** A file's state, locked until the transaction ends; null if it does not exist. */
export async function lockImport(tx: Transaction, id: string): Promise<{ state: ImportState } | null> {
  const [row] = await tx
    .select({ state: shipmentImports.state })
    .from(shipmentImports)
    .where(eq(shipmentImports.id, id))
    .for('update');
  return row ?? null;
}

/** The shipments created from a file, including deleted ones, locked until the transaction ends. */
export async function lockShipmentsOf(tx: Transaction, importId: string): Promise<ShipmentRow[]> {
  return tx
    .select(getTableColumns(shipments))
    .from(shipments)
    .innerJoin(shipmentImportRows, eq(shipmentImportRows.shipmentId, shipments.id))
    .where(eq(shipmentImportRows.importId, importId))
    .orderBy(asc(shipments.id))
    .for('update', { of: shipments });
}

/** Marks an import as undone and unlinks its rows from their shipments. */
export async function markImportUndone(tx: Transaction, id: string): Promise<void> {
  await tx.update(shipmentImportRows).set({ shipmentId: null }).where(eq(shipmentImportRows.importId, id));
  await tx.update(shipmentImports).set({ state: 'undone', created: 0 }).where(eq(shipmentImports.id, id));
}

/** The newest files. */
export function listImports(executor: Executor, limit: number): Promise<ImportRecord[]> {
  return executor
    .select(columns)
    .from(shipmentImports)
    .orderBy(desc(shipmentImports.createdAt), desc(shipmentImports.id))
    .limit(limit);
}

/** A window of a file's rows in their order; `errors`: only the invalid ones. */
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

/** The next invalid rows of a file after a line. */
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

/**
 * Marks a checked file as running. False if it is not waiting to be started; of concurrent calls
 * only one starts it.
 */
export async function markImportStarted(
  tx: Transaction,
  id: string,
  { scope, requestId }: { scope: ImportScope; requestId: string },
): Promise<boolean> {
  const rows = await tx
    .update(shipmentImports)
    .set({ state: 'running', scope, requestId })
    .where(and(eq(shipmentImports.id, id), eq(shipmentImports.state, 'checked')))
    .returning({ id: shipmentImports.id });
  return rows.length > 0;
}

/**
 * The next valid rows after a line without a shipment, locked, so that a concurrent import waits
 * for the outcome.
 */
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

/** Records which shipments were created from rows. */
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

/** The rows with images that have no shipment yet. */
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

/** Marks a valid row as invalid. */
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

/** How many rows of a file have become shipments. */
export function countCreatedRows(executor: Executor, importId: string): Promise<number> {
  return executor.$count(
    shipmentImportRows,
    and(eq(shipmentImportRows.importId, importId), isNotNull(shipmentImportRows.shipmentId)),
  );
}

/** Updates the progress that users see of a running import. */
export async function saveProgress(executor: Executor, id: string, created: number): Promise<void> {
  await executor
    .update(shipmentImports)
    .set({ created })
    .where(and(eq(shipmentImports.id, id), eq(shipmentImports.state, 'running')));
}

/** Marks an import as checked again, for another review: it created nothing. */
export async function markImportChecked(executor: Executor, id: string): Promise<void> {
  await executor.update(shipmentImports).set({ state: 'checked', scope: null }).where(eq(shipmentImports.id, id));
}

/** Marks an import as done: every valid row has become a shipment. */
export async function markImportDone(executor: Executor, id: string): Promise<void> {
  await executor
    .update(shipmentImports)
    .set({ state: 'done', created: sql`${shipmentImports.good}` })
    .where(eq(shipmentImports.id, id));
}

/** Deletes files and their rows after this many days, unless they are being imported. */
export async function deleteOldImports(executor: Executor, days: number): Promise<void> {
  await executor
    .delete(shipmentImports)
    .where(
      and(
        lt(shipmentImports.createdAt, sql`now() - make_interval(days => ${days})`),
        ne(shipmentImports.state, 'running'),
      ),
    );
}
