import type { QueryClient } from '@tanstack/react-query';
import { forgetAccessToken, readAccessToken } from '../api/calls/access-token.ts';
import { forgetOpenKeys } from '../api/calls/idempotency.ts';
import { sessionStore } from '../browser/web-storage.ts';
import { withTimeout } from '../browser/with-timeout.ts';
import { unsubscribeFromPush } from '../pwa/push-subscription.ts';
import { postToRegisteredWorker } from '../pwa/registered-worker.ts';
import { forgetDeviceUser, readDeviceUser } from './device-user.ts';
import { deleteDrafts } from './drafts.ts';
import { forgetVisits } from './last-visit.ts';
import { deleteLastingDrafts } from './lasting-drafts.ts';
import { recordSignOut } from './session-record.ts';
import { deleteStored, startStoring, stopStoring } from './stored-queries.ts';

/**
 * Removes the signed-in person's data; a visitor's push settings stay. `isOpen`: the server has yet to
 * end the session. The token goes last, because other tabs purge when it goes. They may have asked and
 * written until then, so this tab's memory, the database and the caches are cleared twice.
 */
export async function purgeDevice(client: QueryClient, { isOpen = false } = {}): Promise<void> {
  stopStoring();
  const userId = readDeviceUser();
  const token = readAccessToken();
  // First, so that the next start finishes what is interrupted here.
  if (token !== null) await recordSignOut(token, isOpen);
  forgetOpenKeys();
  await clearMemory(client);
  await deleteDrafts(userId);
  if (userId !== null) await deleteOf(userId);
  await postToRegisteredWorker({ type: 'forget-person' });
  forgetDeviceUser();
  forgetVisits();
  sessionStore.clear();
  // It may wait for the network.
  if (readAccessToken() !== null) await withTimeout(unsubscribeFromPush(), undefined);
  forgetAccessToken();
  await clearMemory(client);
  await postToRegisteredWorker({ type: 'forget-person' });
  if (userId !== null) await deleteOf(userId);
  startStoring();
}

async function deleteOf(userId: string): Promise<void> {
  await Promise.all([deleteStored(userId), deleteLastingDrafts(userId)]);
}

async function clearMemory(client: QueryClient): Promise<void> {
  await client.cancelQueries();
  client.clear();
}
