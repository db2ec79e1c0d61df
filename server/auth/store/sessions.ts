import { and, eq, gt, isNull, lt, ne, or, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { PROOF_LIFE, SECOND_STEP_LIFE, SESSION_ABSOLUTE, SESSION_IDLE } from '../../../src/domain/session.ts';
import type { User } from '../../../src/domain/user.ts';
import type { Executor } from '../../base/database/client.ts';
import { sessions } from '../../base/database/tables/sessions.ts';
import { users } from '../../base/database/tables/users.ts';
import { isTransientError } from '../../base/errors/transient-errors.ts';
import { hashToken } from '../../base/secrets/secrets.ts';
import { deleteBatch } from '../../base/sql/delete-batch.ts';
import { userColumns } from '../../people/store/users.ts';

export interface SignedIn {
  user: User;
  sessionId: string;
  /** Just now enough for what asks for it again. */
  isProved: boolean;
  hasSecondFactor: boolean;
}

const since = (milliseconds: number) => sql`now() - ${milliseconds / 1000} * interval '1 second'`;

/** Signed in, used within seven days, and under thirty days old. */
export const isActive = () =>
  and(
    eq(sessions.awaitsFactor, false),
    gt(sessions.lastSeenAt, since(SESSION_IDLE)),
    gt(sessions.createdAt, since(SESSION_ABSOLUTE)),
  );

const mayLogIn = and(isNull(users.deletedAt), isNull(users.deactivatedRoles));

const SEEN_INTERVAL_MS = 5 * 60 * 1000;

/** Finds who a token belongs to, and notes every five minutes that they were seen. */
export async function findSignedIn(executor: Executor, token: string, network: string): Promise<SignedIn | null> {
  const [row] = await executor
    .select({
      ...userColumns,
      sessionId: sessions.id,
      isProved: sql<boolean>`coalesce(${sessions.provedAt} > ${since(PROOF_LIFE)}, false)`,
      hasSecondFactor: sessions.hasSecondFactor,
      stale: lt(sessions.lastSeenAt, since(SEEN_INTERVAL_MS)).mapWith(Boolean),
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.tokenHash, hashToken(token)), isActive(), mayLogIn));
  if (!row) return null;
  const { sessionId, isProved, hasSecondFactor, stale, ...user } = row;
  if (stale) {
    const seen = { lastSeenAt: sql`now()`, ...(network && { network }) };
    const update = executor.update(sessions).set(seen).where(eq(sessions.id, sessionId));
    // Reads must work when nothing can be written.
    await update.catch((error: unknown) => {
      if (!isTransientError(error)) throw error;
    });
  }
  return { user, sessionId, isProved, hasSecondFactor };
}

export async function isStillSignedIn(executor: Executor, { sessionId, user }: SignedIn): Promise<boolean> {
  const isSame = and(eq(users.roles, user.roles ?? []), eq(users.verified, user.verified));
  const rows = await executor
    .select({ id: sessions.id })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.id, sessionId), isActive(), mayLogIn, isSame));
  return rows.length > 0;
}

export interface NewSession {
  userId: string;
  tokenHash: Buffer;
  device: string;
  network?: string;
  /** `awaited`: until then it signs in to nothing. */
  secondFactor?: 'none' | 'awaited' | 'given';
}

/**
 * Starts a session, which is proof of who it is; false if `passwordHash` has changed: a new password
 * ends even sessions being created.
 */
export async function insertSession(
  executor: Executor,
  { userId, tokenHash, device, network = '', secondFactor = 'none' }: NewSession,
  passwordHash?: string,
): Promise<boolean> {
  const isUnchanged = passwordHash === undefined ? undefined : eq(users.passwordHash, passwordHash);
  const { rowCount } = await executor.execute(sql`
    insert into ${sessions} (id, token_hash, user_id, device, network, proved_at, has_second_factor, awaits_factor)
    select ${uuidv7()}::uuid, ${tokenHash}::bytea, ${users.id}, ${device}::text, ${network}::text, now(),
      ${secondFactor === 'given'}::boolean, ${secondFactor === 'awaited'}::boolean
    from ${users}
    where ${and(eq(users.id, userId), mayLogIn, isUnchanged)}
    for share`);
  return rowCount === 1;
}

export async function deleteSession(executor: Executor, id: string): Promise<void> {
  await executor.delete(sessions).where(eq(sessions.id, id));
}

export async function deleteSessionOfHash(executor: Executor, hash: Buffer): Promise<void> {
  await executor.delete(sessions).where(eq(sessions.tokenHash, hash));
}

export async function deleteSessionsOf(executor: Executor, userId: string): Promise<number> {
  const { rowCount } = await executor.delete(sessions).where(eq(sessions.userId, userId));
  return rowCount ?? 0;
}

export const deleteEndedSessions = (executor: Executor): Promise<boolean> =>
  deleteBatch(
    executor,
    sessions,
    or(
      lt(sessions.lastSeenAt, since(SESSION_IDLE)),
      lt(sessions.createdAt, since(SESSION_ABSOLUTE)),
      and(eq(sessions.awaitsFactor, true), lt(sessions.createdAt, since(SECOND_STEP_LIFE))),
    ),
  );

export const countSessions = (executor: Executor, userId: string): Promise<number> =>
  executor.$count(sessions, and(eq(sessions.userId, userId), isActive()));

export interface SessionRow {
  id: string;
  device: string;
  network: string;
  createdAt: Date;
  lastSeenAt: Date;
}

export async function deleteOtherSessions(executor: Executor, userId: string, sessionId: string): Promise<number> {
  const { rowCount } = await executor
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), ne(sessions.id, sessionId)));
  return rowCount ?? 0;
}
