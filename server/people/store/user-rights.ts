import { and, arrayOverlaps, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { CourierLimits } from '../../../src/domain/courier-limits.ts';
import type { Role } from '../../../src/domain/roles.ts';
import type { User } from '../../../src/domain/user.ts';
import type { Executor, Transaction } from '../../base/database/client.ts';
import { users } from '../../base/database/tables/users.ts';
import { hasRole, hasRoles } from './users.ts';

/** Sets a new password hash; false if `from` is outdated. */
export async function updatePasswordHash(
  executor: Executor,
  id: string,
  passwordHash: string,
  from?: string,
): Promise<boolean> {
  const rows = await executor
    .update(users)
    .set({ passwordHash, passwordChangedAt: sql`now()` })
    .where(and(eq(users.id, id), from === undefined ? undefined : eq(users.passwordHash, from)))
    .returning({ id: users.id });
  return rows.length > 0;
}

export async function updateRoles(tx: Transaction, id: string, roles: Role[]): Promise<void> {
  await tx.update(users).set({ roles }).where(eq(users.id, id));
}

/** Gives the rights back, and returns them; null unless deactivated. */
export async function reactivate(tx: Transaction, id: string): Promise<Role[] | null> {
  const [row] = await tx
    .update(users)
    .set({ roles: sql`${users.deactivatedRoles}`, deactivatedRoles: null })
    .where(and(eq(users.id, id), isNotNull(users.deactivatedRoles)))
    .returning({ roles: users.roles });
  return row?.roles ?? null;
}

export async function isDeactivated(executor: Executor, id: string): Promise<boolean> {
  return (await executor.$count(users, and(eq(users.id, id), isNotNull(users.deactivatedRoles)))) > 0;
}

/** Whether one person alone has any of these roles, and nobody could agree to what they did. */
export async function isOnlyOne(executor: Executor, roles: readonly Role[]): Promise<boolean> {
  const isTheirs = arrayOverlaps(users.roles, [...roles]);
  return (
    (await executor.$count(users, and(hasRoles, isTheirs, eq(users.verified, true), isNull(users.deletedAt)))) === 1
  );
}

export async function listCouriers(
  executor: Executor,
): Promise<(Pick<User, 'id' | 'firstName' | 'lastName' | 'email'> & { limits: CourierLimits | null })[]> {
  const { id, firstName, lastName, email, courierLimits: limits } = users;
  return executor
    .select({ id, firstName, lastName, email, limits })
    .from(users)
    .where(and(hasRoles, hasRole('courier'), eq(users.verified, true), isNull(users.deletedAt)))
    .orderBy(users.firstName, users.lastName, users.id);
}

export async function findCourierLimits(executor: Executor, id: string): Promise<CourierLimits | null> {
  const [row] = await executor.select({ limits: users.courierLimits }).from(users).where(eq(users.id, id));
  return row?.limits ?? null;
}
