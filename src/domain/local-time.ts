import { wallClockIn } from './dates.ts';
import { momentIn } from './time-zone.ts';

export const toLocalInput = (iso: string, zone: string): string => wallClockIn(zone, new Date(iso)).slice(0, 16);

/** Reads a `datetime-local` value as ISO UTC; returns invalid text as it is. */
export function fromLocalInput(local: string, zone: string): string {
  return Number.isNaN(Date.parse(`${local}Z`)) || !local.includes('T') ? local : momentIn(zone, local).toISOString();
}
