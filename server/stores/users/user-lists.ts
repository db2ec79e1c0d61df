import { and, count, desc, isNull, type SQL, sql } from 'drizzle-orm';
import { EXACT_TOTAL_UNDER_SEARCH } from '../../../src/domain/pagination.ts';
import type { UserSummary } from '../../../src/domain/user.ts';
import type { Executor } from '../../database/client.ts';
import { users } from '../../database/tables/users.ts';
import { matchesUser } from '../text-search.ts';

function conditionOf(q: string | undefined): SQL | undefined {
  return and(isNull(users.deletedAt), q ? matchesUser(q) : undefined);
}

/** Lists users, newest first. */
export async function listUsers(
  executor: Executor,
  q: string | undefined,
  { limit, offset }: { limit: number; offset: number },
): Promise<UserSummary[]> {
  const rows = await executor
    .select({
      id: users.id,
      firstName: users.firstName,
      lastName: users.lastName,
      email: users.email,
      verified: users.verified,
      header: users.manager,
      courier: users.courier,
      createdAt: users.createdAt,
    })
    .from(users)
    .where(conditionOf(q))
    .orderBy(desc(users.createdAt), desc(users.id))
    .limit(limit)
    .offset(offset);
  return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }));
}

/** Counts users, with a search up to 1,001. */
export async function countUsers(executor: Executor, q: string | undefined): Promise<number> {
  const some = executor
    .select({ one: sql`1`.as('one') })
    .from(users)
    .where(conditionOf(q))
    .limit(q ? EXACT_TOTAL_UNDER_SEARCH + 1 : Number.MAX_SAFE_INTEGER)
    .as('some');
  const [row] = await executor.select({ total: count() }).from(some);
  return row?.total ?? 0;
}
