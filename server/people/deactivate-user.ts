import { and, eq, isNull } from 'drizzle-orm';
import { rolesOf } from '../../src/domain/roles.ts';
import { deleteTokensOf } from '../auth/store/one-time-tokens.ts';
import { deleteSessionsOf } from '../auth/store/sessions.ts';
import type { Transaction } from '../base/database/client.ts';
import { users } from '../base/database/tables/users.ts';
import { UserError } from '../base/errors/errors.ts';
import type { UnitOfWork } from '../context/unit-of-work.ts';
import { endRunsOf } from '../runs/manage-run.ts';
import { deleteApiKeysOf } from '../v1/store/api-keys.ts';
import { deleteEndpointsOf } from '../webhooks/store/webhooks.ts';
import { assertNotLastManager } from './set-roles.ts';
import { lockUser, lockUserAndManagers } from './store/lock-users.ts';
import { reactivate } from './store/user-rights.ts';

/** Takes all rights, so that whatever asks for one is refused; false if that was done before. */
async function deactivate(tx: Transaction, id: string): Promise<boolean> {
  const rows = await tx
    .update(users)
    .set({ deactivatedRoles: users.roles, roles: [] })
    .where(and(eq(users.id, id), isNull(users.deactivatedRoles)))
    .returning({ id: users.id });
  return rows.length > 0;
}

/**
 * Keeps somebody out, and ends what is open on the account (userAdmin.deactivateUser). The rest of it stays.
 * @throws NOT_FOUND, PRECONDITION_FAILED
 */
export async function deactivateUser(unit: UnitOfWork, { id }: { id: string }): Promise<void> {
  const { tx } = unit;
  const people = await lockUserAndManagers(tx, id);
  const user = people.find((person) => person.id === id);
  if (!user) throw new UserError('NOT_FOUND', 'This user no longer exists.');
  if (id === unit.actor?.id) throw new UserError('PRECONDITION_FAILED', 'You can’t deactivate yourself.');
  assertNotLastManager(people, user);
  if (!(await deactivate(tx, id))) return;
  const ended = await endRunsOf(unit, id, async () => ({
    sessions: await deleteSessionsOf(tx, id),
    apiKeys: await deleteApiKeysOf(tx, id),
    webhooks: await deleteEndpointsOf(tx, id),
  }));
  await deleteTokensOf(tx, id);
  await unit.audit({ entity: 'user', entityId: id, before: { roles: rolesOf(user), ...ended } });
}

/**
 * Lets somebody in again, with the roles of before (userAdmin.reactivateUser). What was ended stays so.
 * @throws NOT_FOUND
 */
export async function reactivateUser(unit: UnitOfWork, { id }: { id: string }): Promise<void> {
  if (!(await lockUser(unit.tx, id))) throw new UserError('NOT_FOUND', 'This user no longer exists.');
  const roles = await reactivate(unit.tx, id);
  if (roles) await unit.audit({ entity: 'user', entityId: id, after: { roles } });
}
