import type { Paged, UserSearch } from '../../../src/domain/paged.ts';
import { neighbours, pageWindow } from '../../../src/domain/pagination.ts';
import { rolesOf } from '../../../src/domain/roles.ts';
import type { ManagedUser, UserSummary } from '../../../src/domain/user.ts';
import type { Executor } from '../../database/client.ts';
import { UserError } from '../../errors/errors.ts';
import { countSessions } from '../../stores/auth/sessions.ts';
import { findWaitingReset } from '../../stores/factors/factor-resets.ts';
import { countFactors, isAny } from '../../stores/factors/factors.ts';
import { listOpenRuns } from '../../stores/runs/runs.ts';
import { countUsers, listUsers } from '../../stores/users/user-lists.ts';
import { findCourierLimits } from '../../stores/users/user-rights.ts';
import { findManagedUser } from '../../stores/users/users.ts';
import { listApiKeys } from '../../stores/v1/api-keys.ts';
import { countEndpoints } from '../../stores/v1/webhooks.ts';

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
