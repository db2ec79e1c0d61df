import { type Role, rolesOf } from '../../../src/domain/roles.ts';
import type { UnitOfWork } from '../../context/unit-of-work.ts';
import { lockUser } from '../../stores/users/lock-users.ts';
import { updateRoles } from '../../stores/users/user-rights.ts';
import { findCredentials, insertUser } from '../../stores/users/users.ts';

/** Makes a user a manager; emails a link to set a password unless verified. */
export async function appointManager(unit: UnitOfWork, email: string): Promise<'appointed' | 'invited'> {
  const existing = await findCredentials(unit.tx, email);
  const id = existing?.id ?? (await insertUser(unit.tx, { email, firstName: 'Manager' }));
  const user = await lockUser(unit.tx, id);
  const before = user ? rolesOf(user) : [];
  if (user && !before.includes('manager')) {
    const after: Role[] = ['manager', ...before];
    await updateRoles(unit.tx, id, after);
    await unit.audit({ entity: 'user', entityId: id, before: { roles: before }, after: { roles: after } });
  }
  // Anyone can have registered the address.
  if (existing?.verified && existing.passwordHash) return 'appointed';
  await unit.mail({ kind: 'set-password', receiver: email.toLowerCase(), about: { userId: id } });
  return 'invited';
}
