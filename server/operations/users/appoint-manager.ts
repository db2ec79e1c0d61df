import type { UnitOfWork } from '../../context/unit-of-work.ts';
import { markManager } from '../../stores/users/user-rights.ts';
import { findCredentials, insertUser } from '../../stores/users/users.ts';

/**
 * Makes the user with this address a manager and returns what was done. Someone without an account,
 * or not verified, gets a link to set a password. There is no default account and no default
 * password.
 * Source: product decision 1, 'First manager'; decision 0023.
 */
export async function appointManager(unit: UnitOfWork, email: string): Promise<'appointed' | 'invited'> {
  const existing = await findCredentials(unit.tx, email);
  const id = existing?.id ?? (await insertUser(unit.tx, { email, firstName: 'Manager' }));
  if (await markManager(unit.tx, id)) await unit.audit({ entity: 'user', entityId: id, after: { header: true } });
  // Anyone can have registered an unverified address, so its owner has to set a password first.
  if (existing?.verified && existing.passwordHash) return 'appointed';
  await unit.mail({ kind: 'set-password', receiver: email.toLowerCase(), about: { userId: id } });
  return 'invited';
}
