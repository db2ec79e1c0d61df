import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import type { SecondStep } from '../../src/domain/errors.ts';
import type { LoginWithCode } from '../../src/domain/factor.ts';
import { type Login, SECOND_STEP_LIFE } from '../../src/domain/session.ts';
import { normalizePassword } from '../../src/domain/text.ts';
import type { Executor } from '../base/database/client.ts';
import { sessions } from '../base/database/tables/sessions.ts';
import { users } from '../base/database/tables/users.ts';
import { UserError } from '../base/errors/errors.ts';
import { findHashedSpelling, hashPassword } from '../base/secrets/passwords.ts';
import { createToken, hashToken } from '../base/secrets/secrets.ts';
import type { Services } from '../context/context.ts';
import { inUnitOfWork } from '../context/unit-of-work.ts';
import { consumeCode, withCodeLimits } from '../factors/consume-code.ts';
import { countFactors, isAny } from '../factors/store/factors.ts';
import { lockUser } from '../people/store/lock-users.ts';
import { findCredentials } from '../people/store/users.ts';
import { type SignInDevice, startSession } from './start-session.ts';
import { insertSession } from './store/sessions.ts';

const wrongCredentials = () => new UserError('UNAUTHORIZED', 'Incorrect email or password.', { guess: true });

/**
 * Signs a user in; a new device gets a ticket.
 * @throws UNAUTHORIZED; PRECONDITION_FAILED with the second step of who has a second factor.
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
  const order = { services, actor: { id: account.id }, procedure: 'auth.login' as const, requestId };
  const begun = await inUnitOfWork(order, async (unit): Promise<SecondStep | Session> => {
    // So that nobody adds a factor at the same moment.
    if (!(await lockUser(unit.tx, account.id))) throw wrongCredentials();
    const factors = await countFactors(unit.tx, account.id);
    if (!isAny(factors)) {
      const session = await startSession(unit, account, device, { passwordHash });
      if (!session) throw wrongCredentials();
      return session;
    }
    const { token, hash: tokenHash } = createToken();
    const awaiting = { userId: account.id, tokenHash, device: device.device, secondFactor: 'awaited' } as const;
    if (!(await insertSession(unit.tx, awaiting, passwordHash))) throw wrongCredentials();
    return { ticket: token, passkey: factors.passkeys > 0, code: factors.authenticators > 0 };
  });
  if ('token' in begun) return begun;
  // An app that does not know `secondStep` shows this as the form's error.
  throw new UserError('PRECONDITION_FAILED', 'Your password is right. Reload this page to enter your code.', {
    secondStep: begun,
  });
}

interface Session {
  token: string;
  deviceTicket?: string;
}

const isAwaited = () =>
  and(
    eq(sessions.awaitsFactor, true),
    gt(sessions.createdAt, sql`now() - ${SECOND_STEP_LIFE / 1000} * interval '1 second'`),
  );

async function findAwaitingSession(
  executor: Executor,
  ticket: string,
): Promise<{ sessionId: string; userId: string } | null> {
  const [row] = await executor
    .select({ sessionId: sessions.id, userId: sessions.userId })
    .from(sessions)
    .innerJoin(users, and(eq(users.id, sessions.userId), isNull(users.deletedAt)))
    .where(and(eq(sessions.tokenHash, hashToken(ticket)), isAwaited()));
  return row ?? null;
}

async function deleteAwaitingSession(executor: Executor, sessionId: string): Promise<boolean> {
  const { rowCount } = await executor.delete(sessions).where(and(eq(sessions.id, sessionId), isAwaited()));
  return rowCount === 1;
}

/**
 * Signs in whose password was right, with a code.
 * @throws BAD_REQUEST, a field error, PRECONDITION_FAILED, TOO_MANY_REQUESTS
 */
export async function signInWithCode(
  services: Services,
  { ticket, code }: LoginWithCode,
  { requestId, ...device }: SignInDevice & { requestId: string },
): Promise<Session> {
  const awaiting = await findAwaitingSession(services.db, ticket);
  if (!awaiting) throw tooLate();
  const { sessionId, userId } = awaiting;
  const order = { services, actor: { id: userId }, procedure: 'auth.loginWithCode' as const, requestId };
  return withCodeLimits(services, { userId, sessionId, address: device.address }, code, () =>
    inUnitOfWork(order, async (unit) => {
      // Locked first: a new password, which ends what awaits a code, waits for this or came before.
      const account = await lockUser(unit.tx, userId);
      if (!account) throw tooLate();
      await consumeCode(unit.tx, services.secrets, userId, code);
      if (!(await deleteAwaitingSession(unit.tx, sessionId))) throw tooLate();
      const session = await startSession(unit, account, device, { secondFactor: 'given' });
      if (!session) throw tooLate();
      return session;
    }),
  );
}

const tooLate = () => new UserError('BAD_REQUEST', 'This took too long. Log in with your password again.');

/** Replaces a password's hash by another spelling's; false if `from` is outdated. */
async function respellPasswordHash(
  executor: Executor,
  id: string,
  passwordHash: string,
  from: string,
): Promise<boolean> {
  const rows = await executor
    .update(users)
    .set({ passwordHash })
    .where(and(eq(users.id, id), eq(users.passwordHash, from)))
    .returning({ id: users.id });
  return rows.length > 0;
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
