import type { UnitOfWork } from '../../context/unit-of-work.ts';
import { findActivityOfKey } from '../../stores/shipments/activities.ts';

/**
 * When a device says that something happened: its clock, the last server time it saw, and the entry
 * it made before.
 */
interface Said {
  occurredAt?: string | undefined;
  notBefore?: string | undefined;
  after?: string | undefined;
}

/**
 * The time of an entry. If it is uncertain, `earliestAt` is set and `occurredAt` is the earliest
 * possible time.
 */
export interface Placed {
  occurredAt: Date;
  earliestAt: Date | null;
}

/** Smaller clock differences are ignored. */
const CLOSE_MS = 60_000;

/**
 * Clamps an entry's time between what is known to precede it and its receipt. A clock within that
 * range is trusted; otherwise it is wrong and only the range is known. Without anything to compare,
 * the clock is trusted, but never in the future. `previous`: when the entry before it happened.
 * Source: product decision 6; decision 0028.
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

/**
 * Finds out when an entry of a shipment happened, not before the user's previous entry on that
 * device.
 */
export async function placeEntry(unit: UnitOfWork, shipmentId: string, said: Said): Promise<Placed> {
  const key = said.after && unit.actor ? { createdBy: unit.actor.id, idempotencyKey: said.after } : null;
  const front = key ? await findActivityOfKey(unit.tx, key) : null;
  return place(said, front?.shipmentId === shipmentId ? front.occurredAt : null);
}
