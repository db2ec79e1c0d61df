import { desc, isNotNull, type SQL, sql } from 'drizzle-orm';
import { fromCents } from '../../src/domain/money.ts';
import type { Paged, UserSearch } from '../../src/domain/paged.ts';
import { neighbours, pageWindow } from '../../src/domain/pagination.ts';
import { pick } from '../../src/domain/pick.ts';
import { rolesOf } from '../../src/domain/roles.ts';
import type { ManagedUser, UserSummary } from '../../src/domain/user.ts';
import type { UserWork } from '../../src/domain/work.ts';
import { countSessions } from '../auth/store/sessions.ts';
import type { Executor } from '../base/database/client.ts';
import { users } from '../base/database/tables/users.ts';
import { UserError } from '../base/errors/errors.ts';
import { findWaitingReset } from '../factors/store/factor-resets.ts';
import { countFactors, isAny } from '../factors/store/factors.ts';
import { isToApprove, isToPay } from '../ledger/store/transactions.ts';
import { listOpenRuns } from '../runs/store/runs.ts';
import { listApiKeys } from '../v1/store/api-keys.ts';
import { countEndpoints } from '../webhooks/store/webhooks.ts';
import { conditionOf, countUsers, type UserFilter } from './store/user-lists.ts';
import { findCourierLimits } from './store/user-rights.ts';
import { findManagedUser, userColumns } from './store/users.ts';

/** In cents, unqualified: within this query they are the transaction's. */
const amountOf = (condition: SQL) =>
  sql<string>`(select sum(amount_cents) from transactions where transactions.user_id = users.id and ${condition})`;

const AMOUNTS: Partial<Record<UserWork, SQL<string>>> = {
  approvals: amountOf(isToApprove),
  withdrawals: amountOf(isToPay),
};

async function listUsers(
  executor: Executor,
  filter: UserFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<UserSummary[]> {
  const rows = await executor
    .select({
      ...pick(users, 'id', 'firstName', 'lastName', 'email', 'verified'),
      header: userColumns.header,
      courier: userColumns.courier,
      roles: users.roles,
      deactivated: isNotNull(users.deactivatedRoles).mapWith(Boolean),
      createdAt: users.createdAt,
      amountCents: (filter.work && AMOUNTS[filter.work]) ?? sql<null>`null`,
    })
    .from(users)
    .where(conditionOf(filter))
    .orderBy(desc(users.createdAt), desc(users.id))
    .limit(limit)
    .offset(offset);
  return rows.map(({ amountCents, ...row }) => ({
    ...row,
    createdAt: row.createdAt.toISOString(),
    ...(amountCents !== null && { amount: fromCents(BigInt(amountCents)) }),
  }));
}

export async function listManagedUsers(
  executor: Executor,
  { page, size, ...filter }: UserSearch,
): Promise<Paged<UserSummary>> {
  const [data, total] = await Promise.all([
    listUsers(executor, filter, pageWindow(page, size)),
    countUsers(executor, filter),
  ]);
  return { data, total, pagination: neighbours(page ?? 1, total, size) };
}

/**
 * Returns a user without hashes.
 * @throws NOT_FOUND
 */
export async function getManagedUser(executor: Executor, { id }: { id: string }): Promise<ManagedUser> {
  const user = await findManagedUser(executor, id);
  if (!user) throw new UserError('NOT_FOUND', 'This user no longer exists.');
  const reset = await findWaitingReset(executor, id);
  const hasPrograms = (await listApiKeys(executor, id)).length + (await countEndpoints(executor, { userId: id })) > 0;
  return {
    ...user,
    ...(rolesOf(user).includes('courier') && { limits: await findCourierLimits(executor, id) }),
    hasSecondFactor: isAny(await countFactors(executor, id)),
    hasPrograms,
    hasOpen: hasPrograms || (await listOpenRuns(executor, id)).length > 0 || (await countSessions(executor, id)) > 0,
    factorsEndAt: reset?.dueAt.toISOString() ?? null,
    createdAt: user.createdAt.toISOString(),
    passwordChangedAt: user.passwordChangedAt?.toISOString() ?? null,
  };
}
