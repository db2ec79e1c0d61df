import { and, isNull, sql } from 'drizzle-orm';
import type { Executor } from '../../base/database/client.ts';
import { users } from '../../base/database/tables/users.ts';
import { anyOf } from '../../base/sql/lists.ts';

/** Finds the shops that have one of these addresses. */
export async function findShopsAt(executor: Executor, emails: readonly string[]) {
  if (emails.length === 0) return [];
  const isShop = sql`'shipper' = any (${users.roles})`;
  return executor
    .select({ id: users.id, email: users.email, digest: users.digest })
    .from(users)
    .where(and(anyOf(users.email, [...new Set(emails)]), isShop, isNull(users.deletedAt)));
}
