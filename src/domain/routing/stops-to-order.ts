import { wallClockIn } from '../dates.ts';
import type { Point } from '../places/places.ts';
import { isOpenTask } from '../runs/task-status.ts';
import type { ManagedTask, RunDetails } from '../runs/views.ts';
import type { ClockWindow } from '../time-window.ts';
import { USUAL_START } from './order-on-time.ts';
import type { Minutes, OrderOptions, StopToOrder } from './stop-to-order.ts';

type Stop = RunDetails['stops'][number];
type Ordered = Pick<RunDetails, 'stops' | 'depot' | 'startAt' | 'status' | 'day' | 'endsAt'>;

/** A parcel or a collection waits for it, and nobody has been there. */
export const canBeOrdered = ({ tasks, collections = [] }: Stop): boolean =>
  (tasks.some(({ status }) => isOpenTask(status)) || collections.some(({ status }) => status === 'open')) &&
  tasks.every(({ visits }) => visits.length === 0);

export function toOrder(
  run: Ordered,
  timeZone: string,
  now = new Date(),
): { stops: StopToOrder[]; options: OrderOptions } {
  const stopsOf = (trackingIds: readonly string[]) => {
    const isAwaited = ({ status, trackingId }: ManagedTask) =>
      status === 'assigned' && trackingIds.includes(trackingId);
    const stopIds = run.stops.filter(({ tasks }) => tasks.some(isAwaited)).map(({ id }) => id);
    return stopIds.length > 0 ? stopIds : undefined;
  };
  const stops = run.stops.filter(canBeOrdered).map(({ id, address, at, isAbout, hours, collections = [] }) => ({
    id,
    address,
    at,
    isAbout,
    ...(hours && { window: minutesOf(hours) }),
    before: stopsOf(collections.flatMap(({ waiting = [] }) => waiting)),
  }));
  const last = lastVisitOf(run);
  const left = Date.parse(run.endsAt ?? '') - Date.parse(last?.occurredAt ?? '');
  const options = {
    depot: last?.at ?? run.depot,
    end: run.depot,
    startAt: startOf(run, timeZone, now),
    ...(left > 0 && { minutesPerStop: left / 60_000 / Math.max(1, stops.length) }),
  };
  return { stops, options };
}

/** Reads a clock such as 09:30. */
export const minuteOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5));

/** Returns `09:30`. */
export const clockOf = (minute: number): string =>
  [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':');

const minutesOf = ({ from, until }: ClockWindow): Minutes => ({ from: minuteOf(from), until: minuteOf(until) });

/** Nobody leaves before this minute; 0 unless the day is today. */
export function nowOn(day: string, timeZone: string, now = new Date()): number {
  const clock = wallClockIn(timeZone, now);
  return clock.startsWith(day) ? minuteOf(clock.slice(11)) : 0;
}

/** A van that has not left yet leaves at its courier’s hour, or now. */
function startOf({ status, day, startAt = USUAL_START }: Omit<Ordered, 'stops'>, timeZone: string, now: Date): number {
  if (status === 'active') return minuteOf(wallClockIn(timeZone, now).slice(11));
  return Math.max(startAt, nowOn(day, timeZone, now));
}

function lastVisitOf({ stops }: Pick<Ordered, 'stops'>): { at: Point | undefined; occurredAt: string } | undefined {
  const visits = stops.flatMap(({ at, tasks }) =>
    tasks.flatMap((task) => task.visits.map(({ occurredAt }) => ({ at, occurredAt }))),
  );
  const newest = visits.toSorted((one, other) => (one.occurredAt < other.occurredAt ? 1 : -1));
  return newest.find(({ at }) => at) ?? newest[0];
}

/** All others keep their numbers. */
export function reorderSome(all: readonly { id: string }[], ordered: readonly string[]): string[] {
  const wanted = new Set(ordered);
  const next = ordered.values();
  return all.map(({ id }) => (wanted.has(id) ? (next.next().value ?? id) : id));
}
