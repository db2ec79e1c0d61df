/**
 * Sends actions exactly once, as soon as there is a connection. Each is stored before it is first
 * sent. One tab at a time sends the queue in order; the others show its progress. The server
 * applies each key once.
 */
import type { QueryClient } from '@tanstack/react-query';
import { clockOffset } from '../api/calls/server-clock.ts';
import { onServerResponse } from '../api/calls/server-responses.ts';
import { checkSession } from '../api/check-session.ts';
import { withResolvers } from '../browser/with-resolvers.ts';
import { readDeviceUser } from '../offline/device-user.ts';
import { waitForIdle } from '../offline/idle.ts';
import { onWorkerBroadcast } from '../pwa/worker-broadcasts.ts';
import { backoff, drain, isSilence } from './outbox-drain.ts';
import { isReadable, type OutboxRow, type UnreadableRow } from './outbox-row.ts';
import { sendRow } from './outbox-send.ts';
import { outboxStore, prepareOutbox } from './outbox-store.ts';
import { showOutbox } from './outbox-view.ts';

/** A long queue is not rendered again for every row sent. */
const TOLD_EVERY_MS = 500;
/**
 * If other calls get a response, the next try comes sooner: after the first wait, up to the last.
 */
const FIRST_SOONER_MS = 2_000;
const LAST_SOONER_MS = 60_000;
/** How often an offline browser is checked: not every browser fires `online`. */
const LOOK_AGAIN_MS = 60_000;

/** The message to other tabs: rows have changed, and perhaps the server's data. */
interface Change {
  isServerChanged: boolean;
}

interface Session {
  client: QueryClient;
  userId: string;
  channel: BroadcastChannel;
}

let session: Session | null = null;
let opened = withResolvers<void>();
let failures = 0;
// These use `performance.now()`, since a person can set the clock.
let notBefore = 0;
/** When a try last found the server unreachable; null if it did not, or if a retry was moved up. */
let missedAt: number | null = null;
/** How many early tries in a row failed. */
let soonerTries = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
/** A drain waiting for the lock; it will send everything stored before it starts. */
let nextDrain: Promise<void> | null = null;
let reading: Promise<void> | null = null;
let isOutdated = false;

/**
 * Opens the outbox for the signed-in person and sends the queue. Returns a function to close it.
 */
export function openOutbox(client: QueryClient, userId: string): () => void {
  const channel = new BroadcastChannel('outbox');
  session = { client, userId, channel };
  channel.onmessage = ({ data }: MessageEvent<Change>) => {
    if (data.isServerChanged) void client.invalidateQueries();
    void show();
  };
  const onOnline = () => void sendNow();
  const onVisible = () => {
    if (!document.hidden) void sendWaiting();
  };
  addEventListener('online', onOnline);
  document.addEventListener('visibilitychange', onVisible);
  const forgetNudge = onWorkerBroadcast('nudge', onOnline);
  const forgetAnswers = onServerResponse(bringForward);
  opened.resolve();
  void show();
  void sendWaiting();
  const mine = session;
  // Keys are not needed while the app starts.
  void waitForIdle().then(() => session === mine && prepareOutbox(userId));
  return () => {
    channel.close();
    removeEventListener('online', onOnline);
    document.removeEventListener('visibilitychange', onVisible);
    forgetNudge();
    forgetAnswers();
    clearTimeout(timer);
    session = null;
    opened = withResolvers();
    showOutbox();
    showBadge(0);
  };
}

/** Publishes the stored rows. Calls during a read share one more read after it. */
function show(): Promise<void> {
  isOutdated = true;
  reading ??= (async () => {
    while (isOutdated) {
      isOutdated = false;
      await read();
    }
  })().finally(() => {
    reading = null;
  });
  return reading;
}

async function read(): Promise<void> {
  const rows: (OutboxRow | UnreadableRow)[] = await outboxStore.list().catch(() => []);
  if (!session) return;
  const { userId } = session;
  const own = rows.filter(isReadable).filter((row) => row.userId === userId);
  const others = rows.filter((row) => row.userId !== userId && row.userId !== null);
  const unreadable = rows.filter((row) => !isReadable(row)).filter((row) => !others.includes(row));
  showOutbox({ isRead: true, own, unreadable, others });
  showBadge(own.length + unreadable.length);
}

/** Sets the number on the app's icon, if the device supports it. */
function showBadge(count: number): void {
  const shown = count > 0 ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.();
  shown?.catch(() => undefined);
}

/** Shows changed rows in every tab; if the server changed too, every tab refetches its queries. */
export async function tell(isServerChanged = false): Promise<void> {
  session?.channel.postMessage({ isServerChanged } satisfies Change);
  if (isServerChanged) void session?.client.invalidateQueries();
  await show();
}

/**
 * Sends the queue unless the last try failed very recently. Resolves when nothing is left to do
 * now.
 */
export async function sendWaiting(): Promise<void> {
  if (!navigator.onLine) return tryIn(LOOK_AGAIN_MS);
  // A timer is already running.
  if (performance.now() < notBefore) return;
  await opened.promise;
  nextDrain ??= navigator.locks.request('outbox', () => {
    nextDrain = null;
    return drainAll();
  });
  await nextDrain.catch(() => undefined);
}

/** Replaces the planned try. It ignores `notBefore`, since timers may fire a little early. */
function tryIn(wait: number): void {
  clearTimeout(timer);
  timer = setTimeout(() => void sendNow(), wait);
}

/** Sends the queue, even right after a failure. */
export function sendNow(): Promise<void> {
  notBefore = 0;
  return sendWaiting();
}

/** Moves the next try up, because the server has responded to another call. */
function bringForward(): void {
  if (missedAt === null) return;
  const due = missedAt + Math.min(FIRST_SOONER_MS * 2 ** soonerTries, LAST_SOONER_MS);
  if (due >= notBefore) return;
  tryIn(Math.max(0, due - performance.now()));
  missedAt = null;
  soonerTries += 1;
}

async function drainAll(): Promise<void> {
  // The user signed out or changed while this waited for the lock.
  if (!session || readDeviceUser() !== session.userId) return;
  const { client, userId } = session;
  let [isChanged, isServerChanged] = [false, false];
  let toldAt = Number.NEGATIVE_INFINITY;
  missedAt = null;
  try {
    const drained = await drain({
      store: outboxStore,
      userId,
      clockOffset,
      send: sendRow,
      onChange(isOfServer) {
        isChanged = true;
        isServerChanged ||= isOfServer;
        if (performance.now() - toldAt < TOLD_EVERY_MS) return;
        toldAt = performance.now();
        void tell();
      },
    });
    failures = drained.rest === 'later' ? failures + 1 : 0;
    if (drained.problem && isSilence(drained.problem)) missedAt = performance.now();
    if (drained.done > 0 || !drained.problem) soonerTries = 0;
    if (drained.problem?.code === 'UNAUTHORIZED') checkSession(client);
  } catch {
    failures += 1; // the device's storage failed; the server remembers what was sent
  }
  clearTimeout(timer);
  if (failures > 0) {
    const wait = backoff(failures, Math.random());
    notBefore = performance.now() + wait;
    tryIn(wait);
  }
  // Once for the whole drain; a rejection also means that the data on screen was stale.
  if (isChanged) await tell(isServerChanged);
}
