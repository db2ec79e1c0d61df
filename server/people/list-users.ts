import type { Paged, UserSearch } from '../../src/domain/paged.ts';
import { neighbours, pageWindow } from '../../src/domain/pagination.ts';
import { rolesOf } from '../../src/domain/roles.ts';
import type { ManagedUser, UserSummary } from '../../src/domain/user.ts';
import { countSessions } from '../auth/store/sessions.ts';
import type { Executor } from '../base/database/client.ts';
import { UserError } from '../base/errors/errors.ts';
import { findWaitingReset } from '../factors/store/factor-resets.ts';
import { countFactors, isAny } from '../factors/store/factors.ts';
import { listOpenRuns } from '../runs/store/runs.ts';
import { listApiKeys } from '../v1/store/api-keys.ts';
import { countEndpoints } from '../webhooks/store/webhooks.ts';
import { countUsers, listUsers } from './store/user-lists.ts';
import { findCourierLimits } from './store/user-rights.ts';
import { findManagedUser } from './store/users.ts';

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
