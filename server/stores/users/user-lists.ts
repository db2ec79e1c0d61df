import { and, desc, isNull, type SQL, sql } from 'drizzle-orm';
import type { UserSummary } from '../../../src/domain/user.ts';
import type { Executor } from '../../database/client.ts';
import { users } from '../../database/tables/users.ts';
import { countRows } from '../newest-first.ts';
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
export const countUsers = (executor: Executor, q: string | undefined): Promise<number> =>
  countRows(executor, sql`select 1 from ${users} where ${conditionOf(q)}`, q ? undefined : Number.MAX_SAFE_INTEGER);
