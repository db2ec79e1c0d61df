/** What this device has that the server has not. */
import type { OutboxRow } from '../../../outbox/outbox-row.ts';
import { countActs, type OutboxView } from '../../../outbox/outbox-view.ts';

export interface Unsent {
  /** Sent as soon as there is a connection. */
  waiting: number;
  /** Not sent again by itself: its owner decides in the outbox. */
  rejected: number;
}

/**
 * Whether this device knows what has not been sent. Until its storage was read, and while it can't
 * be, no page may say that everything has been.
 */
export const isUnsentKnown = ({ isRead, hasFailed }: OutboxView) => isRead && !hasFailed;

export function countUnsent({ own, unreadable }: Pick<OutboxView, 'own' | 'unreadable'>): Unsent {
  const rejected = countActs(own.filter(({ state }) => state === 'review'));
  const unsent = own.filter(({ state }) => state !== 'draft');
  return { waiting: countActs([...unsent, ...unreadable]) - rejected, rejected };
}

export const REJECTED = 'Rejected: see the outbox';

/** What each stop that has unsent reports says about them. */
export function unsentLabels(own: readonly OutboxRow[]): Map<string, string> {
  const labels = new Map<string, string>();
  for (const { input, state } of own) {
    if (!('stopId' in input)) continue;
    const stopId = String(input.stopId);
    if (state === 'review') labels.set(stopId, REJECTED);
    else if (!labels.has(stopId)) labels.set(stopId, 'Not sent yet');
  }
  return labels;
}
