/** A calendar day, `yyyy-mm-dd`; `today` is the current one in the brand's time zone. */
export function dayOf(day: string, timeZone: string, now = new Date()): string {
  if (day !== 'today') return day;
  // Swedish dates are in ISO format.
  return new Intl.DateTimeFormat('sv-SE', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(now);
}
