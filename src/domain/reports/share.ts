/** Shares of figures, as a report says them. */
import { counted, grouped } from '../figures.ts';
import type { FigurePoint } from './figures.ts';

/** A share of fewer would say more than it knows. */
export const MIN_FOR_SHARE = 20;

/** `91 %`, or `7 of 9`. */
export const formatShare = (part: number, of: number): string =>
  of < MIN_FOR_SHARE ? `${grouped(part)} of ${grouped(of)}` : `${Math.round((part / of) * 100)} %`;

export const sum = (points: readonly FigurePoint[], part?: string): number =>
  points.reduce((total, point) => total + (part === undefined || point.part === part ? point.count : 0), 0);

export interface Share {
  part: number;
  of: number;
}

export const shareIn = (points: readonly FigurePoint[], part: string): Share => ({
  part: sum(points, part),
  of: sum(points),
});

/** `, up 2`, in points of per cent; of few nothing is said. */
export function trendOfShare(here: Share, before: Share): string {
  if (Math.min(here.of, before.of) < MIN_FOR_SHARE) return '';
  const change = Math.round((here.part / here.of) * 100) - Math.round((before.part / before.of) * 100);
  return change === 0 ? ', as before' : `, ${change > 0 ? 'up' : 'down'} ${Math.abs(change)}`;
}

export const sayFirstTry = (tries: Share, before: Share | undefined): string =>
  tries.of === 0
    ? 'No parcel has been tried in these days.'
    : `${grouped(tries.part)} of ${counted(tries.of, 'parcel')} reached ${tries.of === 1 ? 'its' : 'their'} receiver at the first visit${before ? trendOfShare(tries, before) : ''}.`;

/** In less time a pace says nothing. */
const SHORTEST_MINUTES = 15;

/** It counts the stops after the first, and whole minutes; null if it is too soon to say. */
export const paceOfStops = (after: number, minutes: number): number | null =>
  after > 0 && minutes >= SHORTEST_MINUTES ? Math.round((after / minutes) * 600) / 10 : null;

interface Stops {
  stops: number;
  /** ISO times. */
  firstVisit: string | null;
  lastVisit: string | null;
}

/** Null for fewer than two stops, or where it is too soon to say. */
export function stopsAnHour({ stops, firstVisit, lastVisit }: Stops): number | null {
  return paceOfStops(stops - 1, Math.floor((Date.parse(lastVisit ?? '') - Date.parse(firstVisit ?? '')) / 60_000));
}
