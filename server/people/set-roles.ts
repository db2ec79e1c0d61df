import { ROLES, type Role, rolesOf } from '../../src/domain/roles.ts';
import type { SetRoles, User } from '../../src/domain/user.ts';
import { UserError } from '../base/errors/errors.ts';
import type { UnitOfWork } from '../context/unit-of-work.ts';
import { assertNoOpenRun } from '../runs/fill-run.ts';
import { pauseWebhooksOf } from '../webhooks/store/webhooks.ts';
import { lockUserAndManagers } from './store/lock-users.ts';
import { isDeactivated, updateRoles } from './store/user-rights.ts';

/**
 * Gives and takes roles (userAdmin.setRoles); ends live streams.
 * @throws NOT_FOUND, PRECONDITION_FAILED
 */
export async function setRoles(unit: UnitOfWork, { id, ...input }: SetRoles): Promise<void> {
  const people = await lockUserAndManagers(unit.tx, id);
  const user = people.find((person) => person.id === id);
  if (!user) throw new UserError('NOT_FOUND', 'This user no longer exists.');
  const before = rolesOf(user);
  const after = merge(before, input);
  const added = after.filter((one) => !before.includes(one));
  const removed = before.filter((one) => !after.includes(one));
  if (added.length === 0 && removed.length === 0) return;
  if (added.length > 0 && !user.verified) {
    throw new UserError('PRECONDITION_FAILED', 'This person must verify their email address first.');
  }
  if (await isDeactivated(unit.tx, user.id)) {
    throw new UserError('PRECONDITION_FAILED', 'Reactivate this account first.');
  }
  if (removed.includes('manager')) assertNotLastManager(people, user);
  if (removed.includes('courier')) await assertNoOpenRun(unit, user.id);
  if (removed.includes('shipper')) {
    await pauseWebhooksOf(unit.tx, user.id, 'Paused when this account lost the right to ship.');
  }
  await updateRoles(unit.tx, user.id, after);
  await unit.audit({ entity: 'user', entityId: user.id, before: { roles: before }, after: { roles: after } });
}

function merge(stored: readonly Role[], { roles, base }: Pick<SetRoles, 'roles' | 'base'>): Role[] {
  const seen: readonly Role[] = base ?? stored;
  return ROLES.filter((one) => (roles.includes(one) === seen.includes(one) ? stored : roles).includes(one));
}

/** @throws PRECONDITION_FAILED unless there is another verified manager among these locked people. */
export function assertNotLastManager(people: readonly User[], user: User): void {
  const isLast = user.header && !people.some((other) => other.id !== user.id && other.header && other.verified);
  if (isLast) throw new UserError('PRECONDITION_FAILED', 'This is the last manager. There must be at least one.');
}
