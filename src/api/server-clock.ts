import { FETCHED_AT_HEADER } from '../pwa/messages.ts';
import { localStore } from './web-storage.ts';

/**
 * How far this device's clock is from the server's, as the last answers said. What happens without network is dated by
 * the device, whose clock may be hours or days off; the difference stands in local storage, so that it is known there.
 */
const KEY = 'clock-offset';
/** An answer tells whole seconds, and is some time under way: less than this is no difference. */
const PRECISION_MS = 2_000;

let offset: number | null = null;

/** Takes the time from an answer of the server. What the service worker had kept says nothing about now. */
export function noteServerTime({ headers }: Response): void {
  const date = Date.parse(headers.get('date') ?? '');
  if (Number.isNaN(date) || headers.has(FETCHED_AT_HEADER)) return;
  const measured = date + 500 - Date.now();
  if (offset !== null && Math.abs(measured - offset) <= PRECISION_MS) return;
  offset = Math.abs(measured) <= PRECISION_MS ? 0 : measured;
  localStore.setItem(KEY, String(offset));
}

/** What is to be added to this device's time to have the server's, in milliseconds; null where it was never told. */
export function clockOffset(): number | null {
  if (offset !== null) return offset;
  const kept = localStore.getItem(KEY);
  return kept === null || !Number.isFinite(Number(kept)) ? null : Number(kept);
}
