import type { Login } from '../../src/domain/session.ts';
import { verifyPassword } from '../auth/passwords.ts';
import { newToken } from '../auth/secrets.ts';
import type { Database } from '../database/client.ts';
import { Refusal } from '../errors.ts';
import { insertSession } from '../stores/sessions.ts';
import { findCredentials, holdUser } from '../stores/users.ts';

/**
 * Signs a person in (auth.login) and answers the token, of which only a hash is stored. An unknown address costs the
 * same work and gets the same sentence as a wrong password. Throws UNAUTHORIZED. Source: product decision 4.
 */
export async function signIn(db: Database, { email, password }: Login, device: string): Promise<{ token: string }> {
  const account = await findCredentials(db, email);
  const passwordHash = account?.passwordHash ?? null;
  const matches = await verifyPassword(passwordHash, password);
  const refusal = new Refusal('UNAUTHORIZED', 'That email and password do not match.');
  if (!account || passwordHash === null || !matches) throw refusal;
  const { token, hash } = newToken();
  await db.transaction(async (tx) => {
    // A new password ends every session, so one that was just beginning with the old password must not outlive it.
    if (!(await holdUser(tx, account.id, passwordHash))) throw refusal;
    await insertSession(tx, { userId: account.id, tokenHash: hash, device });
  });
  return { token };
}
