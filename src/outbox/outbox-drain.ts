import type { ServerError } from '../api/calls/call-error.ts';
import { isReadable, isStatus, nextToSend, type OutboxRow, rebased, shipmentOf } from './outbox-row.ts';
import type { OutboxStore } from './outbox-store.ts';

/**
 * What became of a row that was sent. `refused`: a person has to look. `held`: this row cannot be done now, others may.
 * `closed`: nothing can be sent now.
 */
export type Outcome =
  | { is: 'done' }
  | { is: 'refused'; problem: ServerError }
  | { is: 'held'; problem: ServerError }
  | { is: 'closed'; problem: ServerError };

export interface Drained {
  done: number;
  /** `empty`: nothing waits any more that could be sent; `later`: something does, and is to be tried again. */
  rest: 'empty' | 'later';
  /** Why nothing can be sent now, where that is so. */
  problem: ServerError | null;
}

interface DrainOptions {
  store: OutboxStore;
  /** Whose rows are sent. */
  userId: string;
  /** Sends a row under its key and says what became of it; never throws. */
  send: (row: OutboxRow) => Promise<Outcome>;
  /** What is to be added to this device's clock, in milliseconds; null where that is not known. */
  clockOffset: () => number | null;
  /** Called after each row that has changed its place or state; `isOfServer` where the server has, or may have, as well. */
  onChange?: (isOfServer: boolean) => void;
}

/**
 * Sends what waits, in order, until nothing does or nothing can be sent. Each row is marked as on its way before it leaves
 * and taken out after its answer came, so that whatever ends this in between, the same row is sent again under the same
 * key. Only one may run on a device at a time.
 */
export async function drain({ store, userId, send, clockOffset, onChange }: DrainOptions): Promise<Drained> {
  const held = new Set<string>();
  for (let done = 0; ; ) {
    const own = (await store.list()).filter(isReadable).filter((row) => row.userId === userId);
    const next = nextToSend(own, held);
    if (!next) return { done, rest: held.size > 0 ? 'later' : 'empty', problem: null };

    const row = next.isOpen ? next : await readied(next, store, clockOffset());
    const outcome = await send(row);
    switch (outcome.is) {
      case 'done':
        await store.settle(row);
        done += 1;
        break;
      case 'refused':
        await store.change({ ...row, state: 'review', isOpen: false, problem: outcome.problem });
        break;
      case 'held':
        held.add(row.opId);
        await store.change({ ...row, problem: outcome.problem });
        break;
      case 'closed':
        return { done, rest: 'later', problem: outcome.problem };
    }
    onChange?.(outcome.is !== 'held');
  }
}

/**
 * A row as it leaves for the first time, and as it stays from then on, because a key is for one input: on the status
 * version that this device's own changes have led to, behind what this device did last to the same shipment, and with its
 * time corrected where it was written by a clock that nobody had compared yet.
 */
async function readied(row: OutboxRow, store: OutboxStore, offset: number | null): Promise<OutboxRow> {
  const shipment = shipmentOf(row);
  const after = shipment === null ? null : await store.lastDone(row.userId, shipment);
  const ready: OutboxRow = { ...row, after, isOpen: true };
  if (isStatus(ready)) {
    ready.baseStatusVersion = rebased(ready.baseStatusVersion, await store.led(row.userId, ready.input.id));
  }
  if (row.clockOffset === null && offset !== null) {
    ready.clockOffset = offset;
    ready.occurredAt = new Date(Date.parse(row.occurredAt) + offset).toISOString();
  }
  await store.change(ready);
  return ready;
}

/** What an answer, or none, means for the row that was sent. The code is the server's, null where none came. */
export function outcomeOf(problem: ServerError): Outcome {
  switch (problem.code) {
    case null:
    case 'SERVICE_UNAVAILABLE':
    case 'TIMEOUT':
    case 'TOO_MANY_REQUESTS':
    case 'UNAUTHORIZED':
      return { is: 'closed', problem };
    case 'INTERNAL_SERVER_ERROR':
      // A fault of ours that may lie in this one row: it is tried again, the others need not wait for it.
      return { is: 'held', problem };
    default:
      return { is: 'refused', problem };
  }
}

/** Whether the server could not be had at all: once it has data for others, the rest can be tried again. */
export const isSilence = ({ code }: ServerError): boolean =>
  code === null || code === 'SERVICE_UNAVAILABLE' || code === 'TIMEOUT';

const LONGEST_MS = 60_000;

/** How long to wait before the next try, after this many that came to nothing: doubling, spread by `chance` (0 to 1). */
export const backoff = (failures: number, chance: number) =>
  Math.min(1000 * 2 ** Math.max(0, failures - 1), LONGEST_MS) * (0.75 + chance / 2);
