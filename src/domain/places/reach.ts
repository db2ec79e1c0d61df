import { metresBetween, type Point } from './places.ts';

/** In a straight line. There and back are 390 km of road: nine hours, all that a driver may drive in a day. */
export const MAX_REACH_KM = 150;

export const isInReach = (from: Point, to: Point): boolean => metresBetween(from, to) <= MAX_REACH_KM * 1000;

/** Says that a place is far off, but not with its latitude and longitude the other way round; null if not so. */
export function swappedSentence(near: Point | null | undefined, { lat, lng }: Point): string | null {
  if (!near || isInReach(near, { lat, lng }) || !isInReach(near, { lat: lng, lng: lat })) return null;
  const km = Math.round(metresBetween(near, { lat, lng }) / 1000);
  return `Latitude and longitude seem to be swapped: this is ${km} km away.`;
}
