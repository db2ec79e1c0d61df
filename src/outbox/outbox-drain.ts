import type { ServerError } from '../api/calls/call-error.ts';
import { hasStatusVersion, isReadable, nextToSend, type OutboxRow, orderingKey, undoTimeLeft } from './outbox-row.ts';
import type { OutboxStore } from './outbox-store.ts';
import { rebaseVersion } from './own-version-range.ts';

/** `held`: only this row waits. `closed`: nothing can be sent. */
export type SendResult =
  | { status: 'done'; response?: unknown }
  | { status: 'refused' | 'held' | 'closed'; problem: ServerError };

export interface Drained {
  done: number;
  rest: 'empty' | 'later';
  problem: ServerError | null;
  /** Milliseconds until the first undoable row is due. */
  dueInMs?: number;
}

type DrainStore = Pick<OutboxStore, 'list' | 'recordAttempt' | 'markApplied' | 'getLineage' | 'getLastActionKey'>;

interface DrainOptions {
  store: DrainStore;
  userId: string;
  isSignedIn: () => boolean;
  send: (row: OutboxRow) => Promise<SendResult>;
  clockOffset: () => number | null;
  onChange?: (isOfServer: boolean) => void;
}

/**
 * Only one drain may run on a device. A row is marked before it is sent, so that an interrupted
 * send is repeated under its key.
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
        await store.markApplied(row);
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
 * Completes a row, which must not change afterwards: a key accepts only one input. Null if it
 * is gone.
 */
async function prepareForSend(row: OutboxRow, store: DrainStore, offset: number | null): Promise<OutboxRow | null> {
  const shipment = orderingKey(row);
  const after = shipment === null ? null : await store.getLastActionKey(row.userId, shipment);
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

export function sendResultOf(problem: ServerError): SendResult {
  switch (problem.code) {
    case null:
    case 'SERVICE_UNAVAILABLE':
    case 'TIMEOUT':
    case 'TOO_MANY_REQUESTS':
    case 'UNAUTHORIZED':
      return { status: 'closed', problem };
    case 'INTERNAL_SERVER_ERROR':
      return { status: 'held', problem };
    default:
      return { status: 'refused', problem };
  }
}
