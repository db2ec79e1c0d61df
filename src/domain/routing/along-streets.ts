/**
 * Stops may share one place, such as the middle of a postcode: streets and house numbers order
 * them.
 */

import { groupRows } from '../group-rows.ts';
import { type AddressParts, compareAddresses, compareText, parseAddress } from '../places/parse-address.ts';
import type { Point } from '../places/places.ts';

interface Located {
  address: string;
  at?: Point | undefined;
}

/** The group is at the position of its first stop. No tour becomes longer. */
export function groupPlaces<Stop extends Located>(stops: readonly Stop[]): Stop[][] {
  return [...groupRows(stops, ({ at }) => `${at?.lat} ${at?.lng}`).values()];
}

interface Read<Stop> extends AddressParts {
  stop: Stop;
}

/** Numbers go up or down, whichever goes on from the street before. */
export function alongStreets<Stop extends Located>(places: readonly (readonly Stop[])[]): Stop[] {
  const read = places.map((stops) => stops.map((stop): Read<Stop> => ({ ...parseAddress(stop.address), stop })));
  let last: Read<Stop> | undefined;
  const ordered = read.flatMap((stops, index) => {
    const next = read[index + 1] ?? [];
    const sorted = stops.length > 1 ? sortStreets(stops, last, next) : stops;
    last = sorted.at(-1);
    return sorted;
  });
  return ordered.map(({ stop }) => stop);
}

function sortStreets<Stop>(stops: readonly Read<Stop>[], last: Read<Stop> | undefined, next: readonly Read<Stop>[]) {
  const streets = [...groupRows(stops, ({ postcode, street }) => `${postcode}\n${street}`).values()].map((own) => {
    const [{ street, postcode } = { street: '', postcode: '' }] = own;
    const after = next.filter((one) => street !== '' && one.street === street).map(({ number }) => number ?? 0);
    return { own, postcode, before: street !== '' && last?.street === street ? (last.number ?? 0) : null, after };
  });
  // The street that goes on from the place before is first, one that goes on in the next is last.
  const rankOf = ({ before, after }: (typeof streets)[number]) => Number(after.length > 0) - Number(before !== null);
  streets.sort((one, other) => rankOf(one) - rankOf(other) || compareText(one.postcode, other.postcode));
  return streets.flatMap(({ own, before, after }) => {
    const up = own.toSorted(compareAddresses);
    const down = own.toSorted((one, other) => compareAddresses(other, one));
    const [low, high] = [up[0]?.number ?? 0, up.at(-1)?.number ?? 0];
    const isNearerLow = (to: number) => Math.abs(to - low) <= Math.abs(to - high);
    if (before !== null) return isNearerLow(before) ? up : down;
    if (after.length > 0) return isNearerLow(Math.min(...after)) ? down : up;
    return own.every((one, index) => one === down[index]) ? down : up;
  });
}
