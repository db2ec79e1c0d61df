/** The outbox of this device: the only place where its parts are the browser's. */
import type { QueryClient } from '@tanstack/react-query';
import { get, update } from 'idb-keyval';
import { v4 as newKey } from 'uuid';
import { clockOffset, deviceMoment } from '../api/calls/server-clock.ts';
import { onServerResponse } from '../api/calls/server-responses.ts';
import { checkSession } from '../api/check-session.ts';
import { onRestored } from '../browser/on-restored.ts';
import { openStore } from '../offline/database.ts';
import { readDeviceUser } from '../offline/device-user.ts';
import { waitForIdle } from '../offline/idle.ts';
import { withRoom } from '../offline/room.ts';
import { areKeysOnDisk, expectKeys, forgetKeys, seal, sealBytes, unseal, unsealBytes } from '../offline/seal.ts';
import { requestOutboxSync } from '../pwa/outbox-sync.ts';
import { onWorkerBroadcast } from '../pwa/worker-broadcasts.ts';
import { keepSentFact } from './courier-run.ts';
import { noteWaiting } from './lost-work.ts';
import { createOutbox } from './outbox.ts';
import { sendRow, sendUnstored } from './outbox-send.ts';
import { createOutboxStore } from './outbox-store.ts';
import { showOutbox, unsentCount } from './outbox-view.ts';

let lastTurn = Promise.resolve();

/** Without a secure origin there are no locks. Between tabs the keys keep actions from being done twice. */
function inTurn(work: () => Promise<void>): Promise<void> {
  lastTurn = lastTurn.then(work, work);
  return lastTurn;
}

// A tablet that loses power must not lose what it reported as saved.
const database = openStore('waybill-outbox', { durability: 'strict' });

export const outbox = createOutbox({
  store: createOutboxStore({
    database,
    sealer: { areKeysOnDisk, expectKeys, forgetKeys, seal, unseal, sealBytes, unsealBytes },
    withRoom,
  }),
  send: sendRow,
  sendUnstored,
  clock: { now: deviceMoment, offset: clockOffset },
  lock: (work) => navigator.locks?.request('outbox', work) ?? inTurn(work),
  connect(onMessage) {
    const channel = new BroadcastChannel('outbox');
    channel.onmessage = ({ data }) => onMessage(data);
    return channel;
  },
  show(view) {
    showOutbox(view);
    showBadge(unsentCount(view));
    // It is only for what comes later, and of no use on a device that stores nothing.
    if (view.isRead && !view.hasFailed)
      readMark().then(
        (mark) => noteWaiting(view, mark),
        () => undefined,
      );
  },
  readUser: readDeviceUser,
  isOnline: () => navigator.onLine,
  requestSync: () => void requestOutboxSync(),
});

/**
 * Opens the outbox for the signed-in person and sends the queue, again whenever the network may be
 * back. Returns a function to close it.
 */
export function openOutbox(client: QueryClient, userId: string): () => void {
  const close = outbox.open(userId, {
    onServerChange: () => void client.invalidateQueries(),
    onSessionEnd: () => checkSession(client),
    onSent: (row) => keepSentFact(client, row),
  });
  const onOnline = () => void outbox.sendNow();
  const onVisible = () => {
    if (!document.hidden) void outbox.sendWaiting();
  };
  addEventListener('online', onOnline);
  document.addEventListener('visibilitychange', onVisible);
  const stopCatchingUp = onRestored(outbox.catchUp);
  const stopNudges = onWorkerBroadcast('nudge', onOnline);
  const stopResponses = onServerResponse(outbox.bringForward);
  let isClosed = false;
  // Keys are not needed while the app starts.
  void waitForIdle().then(() => isClosed || outbox.prepare(userId));
  return () => {
    isClosed = true;
    removeEventListener('online', onOnline);
    document.removeEventListener('visibilitychange', onVisible);
    stopCatchingUp();
    stopNudges();
    stopResponses();
    close();
  };
}

/** Tells this database from the one that takes its place if the browser deletes it. */
async function readMark(): Promise<string> {
  const read = () => get<string>('mark', database);
  const known = await read();
  if (known) return known;
  // Another tab may be making it too.
  await update<string>('mark', (mark) => mark ?? newKey(), database);
  return (await read()) ?? '';
}

/** Sets the number on the app's icon, if the device supports it. */
function showBadge(count: number): void {
  const shown = count > 0 ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.();
  shown?.catch(() => undefined);
}
