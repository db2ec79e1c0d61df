import type { UnitOfWork } from '../../context/unit-of-work.ts';
import { markManager } from '../../stores/users/user-rights.ts';
import { findCredentials, insertUser } from '../../stores/users/users.ts';

/** Makes a user a manager; emails a link to set a password unless verified. */
export async function appointManager(unit: UnitOfWork, email: string): Promise<'appointed' | 'invited'> {
  const existing = await findCredentials(unit.tx, email);
  const id = existing?.id ?? (await insertUser(unit.tx, { email, firstName: 'Manager' }));
  if (await markManager(unit.tx, id)) await unit.audit({ entity: 'user', entityId: id, after: { header: true } });
  // Anyone can have registered the address.
  if (existing?.verified && existing.passwordHash) return 'appointed';
  await unit.mail({ kind: 'set-password', receiver: email.toLowerCase(), about: { userId: id } });
  return 'invited';
}
