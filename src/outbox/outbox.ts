/**
 * Actions that are sent exactly once, whenever there is a connection. Each is written down before it first leaves; one tab
 * at a time sends what waits, in order; the others follow. The server does each once for its key, for ever.
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

/** A long line is not drawn anew for each row that leaves it. */
const TOLD_EVERY_MS = 500;
/** A server that has data for others is tried again sooner: first after this long, then ever later, to this. */
const FIRST_SOONER_MS = 2_000;
const LAST_SOONER_MS = 60_000;
/** A browser that says it is offline is asked again this often: not every one tells when that ends. */
const LOOK_AGAIN_MS = 60_000;

/** What another tab is told: the rows have changed, and with them perhaps what the server would answer. */
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
// These are by a clock that nobody can set: `performance.now()`.
let notBefore = 0;
/** When the server could last not be had for what waits; null where it could, or the next try has been brought forward. */
let missedAt: number | null = null;
/** How many tries in a row were brought forward, and in vain. */
let soonerTries = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
/** A drain that waits for its turn: it will find everything that is written until then. */
let nextDrain: Promise<void> | null = null;
let reading: Promise<void> | null = null;
let isOutdated = false;

/** Opens the outbox for the signed-in person: shows it, and sends what waits. The answer closes it again. */
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
  // A start has better things to do.
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

/** Shows what the store holds. Asked while that is being read, it is read once more, for all who asked. */
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

/** The number on the app's icon, where the device has one. */
function showBadge(count: number): void {
  const shown = count > 0 ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.();
  shown?.catch(() => undefined);
}

/** The rows have changed: shows it here and in the other tabs, which ask the server again where that has changed too. */
export async function tell(isServerChanged = false): Promise<void> {
  session?.channel.postMessage({ isServerChanged } satisfies Change);
  if (isServerChanged) void session?.client.invalidateQueries();
  await show();
}

/** Sends what waits, unless the last try was only just in vain. Resolves when there is nothing more to be done now. */
export async function sendWaiting(): Promise<void> {
  if (!navigator.onLine) return tryIn(LOOK_AGAIN_MS);
  // Then a timer runs already.
  if (performance.now() < notBefore) return;
  await opened.promise;
  nextDrain ??= navigator.locks.request('outbox', () => {
    nextDrain = null;
    return drainAll();
  });
  await nextDrain.catch(() => undefined);
}

/** The next try, in place of the one that was planned. It comes whatever the clocks say when it is due. */
function tryIn(wait: number): void {
  clearTimeout(timer);
  timer = setTimeout(() => void sendNow(), wait);
}

/** Sends what waits, however the last try went. */
export function sendNow(): Promise<void> {
  notBefore = 0;
  return sendWaiting();
}

/** The server can be had after all: the next try need not wait as long as it would. */
function bringForward(): void {
  if (missedAt === null) return;
  const due = missedAt + Math.min(FIRST_SOONER_MS * 2 ** soonerTries, LAST_SOONER_MS);
  if (due >= notBefore) return;
  tryIn(Math.max(0, due - performance.now()));
  missedAt = null;
  soonerTries += 1;
}

async function drainAll(): Promise<void> {
  // Signed out, or in as somebody else, while this waited for its turn.
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
    failures += 1; // the device's storage fails; what was sent is known to the server
  }
  clearTimeout(timer);
  if (failures > 0) {
    const wait = backoff(failures, Math.random());
    notBefore = performance.now() + wait;
    tryIn(wait);
  }
  // Once for all that was sent; a refusal too says that things are not as they were seen.
  if (isChanged) await tell(isServerChanged);
}
