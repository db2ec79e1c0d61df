import { wallClockIn } from './dates.ts';
import { momentIn } from './time-zone.ts';

/** For a `datetime-local` input, without seconds. */
export const toLocalInput = (iso: string, zone: string): string => wallClockIn(zone, new Date(iso)).slice(0, 16);

/** As an ISO UTC time; invalid text is returned as it is. */
export function fromLocalInput(local: string, zone: string): string {
  return Number.isNaN(Date.parse(`${local}Z`)) || !local.includes('T') ? local : momentIn(zone, local).toISOString();
}
