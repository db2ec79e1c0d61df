import type { UnitOfWork } from '../context/unit-of-work.ts';
import { findActivityOfKey } from '../shipments/store/activities.ts';
import type { ShipmentRow } from '../shipments/store/shipments.ts';

interface ReportedTime {
  occurredAt?: string | undefined;
  notBefore?: string | undefined;
  after?: string | undefined;
}

/** `earliestAt` is set only if the time is uncertain. */
export interface EntryTime {
  occurredAt: Date;
  earliestAt: Date | null;
}

const CLOCK_TOLERANCE_MS = 60_000;

export function clampToNow(
  { occurredAt, notBefore }: ReportedTime,
  previous: Date | null,
  now: Date = new Date(),
): EntryTime {
  const reported = occurredAt ? new Date(occurredAt).getTime() : now.getTime();
  const receipt = now.getTime();
  const known = Math.max(notBefore ? new Date(notBefore).getTime() : -Infinity, previous?.getTime() ?? -Infinity);
  if (known === -Infinity) return { occurredAt: new Date(Math.min(reported, receipt)), earliestAt: null };
  const earliest = Math.min(known, receipt);
  const isClockPlausible = reported >= earliest - CLOCK_TOLERANCE_MS && reported <= receipt + CLOCK_TOLERANCE_MS;
  const moment = isClockPlausible ? Math.min(Math.max(reported, earliest), receipt) : earliest;
  const isKnown = isClockPlausible || receipt - earliest < CLOCK_TOLERANCE_MS;
  return { occurredAt: new Date(moment), earliestAt: isKnown ? null : new Date(earliest) };
}

/** A clock may report an impossible time: then it was at `earliest` or later. */
export function clampToPossible({ occurredAt, earliestAt }: EntryTime, earliest: Date): EntryTime {
  if (occurredAt >= earliest) return { occurredAt, earliestAt };
  const isUncertain = earliestAt !== null || earliest.getTime() - occurredAt.getTime() > CLOCK_TOLERANCE_MS;
  return { occurredAt: earliest, earliestAt: isUncertain ? earliest : null };
}

/** Finds when an entry happened: not before its shipment, or the device's previous entry. */
export async function resolveEntryTime(
  unit: UnitOfWork,
  { id: shipmentId, createdAt }: Pick<ShipmentRow, 'id' | 'createdAt'>,
  reported: ReportedTime,
): Promise<EntryTime> {
  const key = reported.after && unit.actor ? { createdBy: unit.actor.id, idempotencyKey: reported.after } : null;
  const previous = key ? await findActivityOfKey(unit.tx, key) : null;
  const when = clampToNow(reported, previous?.shipmentId === shipmentId ? previous.occurredAt : null);
  return clampToPossible(when, createdAt);
}
