import { useMemo, useSyncExternalStore } from 'react';
import type { Stamped } from '../api/stamped.ts';
import type { OutboxRow } from './outbox-row.ts';
import { sentSince } from './sent/sent.ts';
import type { UnreadableRow } from './unreadable-row.ts';

/** The outbox of this device, as far as the signed-in person may see it. */
export interface OutboxView {
  /** Whether the device's storage has been read. */
  isRead: boolean;
  /** The last read failed: what is shown may be old or incomplete. */
  hasFailed: boolean;
  own: readonly OutboxRow[];
  /** What the server has applied, oldest first, until it has been read back (sent/sent.ts). */
  sent: readonly OutboxRow[];
  /** Rows that can only be discarded, or sent by a newer version of the app. */
  unreadable: readonly UnreadableRow[];
  /** Other people's rows: only counted or discarded, since their content is private. */
  others: readonly (OutboxRow | UnreadableRow)[];
}

/** Before the storage has been read, and while nobody is signed in. */
export const EMPTY_VIEW: OutboxView = {
  isRead: false,
  hasFailed: false,
  own: [],
  sent: [],
  unreadable: [],
  others: [],
};

/** Returns a function that shows a view, and a hook that reads it. */
function createOutboxView() {
  let view = EMPTY_VIEW;
  const listeners = new Set<() => void>();
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return [
    (next: OutboxView): void => {
      view = next;
      for (const listener of listeners) listener();
    },
    (): OutboxView =>
      useSyncExternalStore(
        subscribe,
        () => view,
        () => EMPTY_VIEW,
      ),
  ] as const;
}

/**
 * The view of this device's outbox, updated on every change in any tab. Empty until it is opened.
 * It is loaded with every page; the outbox follows later.
 */
export const [showOutbox, useOutbox] = createOutboxView();

/** What a row is part of: the pictures of a visit belong to that. */
const actOf = (row: OutboxRow | UnreadableRow): string =>
  row.state !== 'unreadable' && row.procedure === 'courier.proof'
    ? row.input.visitId
    : (row.opId ?? `unreadable ${row.sequence}`);

/** How many things people did are in these rows: a delivery with its pictures is one. */
export const countActs = (rows: readonly (OutboxRow | UnreadableRow)[]): number => new Set(rows.map(actOf)).size;

/** One row for each act, and those that need a person. */
export function firstOfActs(rows: readonly OutboxRow[]): OutboxRow[] {
  const seen = new Set<string>();
  return rows.filter((row) => {
    const isFirst = !seen.has(actOf(row));
    seen.add(actOf(row));
    return isFirst || row.problem !== null;
  });
}

/** How much of what the signed-in person did has not been sent, as far as it is known. */
export const unsentCount = ({ own, unreadable }: OutboxView) => countActs([...own, ...unreadable]);

/** Says that nothing of the signed-in person waits. Something of another may. */
export const allSentText = ({ others }: OutboxView): string =>
  others.length > 0 ? 'You’ve sent everything' : 'Everything has been sent';

const NONE: readonly OutboxRow[] = [];

/** What this device has sent and an answer need not contain; `sequence` is the number. */
export function useSentSince(answer: Stamped | null | undefined): readonly OutboxRow[] {
  const { sent } = useOutbox();
  return useMemo(() => (answer ? sentSince(sent, answer) : NONE), [sent, answer]);
}
