import { type CourierCollection, statusAfterCollect } from '../pickups/collection.ts';
import type { Collect, HandIn } from './facts.ts';

export type CollectReport = Pick<Collect, 'result' | 'reason' | 'parcels' | 'unlabelled' | 'left'>;

const isSame =
  ({ trackingId }: { trackingId: string }) =>
  (one: { trackingId: string }): boolean =>
    one.trackingId === trackingId;

/** A later report adds to an earlier one: who comes back collects the rest. */
export function afterCollect(
  one: CourierCollection,
  { id, occurredAt, result, reason, parcels, unlabelled, left }: CollectReport & { id: string; occurredAt: string },
): CourierCollection {
  if (one.facts.includes(id)) return one;
  const status = statusAfterCollect(one.status, result);
  const before = new Map(one.collected.map((parcel) => [parcel.trackingId, parcel]));
  const there = new Map(one.waiting.map((parcel) => [parcel.trackingId, parcel.numbers]));
  const taken = parcels.map(({ trackingId, at, pieces = there.get(trackingId) }) => {
    const known = before.get(trackingId);
    if (known && !known.numbers) return known;
    const numbers = pieces && [...new Set([...(known?.numbers ?? []), ...pieces])];
    return { trackingId, at, ...(numbers && { numbers }) };
  });
  const named = new Set([...parcels, ...left].map(({ trackingId }) => trackingId));
  const rest = parcels.flatMap(({ trackingId, pieces }) => {
    const numbers = pieces && there.get(trackingId)?.filter((number) => !pieces.includes(number));
    return numbers && numbers.length > 0 ? { trackingId, reason: 'not_there' as const, numbers } : [];
  });
  return {
    ...one,
    status,
    collected: [...one.collected.filter((parcel) => !parcels.some(isSame(parcel))), ...taken],
    unlabelled: one.unlabelled + unlabelled,
    left: [...one.left.filter(({ trackingId }) => !named.has(trackingId)), ...left, ...rest],
    reason: status === 'failed' ? (reason ?? null) : null,
    occurredAt,
    facts: [...one.facts, id],
  };
}

export type HandInReport = Pick<HandIn, 'trackingIds' | 'unlabelled'>;

/** Goes through a run's collections in their order; all of it is handed in unless the report says which. */
export function afterHandIn({ trackingIds, unlabelled }: HandInReport): (one: CourierCollection) => CourierCollection {
  const isAll = trackingIds === undefined && unlabelled === undefined;
  let left = unlabelled ?? 0;
  return (one) => {
    const inVan = one.unlabelled - (one.unlabelledIn ?? 0);
    const counted = isAll ? inVan : Math.min(inVan, left);
    left -= counted;
    const collected = one.collected.map((parcel) =>
      isAll || trackingIds?.includes(parcel.trackingId) ? { ...parcel, handedIn: true } : parcel,
    );
    return { ...one, collected, ...(counted > 0 && { unlabelledIn: (one.unlabelledIn ?? 0) + counted }) };
  };
}
