import { isOpenTask } from './task-status.ts';
import type { RunDetails } from './views.ts';

/** Whether a stop can get another number: parcels wait for it, and nobody has been there. */
export const canBeOrdered = ({ tasks }: RunDetails['stops'][number]): boolean =>
  tasks.some(({ status }) => isOpenTask(status)) && tasks.every(({ visits }) => visits.length === 0);

/** Puts some stops in this order; all others keep their numbers. */
export function reorderSome(all: readonly { id: string }[], ordered: readonly string[]): string[] {
  const wanted = new Set(ordered);
  const next = ordered.values();
  return all.map(({ id }) => (wanted.has(id) ? (next.next().value ?? id) : id));
}
