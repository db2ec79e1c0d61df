import { asc, eq, sql } from 'drizzle-orm';
import type { SavedFilter } from '../../../src/domain/saved-filter.ts';
import type { Executor } from '../../base/database/client.ts';
import { savedFilters } from '../../base/database/tables/users.ts';

const { id, userId, name, filter } = savedFilters;
const byName = sql`lower(${name})`;

export function listSavedFilters(executor: Executor, owner: string): Promise<SavedFilter[]> {
  return executor
    .select({ id, name, filter })
    .from(savedFilters)
    .where(eq(userId, owner))
    .orderBy(asc(byName), asc(id));
}
