import { type AddressParts, compareAddresses, parseAddress } from '../places/parse-address.ts';

interface Addressed {
  id: string;
  address: string;
}

/** Orders by postcode, street and number alone; a stop without a place goes beside the one with the nearest address. */
export function insertByAddress<Stop extends Addressed>(tour: readonly Stop[], stops: readonly Stop[]): Stop[] {
  const partsOf = new Map(stops.map(({ id, address }) => [id, parseAddress(address)]));
  const read = ({ id }: Addressed): AddressParts => partsOf.get(id) ?? parseAddress('');
  const inTour = new Set(tour.map(({ id }) => id));
  const unknown = stops.filter(({ id }) => !inTour.has(id)).toSorted((a, b) => compareAddresses(read(a), read(b)));
  if (tour.length === 0) return unknown;
  const ordered = [...tour];
  for (const stop of unknown) {
    const beside = findNearest(read(stop), ordered, read);
    ordered.splice(beside + (goesAfter(stop, ordered, beside, read) ? 1 : 0), 0, stop);
  }
  return ordered;
}

export function nearestByAddress<Stop extends Addressed>(stops: readonly Stop[]) {
  const partsOf = new Map(stops.map(({ id, address }) => [id, parseAddress(address)]));
  const read = ({ id }: Addressed): AddressParts => partsOf.get(id) ?? parseAddress('');
  return ({ address }: Pick<Addressed, 'address'>): Stop | undefined =>
    stops[findNearest(parseAddress(address), stops, read)];
}

function findNearest(to: AddressParts, stops: readonly Addressed[], read: (stop: Addressed) => AddressParts): number {
  let nearest = 0;
  for (let index = 1; index < stops.length; index += 1) {
    const [one, other] = [stops[index], stops[nearest]];
    if (one && other && compareNearness(to, read(one), read(other)) < 0) nearest = index;
  }
  return nearest;
}

/** Negative if the first of two addresses is nearer. */
function compareNearness(to: AddressParts, one: AddressParts, other: AddressParts): number {
  const shared = ({ postcode }: AddressParts) => {
    let length = 0;
    while (length < postcode.length && postcode[length] === to.postcode[length]) length += 1;
    return length;
  };
  const [gap, otherGap] = [postcodeGap(to, one), postcodeGap(to, other)];
  const isSameStreet = ({ street }: AddressParts) => Number(street !== '' && street === to.street);
  const apart = ({ number }: AddressParts) => Math.abs((number ?? 0) - (to.number ?? 0));
  return (
    (gap === otherGap ? 0 : gap - otherGap) ||
    shared(other) - shared(one) ||
    isSameStreet(other) - isSameStreet(one) ||
    apart(one) - apart(other)
  );
}

/** Most neighbouring areas have numbers that follow each other; letters say nothing like it. */
function postcodeGap({ postcode: one }: AddressParts, { postcode: other }: AddressParts): number {
  const areNumbers = one.length === other.length && /^\d+$/.test(one + other);
  return areNumbers ? Math.abs(Number(one) - Number(other)) : Number.POSITIVE_INFINITY;
}

function goesAfter(
  stop: Addressed,
  ordered: readonly Addressed[],
  beside: number,
  read: (stop: Addressed) => AddressParts,
): boolean {
  const anchor = ordered[beside];
  if (!anchor) return true;
  const isBeyond = compareAddresses(read(stop), read(anchor)) > 0;
  const isGoingUp = (from: Addressed | undefined, to: Addressed | undefined) => {
    if (!from || !to || read(from).street !== read(to).street) return null;
    return compareAddresses(read(from), read(to)) <= 0;
  };
  const goesUp = isGoingUp(anchor, ordered[beside + 1]) ?? isGoingUp(ordered[beside - 1], anchor) ?? true;
  return isBeyond === goesUp;
}
