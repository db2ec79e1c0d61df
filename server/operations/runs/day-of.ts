import { dayIn } from '../../../src/domain/dates.ts';

/** `yyyy-mm-dd`; `today` in the brand's time zone. */
export const dayOf = (day: string, timeZone: string, now = new Date()): string =>
  day === 'today' ? dayIn(timeZone, now) : day;
