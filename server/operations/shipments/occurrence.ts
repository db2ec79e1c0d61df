import type { UnitOfWork } from '../../context/unit-of-work.ts';
import { findActivityOfKey } from '../../stores/shipments/activities.ts';

/** What a device says of when something happened: its clock, the server's time it had last seen, the entry it made before. */
interface Said {
  occurredAt?: string | undefined;
  notBefore?: string | undefined;
  after?: string | undefined;
}

/** The time of an entry. `earliestAt` is set where it could not be placed; then `occurredAt` is the earliest it can have been. */
export interface Placed {
  occurredAt: Date;
  earliestAt: Date | null;
}

/** A clock that is off by less is not worth a word. */
const CLOSE_MS = 60_000;

/**
 * Places an entry between what is known to have come before it and its receipt. A clock counts where it lies in between; one
 * that does not is wrong, and then only the bracket is known. A device that says nothing but its clock is believed, though
 * never in the future. `front` is when the entry before it happened. Source: product decision 6; decision 0028.
 */
export function place({ occurredAt, notBefore }: Said, front: Date | null, now: Date = new Date()): Placed {
  const said = occurredAt ? new Date(occurredAt).getTime() : now.getTime();
  const receipt = now.getTime();
  const known = Math.max(notBefore ? new Date(notBefore).getTime() : -Infinity, front?.getTime() ?? -Infinity);
  if (known === -Infinity) return { occurredAt: new Date(Math.min(said, receipt)), earliestAt: null };
  const earliest = Math.min(known, receipt);
  const isPlaced = said >= earliest - CLOSE_MS && said <= receipt + CLOSE_MS;
  const moment = isPlaced ? Math.min(Math.max(said, earliest), receipt) : earliest;
  const isKnown = isPlaced || receipt - earliest < CLOSE_MS;
  return { occurredAt: new Date(moment), earliestAt: isKnown ? null : new Date(earliest) };
}

/** Places an entry of a shipment, not before the one this person's device made in front of it. */
export async function placeEntry(unit: UnitOfWork, shipmentId: string, said: Said): Promise<Placed> {
  const key = said.after && unit.actor ? { createdBy: unit.actor.id, idempotencyKey: said.after } : null;
  const front = key ? await findActivityOfKey(unit.tx, key) : null;
  return place(said, front?.shipmentId === shipmentId ? front.occurredAt : null);
}
