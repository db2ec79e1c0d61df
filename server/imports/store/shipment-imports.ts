import { and, asc, eq, getTableColumns, gt, isNotNull, isNull, lt, ne, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { ImportState } from '../../../src/domain/shipment-import.ts';
import type { Executor } from '../../base/database/client.ts';
import { shipmentImportRows, shipmentImports } from '../../base/database/tables/imports.ts';
import { shipments } from '../../base/database/tables/shipments.ts';
import { deleteBatch } from '../../base/sql/delete-batch.ts';
import { inQuery } from '../../base/sql/lists.ts';

export const importColumns = {
  ...getTableColumns(shipmentImports),
  createdBefore: sql<number>`(
    select coalesce(sum(case others.state when 'running' then others.good else others.created end), 0)::int from shipment_imports as others
    where others.digest = shipment_imports.digest and others.id <> shipment_imports.id
      and others.state in ('running', 'done'))`,
};

export type ImportRecord = typeof shipmentImports.$inferSelect & { createdBefore: number };

export async function findImport(executor: Executor, id: string): Promise<ImportRecord | null> {
  const [row] = await executor.select(importColumns).from(shipmentImports).where(eq(shipmentImports.id, id));
  return row ?? null;
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

const { fields, problems, shipmentId, line } = shipmentImportRows;
export const IMPORT_ROWS = {
  all: undefined,
  bad: isNotNull(problems),
  waiting: and(isNotNull(fields), isNull(shipmentId)),
  withImages: and(isNull(shipmentId), sql`jsonb_array_length(${fields}->'images') > 0`),
  created: isNotNull(shipmentId),
};

export const isOfImport = (importId: string) => eq(shipmentImportRows.importId, importId);

/** Lists a file's rows, or some of them, in its order. */
export const listImportRows = (
  executor: Executor,
  importId: string,
  {
    which,
    after = 0,
    limit,
    offset = 0,
  }: { which: keyof typeof IMPORT_ROWS; after?: number; limit: number; offset?: number },
) =>
  executor
    .select({ ...getTableColumns(shipmentImportRows), trackingId: shipments.trackingId })
    .from(shipmentImportRows)
    .leftJoin(shipments, eq(shipments.id, shipmentId))
    .where(and(isOfImport(importId), IMPORT_ROWS[which], gt(line, after)))
    .orderBy(asc(line))
    .limit(limit)
    .offset(offset);
