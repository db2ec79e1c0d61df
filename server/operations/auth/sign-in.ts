import type { Login } from '../../../src/domain/session.ts';
import { verifyPassword } from '../../auth/passwords.ts';
import { createToken } from '../../auth/secrets.ts';
import type { Executor } from '../../database/client.ts';
import { UserError } from '../../errors/errors.ts';
import { insertSession } from '../../stores/auth/sessions.ts';
import { findCredentials } from '../../stores/users/users.ts';
import { rememberDevice } from './remember-device.ts';

/** The device of a sign-in: its user agent, and the ticket it was given at an earlier one. */
interface SignInDevice {
  device: string;
  deviceTicket: string | null;
}

/**
 * Signs a user in (auth.login) and returns the token, and a ticket if the device has none yet; only
 * their hashes are stored. An unknown address takes the same time and gets the same message as a
 * wrong password.
 * @throws UNAUTHORIZED.
 * Source: product decision 4; docs: decision 0022.
 */
export async function signIn(
  executor: Executor,
  { email, password }: Login,
  { device, deviceTicket }: SignInDevice,
): Promise<{ token: string; deviceTicket?: string }> {
  const account = await findCredentials(executor, email);
  const passwordHash = account?.passwordHash ?? null;
  const matches = await verifyPassword(passwordHash, password);
  const { token, hash } = createToken();
  const isSignedIn =
    account !== null &&
    passwordHash !== null &&
    matches &&
    (await insertSession(executor, { userId: account.id, tokenHash: hash, device }, passwordHash));
  if (!isSignedIn) throw new UserError('UNAUTHORIZED', 'Incorrect email or password.', { guess: true });
  return { token, ...(await rememberDevice(executor, account.id, deviceTicket)) };
}
