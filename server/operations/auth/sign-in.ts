import type { Login } from '../../../src/domain/session.ts';
import { normalizePassword } from '../../../src/domain/text.ts';
import { findHashedSpelling, hashPassword } from '../../auth/passwords.ts';
import { createToken } from '../../auth/secrets.ts';
import type { Executor } from '../../database/client.ts';
import { UserError } from '../../errors/errors.ts';
import { insertSession } from '../../stores/auth/sessions.ts';
import { respellPasswordHash } from '../../stores/users/user-rights.ts';
import { findCredentials } from '../../stores/users/users.ts';
import { rememberDevice } from './remember-device.ts';

interface SignInDevice {
  device: string;
  deviceTicket: string | null;
}

/**
 * Signs a user in; a new device gets a ticket. An unknown address takes as long as a wrong
 * password.
 * @throws UNAUTHORIZED
 */
export async function signIn(
  executor: Executor,
  { email, password }: Login,
  { device, deviceTicket }: SignInDevice,
): Promise<{ token: string; deviceTicket?: string }> {
  const account = await findCredentials(executor, email);
  const stored = account?.passwordHash ?? null;
  const spelling = await findHashedSpelling(stored, password);
  const { token, hash } = createToken();
  const isSignedIn =
    account !== null &&
    stored !== null &&
    spelling !== null &&
    (await insertSession(
      executor,
      { userId: account.id, tokenHash: hash, device },
      await normalizeHash(executor, { userId: account.id, stored, spelling }),
    ));
  if (!isSignedIn) throw new UserError('UNAUTHORIZED', 'Incorrect email or password.', { guess: true });
  return { token, ...(await rememberDevice(executor, account.id, deviceTicket)) };
}

/** So that any keyboard works. */
async function normalizeHash(
  executor: Executor,
  { userId, stored, spelling }: { userId: string; stored: string; spelling: string },
): Promise<string> {
  const normalized = normalizePassword(spelling);
  if (spelling === normalized) return stored;
  const passwordHash = await hashPassword(normalized);
  return (await respellPasswordHash(executor, userId, passwordHash, stored)) ? passwordHash : stored;
}
