import { format, isSameDay } from 'date-fns';

/** Activity and timeline entries: `Friday 20/11/2026 - 06:40 AM`, in the device's time zone. */
export const ACTIVITY_DATE_FORMAT = 'EEEE dd/MM/yyyy - hh:mm a';
/** Invoices: `Friday 20/11/2026`, in the brand's time zone. */
export const INVOICE_DATE_FORMAT = 'EEEE dd/MM/yyyy';

const CLOCK_FORMAT = 'hh:mm a';

/** An ISO time as activity shows it (specification section 9). */
export function formatActivityDate(iso: string): string {
  return format(new Date(iso), ACTIVITY_DATE_FORMAT);
}

/**
 * A time of which only a bracket is known (ISO, ISO), as activity shows it: `Friday 20/11/2026 - between 06:40 AM and 08:10 AM`;
 * over midnight with both dates.
 */
export function formatBetween(earliest: string, latest: string): string {
  const [from, to] = [new Date(earliest), new Date(latest)];
  if (!isSameDay(from, to)) return `Between ${formatActivityDate(earliest)} and ${formatActivityDate(latest)}`;
  return `${format(from, INVOICE_DATE_FORMAT)} - between ${format(from, CLOCK_FORMAT)} and ${format(to, CLOCK_FORMAT)}`;
}

/** When an activity entry happened, as activity shows it: a bracket where nothing else is known. */
export function formatOccurrence(entry: {
  occurredAt: string;
  earliestAt?: string | undefined;
  createdAt: string;
}): string {
  const { occurredAt, earliestAt, createdAt } = entry;
  return earliestAt ? formatBetween(earliestAt, createdAt) : formatActivityDate(occurredAt);
}

/** By time zone: making one takes longer than filling in the rest of a parcel's page. */
const dayFormats = new Map<string, Intl.DateTimeFormat>();

/** The day of an ISO time in a time zone, as an invoice shows it on whatever device (specification section 9). */
export function formatInvoiceDate(iso: string, timeZone: string): string {
  let day = dayFormats.get(timeZone);
  if (!day) {
    // Swedish days are written as ISO has them.
    day = new Intl.DateTimeFormat('sv-SE', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
    dayFormats.set(timeZone, day);
  }
  return format(new Date(`${day.format(new Date(iso))}T12:00`), INVOICE_DATE_FORMAT);
}

/** A span of time in words, in whole ones of its largest unit (`3 hours`, `1 day`); less than a minute is `1 minute`. */
export function formatSpan(milliseconds: number): string {
  const minutes = Math.max(1, Math.round(Math.abs(milliseconds) / 60_000));
  const [count, unit] =
    minutes >= 1440
      ? [Math.floor(minutes / 1440), 'day']
      : minutes >= 60
        ? [Math.floor(minutes / 60), 'hour']
        : [minutes, 'minute'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

/** An ISO time as lists show it: a date string, `Mon Nov 16 2026`. */
export function formatListDate(iso: string): string {
  return new Date(iso).toDateString();
}
