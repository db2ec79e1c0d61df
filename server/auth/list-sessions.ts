import { and, desc, eq, sql } from 'drizzle-orm';
import { ROWS_AT_ONCE } from '../../src/domain/pagination.ts';
import { pick } from '../../src/domain/pick.ts';
import type { Session } from '../../src/domain/session.ts';
import type { Executor } from '../base/database/client.ts';
import { sessions } from '../base/database/tables/sessions.ts';
import { UserError } from '../base/errors/errors.ts';
import { deviceName } from '../base/secrets/device-name.ts';
import { isActive, type SessionRow, type SignedIn } from './store/sessions.ts';

/** This one, and the latest of the others. */
async function listSessions(executor: Executor, userId: string, currentId: string): Promise<SessionRow[]> {
  return executor
    .select({
      ...pick(sessions, 'id', 'device', 'network', 'createdAt', 'lastSeenAt'),
    })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), isActive()))
    .orderBy(sql`${sessions.id} <> ${currentId}`, desc(sessions.lastSeenAt))
    .limit(ROWS_AT_ONCE);
}

export async function listUserSessions(executor: Executor, { user, sessionId }: SignedIn): Promise<Session[]> {
  const rows = await listSessions(executor, user.id, sessionId);
  return rows.map(({ id, device, network, createdAt, lastSeenAt }) => ({
    id,
    device: deviceName(device),
    network,
    createdAt: createdAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
    current: id === sessionId,
  }));
}

async function deleteSessionOf(executor: Executor, userId: string, id: string): Promise<boolean> {
  const rows = await executor
    .delete(sessions)
    .where(and(eq(sessions.id, id), eq(sessions.userId, userId)))
    .returning({ id: sessions.id });
  return rows.length > 0;
}

/** @throws NOT_FOUND for any other. */
export async function endUserSession(executor: Executor, { user }: SignedIn, id: string): Promise<void> {
  if (!(await deleteSessionOf(executor, user.id, id)))
    throw new UserError('NOT_FOUND', 'This session has already ended.');
}
