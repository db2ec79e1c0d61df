import type { QueryClient } from '@tanstack/react-query';
import { readAccessToken, writeAccessToken } from '../api/calls/access-token.ts';
import { forgetOpenKeys } from '../api/calls/idempotency.ts';
import { sessionStore } from '../browser/web-storage.ts';
import { postToWorker } from '../pwa/ask-worker.ts';
import { unsubscribeFromPush } from '../pwa/push-subscription.ts';
import { forgetDeviceUser, readDeviceUser } from './device-user.ts';
import { deleteDrafts } from './drafts.ts';
import { forgetVisits } from './last-visit.ts';
import { deleteStored, startStoring, stopStoring } from './stored-queries.ts';

/**
 * Makes this device forget the person who was signed in, in this order: nothing is stored any more, the memory of this
 * tab goes, then what was typed here, the person's database, the worker's answers and images, the grants, the push
 * subscription and the token. The token goes that late because other tabs take its end as their sign to do the same; one
 * that was just keeping something may have begun anew before, so the database and the worker's part go once more. What a
 * visitor is told of by push is nobody's who signs in: it stays.
 */
export async function purgeDevice(client: QueryClient): Promise<void> {
  stopStoring();
  const userId = readDeviceUser();
  forgetOpenKeys();
  await client.cancelQueries();
  client.clear();
  await deleteDrafts(userId);
  if (userId !== null) await deleteStored(userId);
  await postToWorker({ type: 'forget-person' });
  forgetDeviceUser();
  forgetVisits();
  sessionStore.clear();
  if (readAccessToken() !== null) await unsubscribeFromPush();
  writeAccessToken(null);
  await postToWorker({ type: 'forget-person' });
  if (userId !== null) await deleteStored(userId);
  startStoring();
}
