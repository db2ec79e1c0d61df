import { wallClockIn } from './dates.ts';
import { momentIn } from './time-zone.ts';

/** An ISO time as the value of a `datetime-local` input in a zone, without seconds. */
export const toLocalInput = (iso: string, zone: string): string => wallClockIn(zone, new Date(iso)).slice(0, 16);

/** A `datetime-local` value in a zone as an ISO UTC time. Invalid text is returned as it is. */
export function fromLocalInput(local: string, zone: string): string {
  return Number.isNaN(Date.parse(`${local}Z`)) || !local.includes('T') ? local : momentIn(zone, local).toISOString();
}
