import { dayIn } from '../../../src/domain/dates.ts';

/** A calendar day, `yyyy-mm-dd`; `today` is the current one in the brand's time zone. */
export const dayOf = (day: string, timeZone: string, now = new Date()): string =>
  day === 'today' ? dayIn(timeZone, now) : day;
