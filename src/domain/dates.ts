import { format } from 'date-fns/format';
import { isSameDay } from 'date-fns/isSameDay';

export const ACTIVITY_DATE_FORMAT = 'EEEE dd/MM/yyyy - hh:mm a';
export const INVOICE_DATE_FORMAT = 'EEEE dd/MM/yyyy';

const CLOCK_FORMAT = 'hh:mm a';

/** `Friday 20/11/2026 - 06:40 AM` (specification section 9). */
export function formatActivityDate(iso: string): string {
  return format(new Date(iso), ACTIVITY_DATE_FORMAT);
}

/** `06:40 AM`, in the device's time zone. */
export const formatClock = (iso: string): string => format(new Date(iso), CLOCK_FORMAT);

/** `Friday 20/11/2026 - between 06:40 AM and 08:10 AM`. */
export function formatBetween(earliest: string, latest: string): string {
  const [from, to] = [new Date(earliest), new Date(latest)];
  if (!isSameDay(from, to)) return `Between ${formatActivityDate(earliest)} and ${formatActivityDate(latest)}`;
  return `${format(from, INVOICE_DATE_FORMAT)} - between ${format(from, CLOCK_FORMAT)} and ${format(to, CLOCK_FORMAT)}`;
}

export function formatOccurrence(entry: {
  occurredAt: string;
  earliestAt?: string | undefined;
  createdAt: string;
}): string {
  const { occurredAt, earliestAt, createdAt } = entry;
  return earliestAt ? formatBetween(earliestAt, createdAt) : formatActivityDate(occurredAt);
}

/** Creating one is slow. */
const clockFormats = new Map<string, Intl.DateTimeFormat>();
const MAX_CLOCK_FORMATS = 100;

/** `2026-11-20T06:40:00`. @throws RangeError for an unknown zone */
export function wallClockIn(zone: string, time: Date): string {
  if (zone === 'UTC') return time.toISOString().slice(0, 19);
  let format = clockFormats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('sv-SE', {
      ...{ timeZone: zone, hourCycle: 'h23', year: 'numeric', month: '2-digit', day: '2-digit' },
      ...{ hour: '2-digit', minute: '2-digit', second: '2-digit' },
    });
    if (clockFormats.size >= MAX_CLOCK_FORMATS) clockFormats.clear();
    clockFormats.set(zone, format);
  }
  return format.format(time).replace(' ', 'T');
}

/** `yyyy-mm-dd`. @throws RangeError for an unknown zone */
export function dayIn(zone: string, time: Date): string {
  return wallClockIn(zone, time).slice(0, 10);
}

/** `Friday 20/11/2026` (specification section 9). */
export function formatInvoiceDate(iso: string, timeZone: string): string {
  return format(new Date(`${dayIn(timeZone, new Date(iso))}T12:00`), INVOICE_DATE_FORMAT);
}

/** As `formatActivityDate`, but in the brand's zone. */
export function formatShipDate(iso: string, timeZone: string): string {
  const [hour = 0, minute = 0] = wallClockIn(timeZone, new Date(iso)).slice(11).split(':').map(Number);
  // That day, this device's zone may skip the time.
  return `${formatInvoiceDate(iso, timeZone)} - ${format(new Date(2000, 0, 1, hour, minute), CLOCK_FORMAT)}`;
}

/** `3 hours`; at least `1 minute`. */
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

/** `Mon Nov 16 2026`. */
export function formatListDate(iso: string): string {
  return new Date(iso).toDateString();
}
