import { and, eq, ne } from 'drizzle-orm';
import {
  MAX_SAVED_FILTERS,
  type RenameFilter,
  type SavedFilter,
  type SaveFilter,
} from '../../src/domain/saved-filter.ts';
import type { Transaction } from '../base/database/client.ts';
import { savedFilters } from '../base/database/tables/users.ts';
import { fieldError, UserError } from '../base/errors/errors.ts';
import { insertRow } from '../base/sql/rows.ts';
import type { UnitOfWork } from '../context/unit-of-work.ts';
import { lockUser } from './store/lock-users.ts';
import { listSavedFilters } from './store/saved-filters.ts';

const GONE = 'This filter no longer exists.';

const { id, userId, name } = savedFilters;

async function insertSavedFilter(tx: Transaction, owner: string, saved: SaveFilter): Promise<string> {
  return (await insertRow(tx, savedFilters, { userId: owner, ...saved })).id;
}

/**
 * Saves a filter under a name (savedFilter.save).
 * @throws PRECONDITION_FAILED, field error.
 */
export async function saveFilter(unit: UnitOfWork, userId: string, saved: SaveFilter): Promise<{ id: string }> {
  const others = await lockSavedFilters(unit, userId);
  if (others.length >= MAX_SAVED_FILTERS) {
    throw new UserError('PRECONDITION_FAILED', `You have ${MAX_SAVED_FILTERS} saved filters. Delete one first.`);
  }
  assertFreeName(saved.name, others);
  return { id: await insertSavedFilter(unit.tx, userId, saved) };
}

/** Renames a user's filter unless that is its name. */
async function updateSavedFilterName(tx: Transaction, owner: string, renamed: RenameFilter): Promise<void> {
  await tx
    .update(savedFilters)
    .set({ name: renamed.name })
    .where(and(eq(id, renamed.id), eq(userId, owner), ne(name, renamed.name)));
}

/** @throws NOT_FOUND, field error. */
export async function renameFilter(unit: UnitOfWork, userId: string, renamed: RenameFilter): Promise<void> {
  const all = await lockSavedFilters(unit, userId);
  const others = all.filter(({ id }) => id !== renamed.id);
  if (others.length === all.length) throw new UserError('NOT_FOUND', GONE);
  assertFreeName(renamed.name, others);
  await updateSavedFilterName(unit.tx, userId, renamed);
}

async function deleteSavedFilter(tx: Transaction, owner: string, filterId: string): Promise<boolean> {
  const rows = await tx
    .delete(savedFilters)
    .where(and(eq(id, filterId), eq(userId, owner)))
    .returning({ id });
  return rows.length > 0;
}

/** @throws NOT_FOUND */
export async function removeFilter(unit: UnitOfWork, userId: string, id: string): Promise<void> {
  if (!(await deleteSavedFilter(unit.tx, userId, id))) throw new UserError('NOT_FOUND', GONE);
}

/** Its owner's row is locked, so that nobody saves one too many. */
async function lockSavedFilters({ tx }: UnitOfWork, userId: string): Promise<SavedFilter[]> {
  await lockUser(tx, userId);
  return listSavedFilters(tx, userId);
}

function assertFreeName(name: string, others: readonly SavedFilter[]): void {
  if (others.some((other) => other.name.toLowerCase() === name.toLowerCase())) {
    throw fieldError('name', 'You already have a filter with this name.');
  }
}
