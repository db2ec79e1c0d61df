import type { LoginWithCode } from '../../../src/domain/factor.ts';
import type { Login } from '../../../src/domain/session.ts';
import { normalizePassword } from '../../../src/domain/text.ts';
import { findHashedSpelling, hashPassword } from '../../auth/passwords.ts';
import { createToken } from '../../auth/secrets.ts';
import type { Services } from '../../context/context.ts';
import { inUnitOfWork } from '../../context/unit-of-work.ts';
import type { Executor } from '../../database/client.ts';
import { UserError } from '../../errors/errors.ts';
import { admitAwaitingSession, findAwaitingSession } from '../../stores/auth/session-proofs.ts';
import { insertSession } from '../../stores/auth/sessions.ts';
import { countFactors, isAny } from '../../stores/factors/factors.ts';
import { respellPasswordHash } from '../../stores/users/user-rights.ts';
import { findCredentials } from '../../stores/users/users.ts';
import { consumeCode, withCodeLimits } from '../factors/consume-code.ts';
import { rememberDevice } from './remember-device.ts';

interface SignInDevice {
  device: string;
  deviceTicket: string | null;
}

const wrongCredentials = () => new UserError('UNAUTHORIZED', 'Incorrect email or password.', { guess: true });

/**
 * Signs a user in; a new device gets a ticket. An unknown address takes as long as a wrong
 * password.
 * @throws UNAUTHORIZED; PRECONDITION_FAILED with the second step of who has a second factor.
 */
export async function signIn(
  executor: Executor,
  { email, password }: Login,
  { device, deviceTicket }: SignInDevice,
): Promise<{ token: string; deviceTicket?: string }> {
  const account = await findCredentials(executor, email);
  const stored = account?.passwordHash ?? null;
  const spelling = await findHashedSpelling(stored, password);
  if (account === null || stored === null || spelling === null) throw wrongCredentials();
  const passwordHash = await normalizeHash(executor, { userId: account.id, stored, spelling });
  const factors = await countFactors(executor, account.id);
  const { token, hash } = createToken();
  const secondFactor = isAny(factors) ? 'awaited' : 'none';
  const session = { userId: account.id, tokenHash: hash, device, secondFactor } as const;
  if (!(await insertSession(executor, session, passwordHash))) throw wrongCredentials();
  if (secondFactor === 'awaited') {
    throw new UserError('PRECONDITION_FAILED', 'Your password is right. Reload this page to enter your code.', {
      secondStep: { ticket: token, passkey: factors.passkeys > 0, code: factors.authenticators > 0 },
    });
  }
  return { token, ...(await rememberDevice(executor, account.id, deviceTicket)) };
}

/**
 * Signs in whose password was right, with a code.
 * @throws BAD_REQUEST, a field error, PRECONDITION_FAILED, TOO_MANY_REQUESTS
 */
export async function signInWithCode(
  services: Services,
  { ticket, code }: LoginWithCode,
  { deviceTicket, requestId, address }: { deviceTicket: string | null; requestId: string; address: string },
): Promise<{ token: string; deviceTicket?: string }> {
  const awaiting = await findAwaitingSession(services.db, ticket);
  if (!awaiting) throw tooLate();
  const { sessionId, userId } = awaiting;
  const { token, hash: tokenHash } = createToken();
  const order = { services, actor: { id: userId }, procedure: 'auth.loginWithCode', requestId };
  return withCodeLimits(services, { userId, sessionId, address }, code, () =>
    inUnitOfWork(order, async ({ tx }) => {
      await consumeCode(tx, services.secrets, userId, code);
      if (!(await admitAwaitingSession(tx, { sessionId, tokenHash }))) throw tooLate();
      return { token, ...(await rememberDevice(tx, userId, deviceTicket)) };
    }),
  );
}

const tooLate = () => new UserError('BAD_REQUEST', 'This took too long. Log in with your password again.');

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
