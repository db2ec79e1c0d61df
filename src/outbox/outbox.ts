/** One tab at a time sends the stored actions, in order. The server applies each key once. */

import { withResolvers } from '../browser/with-resolvers.ts';
import { inTime } from '../browser/with-timeout.ts';
import { createActions, type OutboxClock } from './outbox-actions.ts';
import { type Drained, drain, type SendResult } from './outbox-drain.ts';
import { createPublisher } from './outbox-publisher.ts';
import type { OutboxRow, StoredRow } from './outbox-row.ts';
import type { OutboxStore } from './outbox-store.ts';
import { EMPTY_VIEW, type OutboxView } from './outbox-view.ts';
import { createRetrySchedule } from './retry-schedule.ts';

const SHOW_EVERY_MS = 500;
/** Some browsers don't fire `online`. */
const CHECK_OFFLINE_MS = 60_000;
const LOCK_AGAIN_MS = 5_000;

export interface TabMessage {
  isServerChanged: boolean;
}

interface TabChannel {
  postMessage(message: TabMessage): void;
  close(): void;
}

export interface OutboxParts {
  store: OutboxStore;
  send: (row: OutboxRow, readBytes: () => Promise<ArrayBuffer | null>) => Promise<SendResult>;
  sendTogether?: (rows: readonly OutboxRow[]) => Promise<SendResult[] | null>;
  sendUnstored: (row: StoredRow) => Promise<unknown>;
  clock: OutboxClock;
  lock: (work: () => Promise<void>) => Promise<void>;
  connect: (onMessage: (message: TabMessage) => void) => TabChannel;
  show: (view: OutboxView) => void;
  readUser: () => string | null;
  isOnline: () => boolean;
  requestSync: () => void;
}

interface Session {
  userId: string;
  channel: TabChannel;
  onServerChange: () => void;
  onSessionEnd: () => void;
}

export type Outbox = ReturnType<typeof createOutbox>;

export function createOutbox(parts: OutboxParts) {
  const { store, clock, lock, connect, show, readUser, isOnline } = parts;
  let session: Session | null = null;
  let opened = withResolvers<void>();
  let nextDrain: Promise<void> | null = null;
  const responses = new Map<string, unknown>();
  const schedule = createRetrySchedule(() => void sendNow());
  const publish = createPublisher({ store, show, getUser: () => session?.userId ?? null });

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

  /** Later responses contain what was sent, so it shows first. */
  async function announce(isServerChanged = false): Promise<void> {
    try {
      session?.channel.postMessage({ isServerChanged });
    } catch {
      // Other tabs catch up when shown.
    }
    await inTime(publish(), undefined);
    if (isServerChanged) session?.onServerChange();
  }

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

  function sendNow(): Promise<void> {
    schedule.skipWait();
    return sendWaiting();
  }

  async function send(row: OutboxRow): Promise<SendResult> {
    const outcome = await parts.send(row, async () => {
      const bytes = await store.readBytes(row);
      if (readUser() !== row.userId) throw new DOMException('This person has left', 'AbortError');
      return bytes;
    });
    if (outcome.status === 'done' && responses.has(row.opId)) responses.set(row.opId, outcome.response);
    return outcome;
  }

  async function drainAll(): Promise<void> {
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
    // If storage fails, the server remembers what was sent.
    const { sendTogether } = parts;
    const options = {
      store,
      userId,
      isSignedIn,
      clockOffset: clock.offset,
      send,
      onChange,
      ...(sendTogether && { sendTogether }),
    };
    const drained: Drained | null = await drain(options).catch(() => null);
    schedule.end(drained);
    if (drained?.dueInMs !== undefined && !drained.problem) schedule.retryIn(drained.dueInMs);
    const { code, needs } = drained?.problem ?? {};
    if ((code === 'UNAUTHORIZED' || needs === 'second-factor') && isSignedIn()) onSessionEnd();
    if (isChanged) await announce(isServerChanged);
  }

  return {
    open,
    sendNow,
    sendWaiting,
    catchUp(): void {
      void publish().then(() => session?.onServerChange());
      void sendWaiting();
    },
    bringForward: schedule.bringForward,
    prepare: store.prepare,
    async forget(userId: string): Promise<void> {
      await store.forget(userId);
      await publish();
    },
    ...createActions({ ...parts, responses, announce, sendNow, sendWaiting }),
  };
}
