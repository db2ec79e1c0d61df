import { and, eq, lt, sql } from 'drizzle-orm';
import { isRecoveryCode } from '../../src/domain/factor.ts';
import type { Executor, Transaction } from '../base/database/client.ts';
import { authenticators, recoveryCodes } from '../base/database/tables/factors.ts';
import { sessions } from '../base/database/tables/sessions.ts';
import { fieldError, UserError } from '../base/errors/errors.ts';
import { hashToken, type Secrets } from '../base/secrets/secrets.ts';
import { findTotpStep } from '../base/secrets/totp.ts';
import type { Services } from '../context/context.ts';
import { findAuthenticator, findAuthenticatorUse } from './store/authenticators.ts';
import { isUnusedCodeOf } from './store/recovery-codes.ts';

/** Also for one that was used before. */
const wrongCode = () => fieldError('code', 'This code is wrong or has been used. Enter the next one.', { guess: true });

interface CodeGuesser {
  userId: string;
  sessionId: string;
  address: string;
}

/** In one session, before another password or passkey has to be right. */
const MAX_WRONG_CODES = 5;

async function spendCode(executor: Executor, sessionId: string): Promise<boolean> {
  const rows = await executor
    .update(sessions)
    .set({ wrongCodes: sql`${sessions.wrongCodes} + 1` })
    .where(and(eq(sessions.id, sessionId), lt(sessions.wrongCodes, MAX_WRONG_CODES)))
    .returning({ id: sessions.id });
  return rows.length > 0;
}

/**
 * Runs what uses up a code, and counts wrong ones against the account and the session.
 * @throws PRECONDITION_FAILED after five wrong ones in a session, TOO_MANY_REQUESTS.
 */
export async function withCodeLimits<Result>(
  { db, limits }: Services,
  { userId, sessionId, address }: CodeGuesser,
  code: string,
  work: () => Promise<Result>,
): Promise<Result> {
  if (isRecoveryCode(code) || !(await findAuthenticatorUse(db, userId))) return work();
  const settle = await limits.admit(['code'], { address, userId });
  try {
    if (!(await spendCode(db, sessionId))) throw tooManyCodes();
    const result = await work();
    await settle('right');
    return result;
  } catch (error) {
    await settle(error instanceof UserError && error.guess ? 'wrong' : 'failed');
    throw error;
  }
}

const tooManyCodes = () =>
  new UserError('PRECONDITION_FAILED', 'Too many wrong codes. Log in again, or use a recovery code.');

async function consumeStep(executor: Executor, { id, step }: { id: string; step: number }): Promise<boolean> {
  const rows = await executor
    .update(authenticators)
    .set({ lastStep: step, lastUsedAt: sql`now()` })
    .where(and(eq(authenticators.id, id), lt(authenticators.lastStep, step)))
    .returning({ id: authenticators.id });
  return rows.length > 0;
}

/** Uses up a code; true for one concurrent call. */
async function consumeRecoveryCode(executor: Executor, userId: string, codeHash: Buffer): Promise<boolean> {
  const rows = await executor
    .update(recoveryCodes)
    .set({ usedAt: sql`now()` })
    .where(and(isUnusedCodeOf(userId), eq(recoveryCodes.codeHash, codeHash)))
    .returning({ id: recoveryCodes.id });
  return rows.length > 0;
}

/**
 * Uses up a code of the user's authenticator app or a recovery code.
 * @throws A field error at `code`.
 */
export async function consumeCode(tx: Transaction, secrets: Secrets, userId: string, code: string): Promise<void> {
  if (isRecoveryCode(code)) {
    if (!(await consumeRecoveryCode(tx, userId, hashToken(code)))) throw wrongCode();
    return;
  }
  const authenticator = await findAuthenticator(tx, userId, { isConfirmed: true });
  const step = authenticator && findTotpStep(secrets.decryptCode(authenticator.secret), code, authenticator.now);
  const isRight = authenticator && step !== null && (await consumeStep(tx, { id: authenticator.id, step }));
  if (!isRight) throw wrongCode();
}
