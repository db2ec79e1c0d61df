import type { Login } from '../../../src/domain/session.ts';
import { normalizePassword } from '../../../src/domain/text.ts';
import { findHashedSpelling, hashPassword } from '../../auth/passwords.ts';
import type { Services } from '../../context/context.ts';
import { inUnitOfWork } from '../../context/unit-of-work.ts';
import type { Executor } from '../../database/client.ts';
import { UserError } from '../../errors/errors.ts';
import { respellPasswordHash } from '../../stores/users/user-rights.ts';
import { findCredentials } from '../../stores/users/users.ts';
import { type SignInDevice, startSession } from './start-session.ts';

const wrongCredentials = () => new UserError('UNAUTHORIZED', 'Incorrect email or password.', { guess: true });

/**
 * Signs a user in; a new device gets a ticket. An unknown address takes as long as a wrong
 * password.
 * @throws UNAUTHORIZED
 */
export async function signIn(
  services: Services,
  { email, password }: Login,
  { requestId, ...device }: SignInDevice & { requestId: string },
): Promise<{ token: string; deviceTicket?: string }> {
  const account = await findCredentials(services.db, email);
  const stored = account?.passwordHash ?? null;
  const spelling = await findHashedSpelling(stored, password);
  if (account === null || stored === null || spelling === null) throw wrongCredentials();
  const passwordHash = await normalizeHash(services.db, { userId: account.id, stored, spelling });
  const order = { services, actor: { id: account.id }, procedure: 'auth.login', requestId };
  return inUnitOfWork(order, async (unit) => {
    const session = await startSession(unit, account, device, passwordHash);
    if (!session) throw wrongCredentials();
    return session;
  });
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
