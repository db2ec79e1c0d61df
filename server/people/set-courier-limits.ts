import { isDeepStrictEqual } from 'node:util';
import type { SetCourierLimits } from '../../src/domain/courier-limits.ts';
import { UserError } from '../base/errors/errors.ts';
import type { UnitOfWork } from '../context/unit-of-work.ts';
import { lockUserAndManagers } from './store/lock-users.ts';
import { findCourierLimits, updateCourierLimits } from './store/user-rights.ts';

/**
 * Sets what plans of a courier's days keep to (userAdmin.setCourierLimits).
 * @throws NOT_FOUND
 */
export async function setCourierLimits(unit: UnitOfWork, { id, ...given }: SetCourierLimits): Promise<void> {
  const user = (await lockUserAndManagers(unit.tx, id)).find((person) => person.id === id);
  if (!user) throw new UserError('NOT_FOUND', 'This user no longer exists.');
  const before = (await findCourierLimits(unit.tx, id)) ?? {};
  const after = Object.fromEntries(Object.entries(given).filter(([, limit]) => limit !== null && limit !== ''));
  if (isDeepStrictEqual(before, after)) return;
  await updateCourierLimits(unit.tx, id, after);
  await unit.audit({ entity: 'user', entityId: id, before, after });
}
