import type { Point } from '../places/places.ts';
import { isOpenTask } from '../runs/task-status.ts';
import type { RunDetails } from '../runs/views.ts';
import type { OrderOptions, StopToOrder } from './stop-to-order.ts';

/** Whether a stop can get another number: parcels wait for it, and nobody has been there. */
export const canBeOrdered = ({ tasks }: RunDetails['stops'][number]): boolean =>
  tasks.some(({ status }) => isOpenTask(status)) && tasks.every(({ visits }) => visits.length === 0);

export function toOrder(run: Pick<RunDetails, 'stops' | 'depot'>): { stops: StopToOrder[]; options: OrderOptions } {
  const stops = run.stops.filter(canBeOrdered).map(({ id, address, at, isAbout }) => ({ id, address, at, isAbout }));
  return { stops, options: { depot: lastPlaceOf(run) ?? run.depot, end: run.depot } };
}

function lastPlaceOf({ stops }: Pick<RunDetails, 'stops'>): Point | undefined {
  const visits = stops.flatMap(({ at, tasks }) =>
    tasks.flatMap((task) => task.visits.map(({ occurredAt }) => ({ at, occurredAt }))),
  );
  return visits.toSorted((one, other) => (one.occurredAt < other.occurredAt ? 1 : -1)).find(({ at }) => at)?.at;
}

/** Puts some stops in this order; all others keep their numbers. */
export function reorderSome(all: readonly { id: string }[], ordered: readonly string[]): string[] {
  const wanted = new Set(ordered);
  const next = ordered.values();
  return all.map(({ id }) => (wanted.has(id) ? (next.next().value ?? id) : id));
}
