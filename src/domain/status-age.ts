import { differenceInCalendarDays } from 'date-fns/differenceInCalendarDays';
import { counted } from './figures.ts';
import type { ShipmentStatus } from './shipment-status.ts';

/** When a day was, such as `this morning`; null from two days on. */
function momentOf(since: Date, now: Date): string | null {
  const days = differenceInCalendarDays(now, since);
  if (days > 1) return null;
  if (days === 1) return 'yesterday';
  const hour = since.getHours();
  return hour < 12 ? 'this morning' : hour < 18 ? 'this afternoon' : 'this evening';
}

/** Two days or more. */
function span(since: Date, now: Date): string {
  const days = differenceInCalendarDays(now, since);
  if (days < 14) return counted(days, 'day');
  if (days < 60) return counted(Math.floor(days / 7), 'week');
  if (days < 730) return counted(Math.floor(days / 30.4), 'month');
  return counted(Math.floor(days / 365.25), 'year');
}

const lasting =
  (what: string) =>
  (since: Date, now: Date): string => {
    const moment = momentOf(since, now);
    return moment ? `${what} since ${moment}` : `${what} for ${span(since, now)}`;
  };

const past =
  (what: string) =>
  (since: Date, now: Date): string =>
    `${what} ${momentOf(since, now) ?? `${span(since, now)} ago`}`;

const AGES: Record<ShipmentStatus, (since: Date, now: Date) => string> = {
  'in-progress': past('Created'),
  shipped: lasting('On its way'),
  delivery: lasting('Out for delivery'),
  held: (since, now) =>
    momentOf(since, now) ? lasting('In the warehouse')(since, now) : `${span(since, now)} in the warehouse`,
  delivered: past('Delivered'),
  cancelled: past('Cancelled'),
  failed: past('Failed'),
};

/** Says how long a shipment has had its status: `3 days in the warehouse`. */
export function formatStatusAge(status: ShipmentStatus, since: Date, now: Date): string {
  return AGES[status](since, now);
}
