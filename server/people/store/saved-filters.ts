import { and, asc, eq, ne, sql } from 'drizzle-orm';
import type { RenameFilter, SavedFilter, SaveFilter } from '../../../src/domain/saved-filter.ts';
import type { Executor, Transaction } from '../../base/database/client.ts';
import { savedFilters } from '../../base/database/tables/users.ts';
import { insertRow } from '../../base/sql/rows.ts';

const { id, userId, name, filter } = savedFilters;
const byName = sql`lower(${name})`;

export function listSavedFilters(executor: Executor, owner: string): Promise<SavedFilter[]> {
  return executor
    .select({ id, name, filter })
    .from(savedFilters)
    .where(eq(userId, owner))
    .orderBy(asc(byName), asc(id));
}

export async function insertSavedFilter(tx: Transaction, owner: string, saved: SaveFilter): Promise<string> {
  return (await insertRow(tx, savedFilters, { userId: owner, ...saved })).id;
}

/** Renames a user's filter unless that is its name. */
export async function updateSavedFilterName(tx: Transaction, owner: string, renamed: RenameFilter): Promise<void> {
  await tx
    .update(savedFilters)
    .set({ name: renamed.name })
    .where(and(eq(id, renamed.id), eq(userId, owner), ne(name, renamed.name)));
}

export async function deleteSavedFilter(tx: Transaction, owner: string, filterId: string): Promise<boolean> {
  const rows = await tx
    .delete(savedFilters)
    .where(and(eq(id, filterId), eq(userId, owner)))
    .returning({ id });
  return rows.length > 0;
}
