/**
 * Sends actions exactly once, as soon as there is a connection. Each is stored before it is first
 * sent. One tab at a time sends the queue in order; the others show its progress. The server
 * applies each key once.
 */
import { withResolvers } from '../browser/with-resolvers.ts';
import { createActions, type OutboxClock } from './outbox-actions.ts';
import { type Drained, drain, type Outcome } from './outbox-drain.ts';
import { createPublisher } from './outbox-publisher.ts';
import type { OutboxRow, StoredRow } from './outbox-row.ts';
import type { OutboxStore } from './outbox-store.ts';
import { EMPTY_VIEW, type OutboxView } from './outbox-view.ts';
import { createRetrySchedule } from './retry-schedule.ts';

/** A long queue is not rendered again for every row sent. */
const SHOW_EVERY_MS = 500;
/** How often an offline browser is checked: not every browser fires `online`. */
const CHECK_OFFLINE_MS = 60_000;
/** The wait before a browser that did not give the lock is asked for it again. */
const LOCK_AGAIN_MS = 5_000;

/** The message to other tabs: rows have changed, and perhaps the server's data. */
export interface TabMessage {
  isServerChanged: boolean;
}

interface TabChannel {
  postMessage(message: TabMessage): void;
  close(): void;
}

export interface OutboxParts {
  store: OutboxStore;
  /** Sends a row under its idempotency key; never throws. */
  send: (row: OutboxRow, readBytes: () => Promise<ArrayBuffer | null>) => Promise<Outcome>;
  /** Sends an action that could not be stored. */
  sendUnstored: (row: StoredRow) => Promise<unknown>;
  clock: OutboxClock;
  /** Runs work while no other outbox on this device does. */
  lock: (work: () => Promise<void>) => Promise<void>;
  /** Connects to the outboxes in other tabs. */
  connect: (onMessage: (message: TabMessage) => void) => TabChannel;
  show: (view: OutboxView) => void;
  /** Who is signed in on this device, or null. */
  readUser: () => string | null;
  isOnline: () => boolean;
  /** Asks the browser to wake the app when it is back online. */
  requestSync: () => void;
}

interface Session {
  userId: string;
  channel: TabChannel;
  /** Called when the server's data has changed. */
  onServerChange: () => void;
  /** Called when the server no longer accepts the session. */
  onSessionEnd: () => void;
}

export type Outbox = ReturnType<typeof createOutbox>;

export function createOutbox(parts: OutboxParts) {
  const { store, clock, lock, connect, show, readUser, isOnline } = parts;
  let session: Session | null = null;
  let opened = withResolvers<void>();
  /** A drain waiting for the lock; it will send everything stored before it starts. */
  let nextDrain: Promise<void> | null = null;
  /** The server's responses to the rows that a form in this tab waits for, by key. */
  const responses = new Map<string, unknown>();
  const schedule = createRetrySchedule(() => void sendNow());
  const publish = createPublisher({ store, show, getUser: () => session?.userId ?? null });

  /** Opens the outbox for a person and sends the queue. Returns a function to close it. */
  function open(userId: string, events: Omit<Session, 'userId' | 'channel'>): () => void {
    const channel = connect(async ({ isServerChanged }) => {
      await publish();
      if (isServerChanged && session?.channel === channel) events.onServerChange();
    });
    session = { userId, channel, ...events };
    opened.resolve();
    void publish();
    void sendWaiting();
    return () => {
      channel.close();
      schedule.reset();
      session = null;
      opened = withResolvers();
      show(EMPTY_VIEW);
    };
  }

  /**
   * Shows changed rows in every tab; if the server changed too, each tab refetches its queries. What
   * was sent is shown first: an answer that is asked for after that contains it.
   */
  async function announce(isServerChanged = false): Promise<void> {
    try {
      session?.channel.postMessage({ isServerChanged });
    } catch {
      // The row is stored all the same. Other tabs catch up when they are next shown.
    }
    await publish();
    if (isServerChanged) session?.onServerChange();
  }

  /**
   * Sends the queue unless the last try failed very recently. Resolves when nothing is left to do
   * now.
   */
  async function sendWaiting(): Promise<void> {
    if (!isOnline()) return schedule.retryIn(CHECK_OFFLINE_MS);
    if (schedule.isWaiting()) return;
    await opened.promise;
    nextDrain ??= lock(() => {
      nextDrain = null;
      return drainAll();
    });
    const drain = nextDrain;
    await drain.catch(() => {
      // WebKit ends the wait of a page that is left, which may come back.
      if (nextDrain === drain) nextDrain = null;
      schedule.retryIn(LOCK_AGAIN_MS);
    });
  }

  /** Sends the queue, even right after a failure. */
  function sendNow(): Promise<void> {
    schedule.skipWait();
    return sendWaiting();
  }

  async function send(row: OutboxRow): Promise<Outcome> {
    const outcome = await parts.send(row, async () => {
      const bytes = await store.readBytes(row);
      // Reading may take a while, and the call is made as whoever is signed in afterwards.
      if (readUser() !== row.userId) throw new DOMException('This person has left', 'AbortError');
      return bytes;
    });
    if (outcome.status === 'done' && responses.has(row.opId)) responses.set(row.opId, outcome.response);
    return outcome;
  }

  async function drainAll(): Promise<void> {
    // The user signed out or changed while this waited for the lock.
    if (!session || readUser() !== session.userId) return;
    const { userId, onSessionEnd } = session;
    const isSignedIn = () => readUser() === userId;
    let [isChanged, isServerChanged] = [false, false];
    let shownAt = Number.NEGATIVE_INFINITY;
    const onChange = (isOfServer: boolean) => {
      isChanged = true;
      isServerChanged ||= isOfServer;
      if (performance.now() - shownAt < SHOW_EVERY_MS) return;
      shownAt = performance.now();
      void announce();
    };
    schedule.start();
    // If the device's storage fails, the server remembers what was sent.
    const options = { store, userId, isSignedIn, clockOffset: clock.offset, send, onChange };
    const drained: Drained | null = await drain(options).catch(() => null);
    schedule.end(drained);
    if (drained?.dueInMs !== undefined && !drained.problem) schedule.retryIn(drained.dueInMs);
    if (drained?.problem?.code === 'UNAUTHORIZED' && isSignedIn()) onSessionEnd();
    // Once for the whole drain; a rejection also means that the data on screen was stale.
    if (isChanged) await announce(isServerChanged);
  }

  return {
    open,
    sendNow,
    sendWaiting,
    /** Shows what other tabs have done, and sends, on a page that got no messages while it was frozen. */
    catchUp(): void {
      void publish().then(() => session?.onServerChange());
      void sendWaiting();
    },
    /** Tries sooner, because the server has responded to another call. */
    bringForward: schedule.bringForward,
    prepare: store.prepare,
    async forget(userId: string): Promise<void> {
      await store.forget(userId);
      await publish();
    },
    ...createActions({ ...parts, responses, announce, sendNow, sendWaiting }),
  };
}
