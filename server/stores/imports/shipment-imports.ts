import { and, asc, desc, eq, getTableColumns, lt, ne, sql } from 'drizzle-orm';
import type { ImportScope, ImportState } from '../../../src/domain/shipment-import.ts';
import type { Executor, Transaction } from '../../database/client.ts';
import type { Locked } from '../../database/locked.ts';
import { shipmentImportRows, shipmentImports } from '../../database/tables/imports.ts';
import { shipments } from '../../database/tables/shipments.ts';
import { inQuery } from '../lists.ts';
import type { ShipmentRow } from '../shipments/shipments.ts';

const columns = {
  ...getTableColumns(shipmentImports),
  createdBefore: sql<number>`(
    select coalesce(sum(case others.state when 'running' then others.good else others.created end), 0)::int from shipment_imports as others
    where others.digest = shipment_imports.digest and others.id <> shipment_imports.id
      and others.state in ('running', 'done'))`,
};

export type ImportRecord = typeof shipmentImports.$inferSelect & { createdBefore: number };

export async function insertImport(tx: Transaction, file: { userId: string; fileName: string }): Promise<string> {
  const [row] = await tx
    .insert(shipmentImports)
    .values({ ...file, rows: 0, good: 0 })
    .returning({ id: shipmentImports.id });
  if (!row) throw new Error('An import was not inserted');
  return row.id;
}

export async function setImportTotals(
  tx: Transaction,
  id: string,
  totals: { rows: number; good: number; digest: Buffer },
): Promise<void> {
  await tx.update(shipmentImports).set(totals).where(eq(shipmentImports.id, id));
}

export async function findImport(executor: Executor, id: string): Promise<ImportRecord | null> {
  const [row] = await executor.select(columns).from(shipmentImports).where(eq(shipmentImports.id, id));
  return row ?? null;
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

export async function lockImport(tx: Transaction, id: string): Promise<{ state: ImportState } | null> {
  const [row] = await tx
    .select({ state: shipmentImports.state })
    .from(shipmentImports)
    .where(eq(shipmentImports.id, id))
    .for('update');
  return row ?? null;
}

/** Locks the shipments created from a file, even deleted ones. */
export async function lockShipmentsOf(tx: Transaction, importId: string): Promise<Locked<ShipmentRow>[]> {
  const rows = await tx
    .select(getTableColumns(shipments))
    .from(shipments)
    .innerJoin(shipmentImportRows, eq(shipmentImportRows.shipmentId, shipments.id))
    .where(eq(shipmentImportRows.importId, importId))
    .orderBy(asc(shipments.id))
    .for('update', { of: shipments });
  return rows as Locked<ShipmentRow>[];
}

export async function markImportUndone(tx: Transaction, id: string): Promise<void> {
  await tx.update(shipmentImportRows).set({ shipmentId: null }).where(eq(shipmentImportRows.importId, id));
  await tx.update(shipmentImports).set({ state: 'undone', created: 0 }).where(eq(shipmentImports.id, id));
}

export function listImports(executor: Executor, limit: number): Promise<ImportRecord[]> {
  return executor
    .select(columns)
    .from(shipmentImports)
    .orderBy(desc(shipmentImports.createdAt), desc(shipmentImports.id))
    .limit(limit);
}

/** Starts a checked file; true for one concurrent call. */
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

export async function saveProgress(executor: Executor, id: string, created: number): Promise<void> {
  await executor
    .update(shipmentImports)
    .set({ created })
    .where(and(eq(shipmentImports.id, id), eq(shipmentImports.state, 'running')));
}

/** Returns an import to `checked`. */
export async function markImportChecked(executor: Executor, id: string): Promise<void> {
  await executor.update(shipmentImports).set({ state: 'checked', scope: null }).where(eq(shipmentImports.id, id));
}

export async function markImportDone(executor: Executor, id: string): Promise<void> {
  await executor
    .update(shipmentImports)
    .set({ state: 'done', created: sql`${shipmentImports.good}` })
    .where(eq(shipmentImports.id, id));
}

/** Deletes files older than `days`, unless they are running. */
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
