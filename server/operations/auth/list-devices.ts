import type { Session } from '../../../src/domain/session.ts';
import { deviceName } from '../../auth/device-name.ts';
import type { Executor } from '../../database/client.ts';
import { Refusal } from '../../errors/errors.ts';
import { deleteSessionOf, listSessions, type SignedIn } from '../../stores/auth/sessions.ts';

/**
 * A user's sessions (user.getSessions), the most recently used first; the caller's own is marked as
 * current.
 */
export async function listDevices(executor: Executor, { user, sessionId }: SignedIn): Promise<Session[]> {
  const rows = await listSessions(executor, user.id);
  return rows.map(({ id, device, createdAt, lastSeenAt }) => ({
    id,
    device: deviceName(device),
    createdAt: createdAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
    current: id === sessionId,
  }));
}

/**
 * Ends one of a user's own sessions (user.endSession).
 * @throws NOT_FOUND for any other.
 */
export async function endDevice(executor: Executor, { user }: SignedIn, id: string): Promise<void> {
  if (!(await deleteSessionOf(executor, user.id, id)))
    throw new Refusal('NOT_FOUND', 'This session has already ended.');
}
