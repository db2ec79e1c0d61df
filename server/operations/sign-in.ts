import type { Login } from '../../src/domain/session.ts';
import { verifyPassword } from '../auth/passwords.ts';
import { newToken } from '../auth/secrets.ts';
import type { Executor } from '../database/client.ts';
import { Refusal } from '../errors.ts';
import { insertSession } from '../stores/sessions.ts';
import { findCredentials } from '../stores/users.ts';

/**
 * Signs a person in (auth.login) and answers the token, of which only a hash is stored. An unknown address costs the
 * same work and gets the same sentence as a wrong password. Throws UNAUTHORIZED. Source: product decision 4.
 */
export async function signIn(
  executor: Executor,
  { email, password }: Login,
  device: string,
): Promise<{ token: string }> {
  const account = await findCredentials(executor, email);
  const passwordHash = account?.passwordHash ?? null;
  const matches = await verifyPassword(passwordHash, password);
  const { token, hash } = newToken();
  const hasBegun =
    account !== null &&
    passwordHash !== null &&
    matches &&
    (await insertSession(executor, { userId: account.id, tokenHash: hash, device }, passwordHash));
  if (!hasBegun) throw new Refusal('UNAUTHORIZED', 'That email and password do not match.');
  return { token };
}
