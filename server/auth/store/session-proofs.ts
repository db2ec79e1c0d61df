import { and, eq, gt, isNull, lt, ne, sql } from 'drizzle-orm';
import { SECOND_STEP_LIFE } from '../../../src/domain/session.ts';
import type { Executor } from '../../base/database/client.ts';
import { sessions } from '../../base/database/tables/sessions.ts';
import { users } from '../../base/database/tables/users.ts';
import { hashToken } from '../../base/secrets/secrets.ts';

/** In one session, before another password or passkey has to be right. */
const MAX_WRONG_CODES = 5;

const isAwaited = () =>
  and(
    eq(sessions.awaitsFactor, true),
    gt(sessions.createdAt, sql`now() - ${SECOND_STEP_LIFE / 1000} * interval '1 second'`),
  );

export async function findAwaitingSession(
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

export async function deleteAwaitingSession(executor: Executor, sessionId: string): Promise<boolean> {
  const { rowCount } = await executor.delete(sessions).where(and(eq(sessions.id, sessionId), isAwaited()));
  return rowCount === 1;
}

export async function recordProof(
  executor: Executor,
  sessionId: string,
  { withFactor }: { withFactor: boolean },
): Promise<boolean> {
  const rows = await executor
    .update(sessions)
    .set({ provedAt: sql`now()`, wrongCodes: 0, ...(withFactor && { hasSecondFactor: true }) })
    .where(eq(sessions.id, sessionId))
    .returning({ id: sessions.id });
  return rows.length > 0;
}

export async function spendCode(executor: Executor, sessionId: string): Promise<boolean> {
  const rows = await executor
    .update(sessions)
    .set({ wrongCodes: sql`${sessions.wrongCodes} + 1` })
    .where(and(eq(sessions.id, sessionId), lt(sessions.wrongCodes, MAX_WRONG_CODES)))
    .returning({ id: sessions.id });
  return rows.length > 0;
}

export async function endOtherProofs(executor: Executor, userId: string, sessionId: string): Promise<void> {
  await executor
    .update(sessions)
    .set({ provedAt: null })
    .where(and(eq(sessions.userId, userId), ne(sessions.id, sessionId)));
}

export async function forgetSecondFactor(executor: Executor, userId: string): Promise<void> {
  await executor.update(sessions).set({ hasSecondFactor: false }).where(eq(sessions.userId, userId));
}
