/** How far and how long a van drives, without knowing the streets. */
import { metresBetween, type Point } from '../places/places.ts';

/** How much longer streets are than a straight line. */
export const DETOUR = 1.3;
export const KM_PER_HOUR = 25;
export const MINUTES_PER_STOP = 3;
/** Includes the way there, while most places are unknown. */
export const MINUTES_PER_UNKNOWN_STOP = 5;

/** In kilometres. */
export const drivenKm = (one: Point, other: Point): number => (DETOUR * metresBetween(one, other)) / 1000;

/** Returns the distances of all pairs, row by row; 0 to and from an unknown place. */
export function kmBetween(points: readonly (Point | undefined)[]): Float64Array {
  const size = points.length;
  const km = new Float64Array(size * size);
  points.forEach((one, row) => {
    points.slice(0, row).forEach((other, column) => {
      const driven = one && other ? drivenKm(one, other) : 0;
      km[row * size + column] = driven;
      km[column * size + row] = driven;
    });
  });
  return km;
}

/** Mulberry32. */
export function randomOf(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}
