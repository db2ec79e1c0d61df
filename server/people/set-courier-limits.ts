import { isDeepStrictEqual } from 'node:util';
import { eq } from 'drizzle-orm';
import type { CourierLimits, SetCourierLimits } from '../../src/domain/courier-limits.ts';
import type { Transaction } from '../base/database/client.ts';
import { users } from '../base/database/tables/users.ts';
import { UserError } from '../base/errors/errors.ts';
import type { UnitOfWork } from '../context/unit-of-work.ts';
import { lockUserAndManagers } from './store/lock-users.ts';
import { findCourierLimits } from './store/user-rights.ts';

async function updateCourierLimits(tx: Transaction, id: string, limits: CourierLimits): Promise<void> {
  await tx.update(users).set({ courierLimits: limits }).where(eq(users.id, id));
}

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
