import type { ServerError } from '../api/calls/call-error.ts';
import {
  hasStatusVersion,
  isReadable,
  nextTogether,
  type OutboxRow,
  orderingKey,
  undoTimeLeft,
  withAnswer,
} from './outbox-row.ts';
import type { OutboxStore } from './outbox-store.ts';
import { rebaseVersion } from './own-version-range.ts';

/**
 * `held`: only this row waits. `closed`: nothing can be sent. No time changes a problem that needs
 * the person.
 */
export type SendResult =
  | { status: 'done'; response?: unknown }
  | { status: 'refused' | 'held' | 'closed'; problem: ServerError };

export interface Drained {
  done: number;
  rest: 'empty' | 'later';
  problem: ServerError | null;
  /** The first undoable row is due in so many milliseconds. */
  dueInMs?: number;
}

type DrainStore = Pick<OutboxStore, 'list' | 'recordAttempt' | 'markApplied' | 'getLineage' | 'getLastActionKey'>;

interface DrainOptions {
  store: DrainStore;
  userId: string;
  isSignedIn: () => boolean;
  send: (row: OutboxRow) => Promise<SendResult>;
  /** It returns one result for each, or one for all; null if they have to be sent one by one. */
  sendTogether?: (rows: readonly OutboxRow[]) => Promise<SendResult[] | null>;
  clockOffset: () => number | null;
  onChange?: (isOfServer: boolean) => void;
}

/**
 * Only one drain may run on a device. A row is marked first, so that an interrupted send is
 * repeated under its key.
 */
export async function drain(options: DrainOptions): Promise<Drained> {
  const { store, userId, isSignedIn, send, sendTogether, clockOffset, onChange } = options;
  const held = new Set<string>();
  let isLater = false;
  let maxTogether = sendTogether ? Number.POSITIVE_INFINITY : 1;
  for (let done = 0; ; ) {
    const own = (await store.list()).filter(isReadable).filter((row) => row.userId === userId);
    const next = nextTogether(own, held, maxTogether);
    if (next.length === 0) {
      const times = own.map((row) => undoTimeLeft(row)).filter((left) => left > 0);
      const due = times.length > 0 ? { dueInMs: Math.min(...times) } : {};
      return { done, rest: isLater ? 'later' : 'empty', problem: null, ...due };
    }

    const ready = next.map((row) => (row.inFlight ? row : prepareForSend(row, store, clockOffset())));
    const rows = (await Promise.all(ready)).filter((row) => row !== null);
    const [first] = rows;
    if (!first) continue;
    if (!isSignedIn()) return { done, rest: 'empty', problem: null };
    const outcomes = rows.length > 1 ? await sendTogether?.(rows) : [await send(first)];
    if (!outcomes) maxTogether = 1;
    for (const [place, outcome] of (outcomes ?? []).entries()) {
      const row = rows[place] ?? first;
      switch (outcome.status) {
        case 'done':
          await store.markApplied(withAnswer(row, outcome.response));
          done += 1;
          break;
        case 'refused':
          await store.recordAttempt({ ...row, state: 'review', inFlight: false, problem: outcome.problem });
          break;
        case 'held':
          held.add(row.opId);
          isLater ||= !outcome.problem.needs;
          await store.recordAttempt({ ...row, problem: outcome.problem });
          break;
        case 'closed':
          return { done, rest: outcome.problem.needs ? 'empty' : 'later', problem: outcome.problem };
      }
      onChange?.(outcome.status !== 'held');
    }
  }
}

/** The row must not change afterwards: a key accepts only one input. Null if it is gone. */
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
  if (problem.needs) return { status: problem.needs === 'proof' ? 'held' : 'closed', problem };
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
