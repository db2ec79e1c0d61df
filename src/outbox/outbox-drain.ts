import type { ServerError } from '../api/calls/call-error.ts';
import { hasStatusVersion, isReadable, nextToSend, type OutboxRow, shipmentOf, undoTimeLeft } from './outbox-row.ts';
import type { OutboxStore } from './outbox-store.ts';
import { rebaseVersion } from './status-lineage.ts';

/**
 * The result of sending a row. `refused`: a person has to review it. `held`: this row cannot be
 * sent now, but others may be. `closed`: nothing can be sent now.
 */
export type Outcome =
  | { status: 'done'; response?: unknown }
  | { status: 'refused' | 'held' | 'closed'; problem: ServerError };

export interface Drained {
  done: number;
  /** `empty`: nothing left to send for who is signed in; `later`: some rows need another try. */
  rest: 'empty' | 'later';
  /** Why nothing can be sent now, or null. */
  problem: ServerError | null;
  /** When the first row that can still be undone is due, in milliseconds. */
  dueInMs?: number;
}

type DrainStore = Pick<OutboxStore, 'list' | 'recordAttempt' | 'settle' | 'getLineage' | 'getLastDone'>;

interface DrainOptions {
  store: DrainStore;
  /** Only this person's rows are sent. */
  userId: string;
  /** Whether this person is still signed in: calls are made as whoever is. */
  isSignedIn: () => boolean;
  /** Sends a row under its idempotency key and returns the result; never throws. */
  send: (row: OutboxRow) => Promise<Outcome>;
  /** Milliseconds to add to this device's clock, or null if unknown. */
  clockOffset: () => number | null;
  /**
   * Called after each row that was sent or updated; `isOfServer` if server data may have changed.
   */
  onChange?: (isOfServer: boolean) => void;
}

/**
 * Sends waiting rows in order until none are left, nothing can be sent, or the person has left. A
 * row is marked as in flight before it is sent and settled after the response, so after an
 * interruption the same row is sent again under the same key. Only one drain may run on a device at
 * a time.
 */
export async function drain(options: DrainOptions): Promise<Drained> {
  const { store, userId, isSignedIn, send, clockOffset, onChange } = options;
  const held = new Set<string>();
  for (let done = 0; ; ) {
    const own = (await store.list()).filter(isReadable).filter((row) => row.userId === userId);
    const next = nextToSend(own, held);
    if (!next) {
      const times = own.map((row) => undoTimeLeft(row)).filter((left) => left > 0);
      const due = times.length > 0 ? { dueInMs: Math.min(...times) } : {};
      return { done, rest: held.size > 0 ? 'later' : 'empty', problem: null, ...due };
    }

    const row = next.inFlight ? next : await prepareForSend(next, store, clockOffset());
    if (!row) continue;
    if (!isSignedIn()) return { done, rest: 'empty', problem: null };
    const outcome = await send(row);
    switch (outcome.status) {
      case 'done':
        await store.settle(row);
        done += 1;
        break;
      case 'refused':
        await store.recordAttempt({ ...row, state: 'review', inFlight: false, problem: outcome.problem });
        break;
      case 'held':
        held.add(row.opId);
        await store.recordAttempt({ ...row, problem: outcome.problem });
        break;
      case 'closed':
        return { done, rest: 'later', problem: outcome.problem };
    }
    onChange?.(outcome.status !== 'held');
  }
}

/**
 * Prepares a row for its first send and freezes it, because a key accepts only one input. Sets the
 * status version that this device's own changes led to and the key of its previous action on the
 * same shipment, and corrects the time if the clock had not yet been compared with the server's.
 * Null if someone has just undone or discarded it.
 */
async function prepareForSend(row: OutboxRow, store: DrainStore, offset: number | null): Promise<OutboxRow | null> {
  const shipment = shipmentOf(row);
  const after = shipment === null ? null : await store.getLastDone(row.userId, shipment);
  const ready: OutboxRow = { ...row, after, inFlight: true };
  if (shipment !== null && hasStatusVersion(ready)) {
    const lineage = await store.getLineage(row.userId, shipment);
    ready.baseStatusVersion = rebaseVersion(ready.baseStatusVersion, lineage);
  }
  if (row.clockOffset === null && offset !== null) {
    ready.clockOffset = offset;
    ready.occurredAt = new Date(Date.parse(row.occurredAt) + offset).toISOString();
  }
  return (await store.recordAttempt(ready)) ? ready : null;
}

/** Maps a failed call to an outcome; its code is null if no response came. */
export function outcomeOf(problem: ServerError): Outcome {
  switch (problem.code) {
    case null:
    case 'SERVICE_UNAVAILABLE':
    case 'TIMEOUT':
    case 'TOO_MANY_REQUESTS':
    case 'UNAUTHORIZED':
      return { status: 'closed', problem };
    case 'INTERNAL_SERVER_ERROR':
      // A server error may be caused by this row alone, so only this row waits.
      return { status: 'held', problem };
    default:
      return { status: 'refused', problem };
  }
}
