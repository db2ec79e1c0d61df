import type { QueryClient } from '@tanstack/react-query';
import { forgetAccessToken, readAccessToken } from '../api/calls/access-token.ts';
import { forgetOpenKeys } from '../api/calls/idempotency.ts';
import { ENDS_SESSION } from '../api/check-session.ts';
import { forgetGrants } from '../api/shipment-grants.ts';
import { sessionStore } from '../browser/web-storage.ts';
import { withTimeout } from '../browser/with-timeout.ts';
import { unsubscribeFromPush } from '../pwa/push-subscription.ts';
import { postToRegisteredWorker } from '../pwa/registered-worker.ts';
import { forgetDeviceUser, readDeviceUser } from './device-user.ts';
import { deleteUnsavedInput } from './drafts.ts';
import { type EndedSession, recordEndedSession } from './ended-session.ts';
import { forgetVisits } from './last-visit.ts';
import { deleteLastingDrafts } from './lasting-drafts.ts';
import { recordSignOut } from './session-record.ts';
import { deleteStored, startStoring, stopStoring } from './stored-queries.ts';

interface Purge {
  isOpen?: boolean;
  /** It is stored at once for the login, so that a reload doesn’t lose it. */
  ended?: EndedSession | null;
}

/** The token goes last: other tabs may write until then, so everything is cleared twice. */
export async function purgeDevice(client: QueryClient, { isOpen = false, ended = null }: Purge = {}): Promise<void> {
  if (ended) recordEndedSession(ended);
  stopStoring();
  const userId = readDeviceUser();
  const token = readAccessToken();
  // First, so that the next start finishes what is interrupted here.
  if (token !== null) await recordSignOut(token, isOpen);
  forgetOpenKeys();
  await clearMemory(client);
  await deleteUnsavedInput(userId);
  if (userId !== null) await deleteOf(userId);
  await postToRegisteredWorker({ type: 'forget-person' });
  forgetDeviceUser();
  forgetVisits();
  sessionStore.clear();
  forgetGrants();
  if (ended) recordEndedSession(ended);
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
  client.getQueryCache().clear();
  const mutations = client.getMutationCache();
  // Whatever ends the session keeps running, or a tab that notices first would start this page again.
  const ending = mutations.findAll({ mutationKey: ENDS_SESSION, status: 'pending' });
  for (const one of mutations.getAll()) if (!ending.includes(one)) mutations.remove(one);
}
