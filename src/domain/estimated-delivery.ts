import { dayIn, formatDayOfWeek, formatTimeOfDay, wallClockIn } from './dates.ts';
import type { Today } from './shipment.ts';
import { OPEN_STATUSES, type ShipmentStatus } from './shipment-status.ts';
import { isTodayOver } from './today.ts';

interface Expected {
  status: ShipmentStatus;
  today?: Today | undefined;
  deliveryDate?: string | null;
}

/**
 * The window or day, as far as it is known; specification section 2 has the other words.
 * @param zoneName null if the reader's clock shows the same
 */
export function estimatedDelivery(
  { status, today, deliveryDate }: Expected,
  now: Date,
  timeZone: string,
  zoneName: string | null,
): string {
  if (status === 'delivered') return 'Delivered';
  const thisDay = dayIn(timeZone, now);
  const dayOf = (iso: string) => dayIn(timeZone, new Date(iso));
  const named = (day: string) => (day === thisDay ? 'Today' : formatDayOfWeek(day));
  const clock = (iso: string) => formatTimeOfDay(wallClockIn(timeZone, new Date(iso)).slice(11));
  if (OPEN_STATUSES.includes(status)) {
    if (today && !isTodayOver(today, now, timeZone)) {
      const { state, day, stopsBefore, from, to } = today;
      if (from && to && new Date(to) >= now) {
        return `${named(dayOf(from))}, ${clock(from)} to ${clock(to)}${zoneName ? ` (${zoneName})` : ''}`;
      }
      if (state === 'on-a-run') return named(day);
      // Without it, the door was tried already.
      if (stopsBefore !== undefined) return 'Today';
    } else if (deliveryDate && dayOf(deliveryDate) >= thisDay) return named(dayOf(deliveryDate));
  }
  return 'Information not available';
}
