import type { Session } from '../../src/domain/session.ts';
import type { Executor } from '../base/database/client.ts';
import { UserError } from '../base/errors/errors.ts';
import { deviceName } from '../base/secrets/device-name.ts';
import { deleteSessionOf, listSessions, type SignedIn } from './store/sessions.ts';

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

/** @throws NOT_FOUND for any other. */
export async function endUserSession(executor: Executor, { user }: SignedIn, id: string): Promise<void> {
  if (!(await deleteSessionOf(executor, user.id, id)))
    throw new UserError('NOT_FOUND', 'This session has already ended.');
}
