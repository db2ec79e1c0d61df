import { dayIn } from './dates.ts';
import { shiftDay } from './day.ts';
import { momentIn } from './time-zone.ts';

/** A shop chooses how often it hears what it need not act on. */
export const DIGESTS = ['hour', 'day'] as const;
export type Digest = (typeof DIGESTS)[number];
export const DIGEST_LABELS: Record<Digest, string> = { hour: 'At most once an hour', day: 'Once a day' };
/** The brand’s clock tells when it is. */
const DIGEST_HOUR = '17:00';

export function nextDigest(digest: Digest, now: Date, zone: string): Date {
  if (digest === 'hour') return new Date(now.getTime() + 3_600_000);
  const today = dayIn(zone, now);
  const at = momentIn(zone, `${today}T${DIGEST_HOUR}`);
  return at > now ? at : momentIn(zone, `${shiftDay(today, 1)}T${DIGEST_HOUR}`);
}
