import { useMemo } from 'react';
import type { Stamped } from '../api/stamped.ts';
import { createSignal } from '../browser/create-signal.ts';
import type { OutboxRow } from './outbox-row.ts';
import type { UnreadableRow } from './unreadable-row.ts';

export interface OutboxView {
  isRead: boolean;
  /** What is shown may be old. */
  hasFailed: boolean;
  own: readonly OutboxRow[];
  /** Applied, oldest first, until read back (sent/sent.ts). */
  sent: readonly OutboxRow[];
  unreadable: readonly UnreadableRow[];
  /** Private: only counted or discarded. */
  others: readonly (OutboxRow | UnreadableRow)[];
}

export const EMPTY_VIEW: OutboxView = {
  isRead: false,
  hasFailed: false,
  own: [],
  sent: [],
  unreadable: [],
  others: [],
};

/** Here, and not in sent/sent.ts, which brings a database into every page. */
export const sentSince = <Row extends { sequence: number }>(
  sent: readonly Row[],
  { includesSent = 0 }: Stamped,
): Row[] => sent.filter(({ sequence }) => sequence > includesSent);

let view = EMPTY_VIEW;
const changed = createSignal();

export function showOutbox(next: OutboxView): void {
  view = next;
  changed.notify();
}

export const useOutbox = (): OutboxView => changed.use(() => view, EMPTY_VIEW);

const actOf = (row: OutboxRow | UnreadableRow): string =>
  row.state !== 'unreadable' && row.procedure === 'courier.proof'
    ? row.input.visitId
    : (row.opId ?? `unreadable ${row.sequence}`);

/** A delivery and its pictures count as one. */
export const countActs = (rows: readonly (OutboxRow | UnreadableRow)[]): number => new Set(rows.map(actOf)).size;

export function firstOfActs(rows: readonly OutboxRow[]): OutboxRow[] {
  const seen = new Set<string>();
  return rows.filter((row) => {
    const isFirst = !seen.has(actOf(row));
    seen.add(actOf(row));
    return isFirst || row.problem !== null;
  });
}

export const unsentCount = ({ own, unreadable }: OutboxView) => countActs([...own, ...unreadable]);

export const allSentText = ({ others }: OutboxView): string =>
  others.length > 0 ? 'You’ve sent everything' : 'Everything has been sent';

const NONE: readonly OutboxRow[] = [];

export function useSentSince(answer: Stamped | null | undefined): readonly OutboxRow[] {
  const { sent } = useOutbox();
  return useMemo(() => (answer ? sentSince(sent, answer) : NONE), [sent, answer]);
}
