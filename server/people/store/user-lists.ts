import { and, isNotNull, isNull, min, type SQL, sql } from 'drizzle-orm';
import type { UserSearch } from '../../../src/domain/paged.ts';
import type { UserWork } from '../../../src/domain/work.ts';
import type { Executor } from '../../base/database/client.ts';
import { transactions } from '../../base/database/tables/transactions.ts';
import { users } from '../../base/database/tables/users.ts';
import { countRows } from '../../base/sql/newest-first.ts';
import { matchesUser } from '../../base/sql/text-search.ts';
import { isToApprove, isToPay } from '../../ledger/store/transactions.ts';
import { hasRole, hasRoles } from './users.ts';

export type UserFilter = Pick<UserSearch, 'q' | 'work' | 'role'>;

/** The conditions are the same for the worklist and the list of people. */
const IS_WORK: Record<UserWork, SQL> = {
  unverified: sql`not ${users.verified}`,
  approvals: sql`${users.id} in (select ${transactions.userId} from ${transactions} where ${isToApprove})`,
  withdrawals: sql`${users.id} in (select ${transactions.userId} from ${transactions} where ${isToPay})`,
};

export function conditionOf({ q, work, role }: UserFilter): SQL | undefined {
  const isIn = role === 'deactivated' ? isNotNull(users.deactivatedRoles) : role && and(hasRoles, hasRole(role));
  return and(isNull(users.deletedAt), work && IS_WORK[work], isIn, q ? matchesUser(q) : undefined);
}

export const countUsers = (executor: Executor, filter: UserFilter): Promise<number> =>
  countRows(
    executor,
    sql`select 1 from ${users} where ${conditionOf(filter)}`,
    filter.q || filter.work || filter.role ? undefined : Number.MAX_SAFE_INTEGER,
  );

/** Counts the people with such work, and finds since when the oldest of it waits. */
export async function countUserWork(executor: Executor, work: UserWork) {
  const since =
    work === 'unverified'
      ? executor
          .select({ oldest: min(users.createdAt) })
          .from(users)
          .where(conditionOf({ work }))
      : executor
          .select({ oldest: min(transactions.createdAt) })
          .from(transactions)
          .where(work === 'approvals' ? isToApprove : isToPay);
  const [count, [row]] = await Promise.all([countUsers(executor, { work }), since]);
  return { count, oldest: row?.oldest ?? null };
}
