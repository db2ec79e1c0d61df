import { useSyncExternalStore } from 'react';
import type { OutboxRow, UnreadableRow } from './outbox-row.ts';

/** What the outbox of this device holds, as the signed-in person may know it. */
export interface OutboxView {
  /** Whether the device's storage has been read: before that nothing is known. */
  isRead: boolean;
  own: readonly OutboxRow[];
  /** Rows that nobody can send: they can only be discarded. */
  unreadable: readonly UnreadableRow[];
  /** Only ever counted, or discarded: whose they are and what they say is nobody else's business. */
  others: readonly (OutboxRow | UnreadableRow)[];
}

const EMPTY: OutboxView = { isRead: false, own: [], unreadable: [], others: [] };

let view = EMPTY;
const listeners = new Set<() => void>();

/** Shows another state of the outbox, or none: nobody is signed in. */
export function showOutbox(next: OutboxView = EMPTY): void {
  if (next === view) return;
  view = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The outbox as it stands; follows every change, in whichever tab it was made. Empty until it has been opened. */
export function useOutbox(): OutboxView {
  return useSyncExternalStore(
    subscribe,
    () => view,
    () => EMPTY,
  );
}

/** What one person has not sent yet, in number. */
export const unsentCount = ({ own, unreadable }: OutboxView) => own.length + unreadable.length;
