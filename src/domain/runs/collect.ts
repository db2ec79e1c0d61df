import { type CourierCollection, statusAfterCollect } from '../collections/collection.ts';
import type { Collect, HandIn } from './facts.ts';

export type CollectReport = Pick<Collect, 'result' | 'reason' | 'parcels' | 'unlabelled' | 'left'>;

/** A later report adds to an earlier one: who comes back collects the rest. */
export function afterCollect(
  one: CourierCollection,
  { id, occurredAt, result, reason, parcels, unlabelled, left }: CollectReport & { id: string; occurredAt: string },
): CourierCollection {
  if (one.facts.includes(id)) return one;
  const status = statusAfterCollect(one.status, result);
  const known = new Set(one.collected.map(({ trackingId }) => trackingId));
  const taken = parcels.filter(({ trackingId }) => !known.has(trackingId));
  const named = new Set([...parcels, ...left].map(({ trackingId }) => trackingId));
  return {
    ...one,
    status,
    collected: [...one.collected, ...taken.map(({ trackingId, at }) => ({ trackingId, at }))],
    unlabelled: one.unlabelled + unlabelled,
    left: [...one.left.filter(({ trackingId }) => !named.has(trackingId)), ...left],
    reason: status === 'failed' ? (reason ?? null) : null,
    occurredAt,
    facts: [...one.facts, id],
  };
}

export type HandInReport = Pick<HandIn, 'trackingIds' | 'unlabelled'>;

/** Of a run's collections, in their order: all of it, unless the report says which. */
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
