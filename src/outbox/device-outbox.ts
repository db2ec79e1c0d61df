/** The outbox of this device: the only place where its parts are the browser's. */
import type { Query, QueryClient } from '@tanstack/react-query';
import { get, update } from 'idb-keyval';
import { v4 as newKey } from 'uuid';
import { clockOffset, deviceMoment } from '../api/calls/server-clock.ts';
import { onServerResponse } from '../api/calls/server-responses.ts';
import { checkSession } from '../api/check-session.ts';
import { onRestored } from '../browser/on-restored.ts';
import { readDeviceUser } from '../offline/device-user.ts';
import { waitForIdle } from '../offline/idle.ts';
import { withRoom } from '../offline/room.ts';
import { areKeysOnDisk, expectKeys, forgetKeys, seal, sealBytes, unseal, unsealBytes } from '../offline/seal.ts';
import { storeQuery } from '../offline/stored-queries.ts';
import { requestOutboxSync } from '../pwa/outbox-sync.ts';
import { onWorkerBroadcast } from '../pwa/worker-broadcasts.ts';
import { noteWaiting } from './lost-work.ts';
import { createOutbox } from './outbox.ts';
import { isFact, isReadBack, type OutboxRow } from './outbox-row.ts';
import { sendRow, sendUnstored } from './outbox-send.ts';
import { createOutboxStore } from './outbox-store.ts';
import { EMPTY_VIEW, showOutbox, unsentCount } from './outbox-view.ts';
import { outboxDatabase } from './sent/outbox-database.ts';

let lastTurn = Promise.resolve();

/** Without a secure origin there are no locks. Between tabs the keys keep actions from being done twice. */
function inTurn(work: () => Promise<void>): Promise<void> {
  lastTurn = lastTurn.then(work, work);
  return lastTurn;
}

const store = createOutboxStore({
  database: outboxDatabase,
  sealer: { areKeysOnDisk, expectKeys, forgetKeys, seal, unseal, sealBytes, unsealBytes },
  withRoom,
});

let shown = EMPTY_VIEW;

export const outbox = createOutbox({
  store,
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
    shown = view;
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
  const stopReadingBack = client.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'success') void forgetReadBack(client, event.query);
  });
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
    stopReadingBack();
    close();
  };
}

/** Tells this database from the one that takes its place if the browser deletes it. */
async function readMark(): Promise<string> {
  const read = () => get<string>('mark', outboxDatabase);
  const known = await read();
  if (known) return known;
  // Another tab may be making it too.
  await update<string>('mark', (mark) => mark ?? newKey(), outboxDatabase);
  return (await read()) ?? '';
}

/** So many sent actions are kept, for lists that were stored before them. */
const MAX_SENT = 100;
/** Those that the disk no longer has, and the view still shows. */
const forgotten = new WeakSet<OutboxRow>();

/**
 * Forgets the oldest sent actions once an answer that contains them is on the disk, and at once what
 * a courier reported: it names people, and only the run shows it.
 */
async function forgetReadBack(client: QueryClient, { queryKey, state }: Query): Promise<void> {
  const { sent } = shown;
  const isDue = (row: OutboxRow, place: number) => isFact(row) || place < sent.length - MAX_SENT;
  const gone = sent.filter(
    (row, place) => isDue(row, place) && !forgotten.has(row) && isReadBack(row, queryKey, state.data),
  );
  if (gone.length === 0) return;
  for (const row of gone) forgotten.add(row);
  await storeQuery(queryKey, client);
  // They are shown until the next change of the outbox, where an answer is older.
  await store.forgetSent(gone).catch(() => undefined);
}

/** Sets the number on the app's icon, if the device supports it. */
function showBadge(count: number): void {
  const shown = count > 0 ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.();
  shown?.catch(() => undefined);
}
