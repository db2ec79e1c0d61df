import type { Login } from '../../../src/domain/session.ts';
import { verifyPassword } from '../../auth/passwords.ts';
import { newToken, tokenHash } from '../../auth/secrets.ts';
import type { Executor } from '../../database/client.ts';
import { Refusal } from '../../errors/errors.ts';
import { insertKnownDevice, renewKnownDevice } from '../../stores/auth/known-devices.ts';
import { insertSession } from '../../stores/auth/sessions.ts';
import { findCredentials } from '../../stores/users/users.ts';

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
  const { token, hash } = newToken();
  const hasBegun =
    account !== null &&
    passwordHash !== null &&
    matches &&
    (await insertSession(executor, { userId: account.id, tokenHash: hash, device }, passwordHash));
  if (!hasBegun) throw new Refusal('UNAUTHORIZED', 'Incorrect email or password.', { guess: true });
  const newTicket = await rememberDevice(executor, account.id, deviceTicket);
  return { token, ...(newTicket !== null && { deviceTicket: newTicket }) };
}

/**
 * Makes a device known to an account, by its own ticket if this server issued it, else by a new
 * one.
 */
async function rememberDevice(executor: Executor, userId: string, ticket: string | null): Promise<string | null> {
  if (ticket !== null && (await renewKnownDevice(executor, { userId, ticketHash: tokenHash(ticket) }))) return null;
  const { token, hash } = newToken();
  await insertKnownDevice(executor, { userId, ticketHash: hash });
  return token;
}
