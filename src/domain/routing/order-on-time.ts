import type { Point } from '../places/places.ts';
import { alongStreets, groupPlaces } from './along-streets.ts';
import { KM_PER_HOUR, kmBetween, MINUTES_PER_STOP, MINUTES_PER_UNKNOWN_STOP, randomOf } from './driven.ts';
import { insertByAddress, nearestByAddress } from './order-by-address.ts';
import type { DayHours, LateStop, OrderOptions, StopToOrder } from './stop-to-order.ts';
import { comesAt, costOf, orderInWindows, type TimedDay } from './timed-tour.ts';

/** While nobody says when a day starts. */
export const USUAL_START = 8 * 60;
const MIN_MINUTES_PER_STOP = 1;
const MAX_EARLIER = 4 * 60;
const EARLIER_STEP = 15;
/**
 * Degrees of longitude that are about 200 metres of road, between neighbours whose places are
 * unknown.
 */
const STEP_ASIDE = 0.0014;

type Located = StopToOrder & { at: Point };
type Hours = DayHours & Pick<OrderOptions, 'depot' | 'end'>;

export const isTimed = ({ window, before }: StopToOrder): boolean =>
  window !== undefined || (before !== undefined && before.length > 0);

export function listLate(stops: readonly StopToOrder[], hours: Hours): LateStop[] {
  if (!stops.some(({ window }) => window)) return [];
  const places = locate(stops).map((stop) => [stop]);
  const comes = comesAt(
    dayOf(places, hours),
    [...places.keys(), places.length].map((place) => place),
  ).slice(1);
  return stops.flatMap(({ id, window }, place) => {
    const minutes = Math.ceil((comes[place] ?? 0) - (window?.until ?? Number.POSITIVE_INFINITY) - 1e-6);
    return minutes > 0 ? [{ id, minutes }] : [];
  });
}

/** Waits count. The unit is minutes. */
export function dayLength(stops: readonly StopToOrder[], hours: Hours): number {
  const day = dayOf(
    locate(stops).map((stop) => [stop]),
    hours,
  );
  return (comesAt(day, [...day.nodes.keys()]).at(-1) ?? day.startAt) - day.startAt;
}

/** It is the latest earlier start that keeps all windows, as a minute of the day. */
export function earlierStart(stops: readonly StopToOrder[], hours: Hours, notBefore = 0): number | null {
  const { startAt = USUAL_START } = hours;
  for (let earlier = EARLIER_STEP; earlier <= Math.min(MAX_EARLIER, startAt - notBefore); earlier += EARLIER_STEP) {
    if (listLate(stops, { ...hours, startAt: startAt - earlier }).length === 0) return startAt - earlier;
  }
  return null;
}

/** Keeps windows and precedences wherever possible; the same input gives the same order. */
export function orderOnTime(
  stops: readonly StopToOrder[],
  options: OrderOptions,
  shorten: (places: Located[][], options: OrderOptions) => Located[][],
): StopToOrder[] {
  const located = locate(stops);
  const after = new Set(located.flatMap(({ before = [] }) => before));
  const isFree = (stop: Located) => !isTimed(stop) && !after.has(stop.id);
  const limited = located.filter((stop) => !isFree(stop)).map((stop) => [stop]);
  const shortest = shorten([...groupPlaces(located.filter(isFree)), ...limited], options);
  const day = dayOf(shortest, options);
  const tour = orderInWindows(day, [...day.nodes.keys()], { ...options, random: randomOf(options.seed ?? 1) });
  const placeOf = new Map(shortest.flatMap((some, index) => some.map(({ id }) => [id, index + 1] as const)));
  const given = [0, ...new Set(located.map(({ id }) => placeOf.get(id) ?? 0)), shortest.length + 1];
  const best = costOf(day, given) <= costOf(day, tour) ? given : tour;
  const known = new Map(stops.map((stop) => [stop.id, stop]));
  return alongStreets(best.slice(1, -1).map((node) => shortest[node - 1] ?? [])).flatMap(
    ({ id }) => known.get(id) ?? [],
  );
}

/** An unknown stop is at the nearest known address, or beside its neighbours if none is known. */
function locate(stops: readonly StopToOrder[]): Located[] {
  const known = stops.filter(({ at }) => at);
  const findNearest = nearestByAddress(known);
  const asides = new Map(
    known.length > 0 ? [] : insertByAddress([], stops).map(({ id }, index) => [id, index * STEP_ASIDE]),
  );
  return stops.map((stop) => ({
    ...stop,
    at: stop.at ?? findNearest(stop)?.at ?? { lat: 0, lng: asides.get(stop.id) ?? 0 },
  }));
}

function dayOf(places: readonly (readonly Located[])[], { depot, end, startAt, minutesPerStop }: Hours): TimedDay {
  const isKnown = places.some((some) => some.some(({ at }) => at.lat !== 0));
  const way = MINUTES_PER_UNKNOWN_STOP - MINUTES_PER_STOP;
  const each = Math.max(MIN_MINUTES_PER_STOP, (minutesPerStop ?? MINUTES_PER_UNKNOWN_STOP) - (isKnown ? way : 0));
  const points = [isKnown ? depot : undefined, ...places.map(([stop]) => stop?.at), isKnown ? end : undefined];
  const nodeOf = new Map(places.flatMap((some, index) => some.map(({ id }) => [id, index + 1] as const)));
  const free = { minutes: 0, from: 0, until: Number.POSITIVE_INFINITY, after: [] };
  const nodes = places.map((some) => ({
    minutes: each * some.reduce((sum, { stops = 1 }) => sum + stops, 0),
    from: some[0]?.window?.from ?? 0,
    until: some[0]?.window?.until ?? Number.POSITIVE_INFINITY,
    after: [] as number[],
  }));
  for (const [one, other] of precedences(places.flat()))
    nodes[(nodeOf.get(other) ?? 0) - 1]?.after.push(nodeOf.get(one) ?? 0);
  return {
    nodes: [free, ...nodes, free],
    minutes: kmBetween(points).map((km) => (km * 60) / KM_PER_HOUR),
    startAt: startAt ?? USUAL_START,
  };
}

/** The first comes before the second. A pair that would close a circle is left out. */
function precedences(stops: readonly Located[]): [string, string][] {
  const later = new Map(stops.map(({ id }) => [id, new Set<string>()]));
  for (const { id, before = [] } of stops) {
    for (const other of before) {
      if (other === id || !later.has(other) || later.get(other)?.has(id)) continue;
      for (const [one, those] of later) {
        if (one !== id && !those.has(id)) continue;
        those.add(other);
        for (const beyond of later.get(other) ?? []) those.add(beyond);
      }
    }
  }
  return [...later].flatMap(([id, those]) => [...those].map((other): [string, string] => [id, other]));
}
