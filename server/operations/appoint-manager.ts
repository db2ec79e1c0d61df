import { findCredentials, insertUser, markManager } from '../stores/users.ts';
import type { UnitOfWork } from '../unit-of-work.ts';
import { becomeVerified } from './verify-user.ts';

/**
 * Makes the person with this address a manager, or adds one and mails a link to set a password. There is no default
 * account and no default password. Answers what was done. Source: product decision 1, 'First manager'.
 */
export async function appointManager(unit: UnitOfWork, email: string): Promise<'appointed' | 'invited'> {
  const existing = await findCredentials(unit.tx, email);
  const id = existing?.id ?? (await insertUser(unit.tx, { email, firstName: 'Manager', manager: true }));
  await markManager(unit.tx, id);
  await unit.audit({ entity: 'user', entityId: id, after: { header: true } });
  if (existing?.passwordHash) {
    // Whoever runs this command on the server vouches for the address; a manager must be able to sign in.
    await becomeVerified(unit, id);
    return 'appointed';
  }
  await unit.mail({ kind: 'set-password', receiver: email.toLowerCase(), about: { userId: id } });
  return 'invited';
}
