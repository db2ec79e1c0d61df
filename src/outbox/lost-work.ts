/** A browser short of space may delete databases. Local storage stays and tells what was lost. */

import { GUEST } from '../api/guest.ts';
import { createSignal } from '../browser/create-signal.ts';
import { localStore } from '../browser/web-storage.ts';
import { countActs, type OutboxView } from './outbox-view.ts';

const KEY = 'waiting-to-send';

type Counts = Record<string, number>;

interface Waiting {
  mark: string;
  counts: Counts;
  /** Keyed by person, until read. */
  lost: Counts;
}

const changed = createSignal();

function readWaiting(): Waiting {
  const none: Waiting = { mark: '', counts: {}, lost: {} };
  try {
    return { ...none, ...(JSON.parse(localStore.getItem(KEY) ?? '') as Waiting | null) };
  } catch {
    return none;
  }
}

function writeWaiting(waiting: Waiting): void {
  const isEmpty = [waiting.counts, waiting.lost].every((counts) => Object.keys(counts).length === 0);
  if (isEmpty) localStore.removeItem(KEY);
  else localStore.setItem(KEY, JSON.stringify(waiting));
  changed.notify();
}

/** What waited in a database with another mark was lost with it. */
export function noteWaiting({ own, unreadable, others }: OutboxView, mark: string): void {
  const before = readWaiting();
  const lost = { ...before.lost };
  if (before.mark !== mark)
    for (const [userId, count] of Object.entries(before.counts)) lost[userId] = (lost[userId] ?? 0) + count;
  const rows = [...own, ...unreadable, ...others];
  const owners = new Set(rows.flatMap(({ userId }) => userId ?? []));
  const counts = Object.fromEntries(
    Array.from(owners, (owner) => [owner, countActs(rows.filter(({ userId }) => userId === owner))]),
  );
  writeWaiting({ mark, counts, lost });
}

export const useLostWork = (userId: string | undefined): number =>
  changed.use(() => (userId && readWaiting().lost[userId]) || 0, 0);

export const useWaitingCount = (userId?: string): number =>
  changed.use(() => {
    const { [GUEST]: _, ...counts } = readWaiting().counts;
    const left = userId === undefined ? Object.values(counts) : [counts[userId] ?? 0];
    return left.reduce((sum, count) => sum + count, 0);
  }, 0);

export function forgetLostWork(userId: string): void {
  const { [userId]: _, ...lost } = readWaiting().lost;
  writeWaiting({ ...readWaiting(), lost });
}
