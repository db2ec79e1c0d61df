import type { OutboxRow } from '../../../outbox/outbox-row.ts';
import { countActs, type OutboxView } from '../../../outbox/outbox-view.ts';

export interface Unsent {
  waiting: number;
  /** Its owner decides in the outbox. */
  rejected: number;
}

/** While false, no page may say that everything was sent. */
export const isUnsentKnown = ({ isRead, hasFailed }: OutboxView) => isRead && !hasFailed;

export function countUnsent({ own, unreadable }: Pick<OutboxView, 'own' | 'unreadable'>): Unsent {
  const rejected = countActs(own.filter(({ state }) => state === 'review'));
  const unsent = own.filter(({ state }) => state !== 'draft');
  return { waiting: countActs([...unsent, ...unreadable]) - rejected, rejected };
}

export const REJECTED = 'Rejected: see the outbox';

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
