import type { Query, QueryClient } from '@tanstack/react-query';
import { get, update } from 'idb-keyval';
import { v4 as newKey } from 'uuid';
import { readAccessToken } from '../api/calls/access-token.ts';
import { onProved } from '../api/calls/proof.ts';
import { clockOffset, deviceMoment } from '../api/calls/server-clock.ts';
import { onServerResponse } from '../api/calls/server-responses.ts';
import { checkSession } from '../api/check-session.ts';
import { GUEST, noteGuestRows } from '../api/guest.ts';
import { onRestored } from '../browser/on-restored.ts';
import { readDeviceUser } from '../offline/device-user.ts';
import { waitForIdle } from '../offline/idle.ts';
import { withRoom } from '../offline/room.ts';
import { areKeysOnDisk, deleteKeys, ensureKeys, seal, sealBytes, unseal, unsealBytes } from '../offline/seal.ts';
import { storeQuery } from '../offline/stored-queries.ts';
import { requestOutboxSync } from '../pwa/outbox-sync.ts';
import { onWorkerBroadcast } from '../pwa/worker-broadcasts.ts';
import { noteWaiting } from './lost-work.ts';
import { createOutbox } from './outbox.ts';
import { isFact, isReadBack, type OutboxRow } from './outbox-row.ts';
import { sendRow, sendTogether, sendUnstored } from './outbox-send.ts';
import { createOutboxStore } from './outbox-store.ts';
import { EMPTY_VIEW, showOutbox, unsentCount } from './outbox-view.ts';
import { outboxDatabase } from './sent/outbox-database.ts';

let lastTurn = Promise.resolve();

/** There are no locks without a secure origin; the keys prevent doing things twice. */
function inTurn(work: () => Promise<void>): Promise<void> {
  lastTurn = lastTurn.then(work, work);
  return lastTurn;
}

const store = createOutboxStore({
  database: outboxDatabase,
  sealer: { areKeysOnDisk, ensureKeys, deleteKeys, seal, unseal, sealBytes, unsealBytes },
  withRoom,
});

let shown = EMPTY_VIEW;

const readUser = () => readDeviceUser() ?? (readAccessToken() === null ? GUEST : null);

export const outbox = createOutbox({
  store,
  send: sendRow,
  sendTogether,
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
    if (!view.isRead || view.hasFailed) return;
    if (readUser() === GUEST) noteGuestRows(unsentCount(view));
    readMark().then(
      (mark) => noteWaiting(view, mark),
      () => undefined,
    );
  },
  readUser,
  isOnline: () => navigator.onLine,
  requestSync: () => void requestOutboxSync(),
});

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
  const stopProofs = onProved(onOnline);
  const stopResponses = onServerResponse(outbox.bringForward);
  const stopReadingBack = client.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'success') void forgetReadBack(client, event.query);
  });
  let isClosed = false;
  void waitForIdle().then(() => isClosed || outbox.prepare(userId));
  return () => {
    isClosed = true;
    removeEventListener('online', onOnline);
    document.removeEventListener('visibilitychange', onVisible);
    stopCatchingUp();
    stopNudges();
    stopProofs();
    stopResponses();
    stopReadingBack();
    close();
  };
}

/** Tells this database from its successor if the browser deletes it. */
async function readMark(): Promise<string> {
  const read = () => get<string>('mark', outboxDatabase);
  const known = await read();
  if (known) return known;
  await update<string>('mark', (mark) => mark ?? newKey(), outboxDatabase);
  return (await read()) ?? '';
}

const MAX_SENT = 100;
const forgotten = new WeakSet<OutboxRow>();

/** Couriers' reports go at once: they name people, and only the run shows them. */
async function forgetReadBack(client: QueryClient, { queryKey, state }: Query): Promise<void> {
  const { sent } = shown;
  const isDue = (row: OutboxRow, place: number) => isFact(row) || place < sent.length - MAX_SENT;
  const gone = sent.filter(
    (row, place) => isDue(row, place) && !forgotten.has(row) && isReadBack(row, queryKey, state.data),
  );
  if (gone.length === 0) return;
  for (const row of gone) forgotten.add(row);
  await storeQuery(queryKey, client);
  await store.forgetSent(gone).catch(() => undefined);
}

function showBadge(count: number): void {
  const shown = count > 0 ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.();
  shown?.catch(() => undefined);
}
