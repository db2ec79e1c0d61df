import { useSyncExternalStore } from 'react';
import type { OutboxRow, UnreadableRow } from './outbox-row.ts';

/** The outbox of this device, as far as the signed-in person may see it. */
export interface OutboxView {
  /** Whether the device's storage has been read. */
  isRead: boolean;
  own: readonly OutboxRow[];
  /** Rows that can only be discarded. */
  unreadable: readonly UnreadableRow[];
  /** Other people's rows: only counted or discarded, since their content is private. */
  others: readonly (OutboxRow | UnreadableRow)[];
}

const EMPTY: OutboxView = { isRead: false, own: [], unreadable: [], others: [] };

let view = EMPTY;
const listeners = new Set<() => void>();

/** Publishes a new view; without an argument an empty one, when nobody is signed in. */
export function showOutbox(next: OutboxView = EMPTY): void {
  if (next === view) return;
  view = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The current outbox, updated on every change in any tab. Empty until it is opened. */
export function useOutbox(): OutboxView {
  return useSyncExternalStore(
    subscribe,
    () => view,
    () => EMPTY,
  );
}

/** The number of rows the signed-in person has not sent. */
export const unsentCount = ({ own, unreadable }: OutboxView) => own.length + unreadable.length;
