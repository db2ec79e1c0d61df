import { and, asc, desc, eq, getTableColumns, gt, isNotNull, isNull, lt, ne, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { CreateShipment } from '../../../src/domain/shipment.ts';
import type { Cells } from '../../../src/domain/shipment-file.ts';
import type { ImportProblem, ImportState } from '../../../src/domain/shipment-import.ts';
import type { Executor, Transaction } from '../../base/database/client.ts';
import type { Locked } from '../../base/database/locked.ts';
import { shipmentImportRows, shipmentImports } from '../../base/database/tables/imports.ts';
import { shipments } from '../../base/database/tables/shipments.ts';
import { deleteBatch } from '../../base/sql/delete-batch.ts';
import { inBatches, inQuery } from '../../base/sql/lists.ts';
import { insertRow } from '../../base/sql/rows.ts';
import { lockShipments, type ShipmentRow } from '../../shipments/store/shipments.ts';

const columns = {
  ...getTableColumns(shipmentImports),
  createdBefore: sql<number>`(
    select coalesce(sum(case others.state when 'running' then others.good else others.created end), 0)::int from shipment_imports as others
    where others.digest = shipment_imports.digest and others.id <> shipment_imports.id
      and others.state in ('running', 'done'))`,
};

export type ImportRecord = typeof shipmentImports.$inferSelect & { createdBefore: number };

export async function insertImport(tx: Transaction, file: { userId: string; fileName: string }): Promise<string> {
  return (await insertRow(tx, shipmentImports, { ...file, rows: 0, good: 0 })).id;
}

export async function findImport(executor: Executor, id: string): Promise<ImportRecord | null> {
  const [row] = await executor.select(columns).from(shipmentImports).where(eq(shipmentImports.id, id));
  return row ?? null;
}

export function listImports(executor: Executor, limit: number): Promise<ImportRecord[]> {
  return executor
    .select(columns)
    .from(shipmentImports)
    .orderBy(desc(shipmentImports.createdAt), desc(shipmentImports.id))
    .limit(limit);
}

export async function lockSameFiles(tx: Transaction, id: string): Promise<void> {
  const { digest } = shipmentImports;
  const same = tx.select({ digest }).from(shipmentImports).where(eq(shipmentImports.id, id));
  await tx
    .select({ id: shipmentImports.id })
    .from(shipmentImports)
    .where(inQuery(digest, same))
    .orderBy(asc(shipmentImports.id))
    .for('update');
}

/** `from`: only in this state. True for one of several calls at once that change the state. */
export async function updateImport(
  executor: Executor,
  id: string,
  values: PgUpdateSetSource<typeof shipmentImports>,
  from?: ImportState,
): Promise<boolean> {
  const rows = await executor
    .update(shipmentImports)
    .set(values)
    .where(and(eq(shipmentImports.id, id), from && eq(shipmentImports.state, from)))
    .returning({ id: shipmentImports.id });
  return rows.length > 0;
}

export const markImportDone = (executor: Executor, id: string) =>
  updateImport(executor, id, { state: 'done', created: sql`${shipmentImports.good}` });

/** Deletes files older than `days`, unless they are running. */
export async function deleteOldImports(executor: Executor, days: number): Promise<boolean> {
  const { id, createdAt, state } = shipmentImports;
  const isOld = and(lt(createdAt, sql`now() - make_interval(days => ${days})`), ne(state, 'running'));
  const old = executor.select({ id }).from(shipmentImports).where(isOld);
  return (
    (await deleteBatch(executor, shipmentImportRows, inQuery(shipmentImportRows.importId, old))) &&
    (await deleteBatch(executor, shipmentImports, isOld))
  );
}

export type CheckedRow = { line: number } & ({ fields: CreateShipment } | { cells: Cells; problems: ImportProblem[] });

export async function insertImportRows(tx: Transaction, importId: string, rows: readonly CheckedRow[]): Promise<void> {
  for (const some of inBatches(rows))
    await tx.insert(shipmentImportRows).values(some.map((row) => ({ importId, ...row })));
}

const { fields, problems, shipmentId, line } = shipmentImportRows;
const ROWS = {
  all: undefined,
  bad: isNotNull(problems),
  waiting: and(isNotNull(fields), isNull(shipmentId)),
  withImages: and(isNull(shipmentId), sql`jsonb_array_length(${fields}->'images') > 0`),
  created: isNotNull(shipmentId),
};

const isOfImport = (importId: string) => eq(shipmentImportRows.importId, importId);

/** Lists a file's rows, or some of them, in its order. */
export const listImportRows = (
  executor: Executor,
  importId: string,
  { which, after = 0, limit, offset = 0 }: { which: keyof typeof ROWS; after?: number; limit: number; offset?: number },
) =>
  executor
    .select({ ...getTableColumns(shipmentImportRows), trackingId: shipments.trackingId })
    .from(shipmentImportRows)
    .leftJoin(shipments, eq(shipments.id, shipmentId))
    .where(and(isOfImport(importId), ROWS[which], gt(line, after)))
    .orderBy(asc(line))
    .limit(limit)
    .offset(offset);

/** Locks the next rows to import; a concurrent import waits. */
export const lockNextRows = (tx: Transaction, importId: string, after: number, limit: number) =>
  listImportRows(tx, importId, { which: 'waiting', after, limit }).for('update', { of: shipmentImportRows });

export const countCreatedRows = (executor: Executor, importId: string): Promise<number> =>
  executor.$count(shipmentImportRows, and(isOfImport(importId), ROWS.created));

export async function markRowsCreated(
  tx: Transaction,
  importId: string,
  created: readonly { line: number; shipmentId: string }[],
): Promise<void> {
  const lines = created.map((row) => row.line);
  const ids = created.map((row) => row.shipmentId);
  const made = sql`unnest(${sql.param(lines)}::int[], ${sql.param(ids)}::uuid[]) as made (line, shipment_id)`;
  await tx
    .update(shipmentImportRows)
    .set({ shipmentId: sql`made.shipment_id` })
    .from(made)
    .where(and(isOfImport(importId), sql`${line} = made.line`));
}

/** Marks a row invalid and lowers the file's count. */
export async function markRowBad(
  tx: Transaction,
  importId: string,
  row: { line: number; cells: Cells; problems: ImportProblem[] },
): Promise<void> {
  const { id } = shipmentImports;
  await tx.select({ id }).from(shipmentImports).where(eq(id, importId)).for('update');
  const changed = await tx
    .update(shipmentImportRows)
    .set({ ...row, fields: null })
    .where(and(isOfImport(importId), eq(line, row.line), isNotNull(fields)))
    .returning({ line });
  await updateImport(tx, importId, { good: sql`${shipmentImports.good} - ${changed.length}` });
}

/** Locks the shipments created from a file, even deleted ones. */
export async function lockShipmentsOf(tx: Transaction, importId: string): Promise<Locked<ShipmentRow>[]> {
  const rows = await tx.select({ shipmentId }).from(shipmentImportRows).where(isOfImport(importId)).for('update');
  return lockShipments(
    tx,
    rows.flatMap((row) => row.shipmentId ?? []),
  );
}

export async function forgetShipmentsOf(tx: Transaction, importId: string): Promise<void> {
  await tx.update(shipmentImportRows).set({ shipmentId: null }).where(isOfImport(importId));
}
