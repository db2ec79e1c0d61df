import { dayIn } from './dates.ts';
import type { Today } from './shipment.ts';

/** A phone that is silent for longer has another day. */
const MAX_SILENCE_MS = 12 * 60 * 60_000;

/** Whether what was said of a parcel's day is history, on the server as in what a device has kept. */
export const isTodayOver = (
  { state, day, confirmedAt }: Pick<Today, 'state' | 'day' | 'confirmedAt'>,
  now: Date,
  timeZone: string,
): boolean =>
  state === 'on-a-run' ? day < dayIn(timeZone, now) : now.getTime() - Date.parse(confirmedAt) > MAX_SILENCE_MS;
