import { useNow } from '../../api/use-now.ts';
import { brandClockName } from '../../config/brand-clock.ts';
import { site } from '../../config/site.ts';
import { dayIn, formatDayOfWeek, formatTimeOfDay, wallClockIn } from '../../domain/dates.ts';
import { counted } from '../../domain/figures.ts';
import type { Today } from '../../domain/shipment.ts';
import { isTodayOver } from '../../domain/today.ts';
import { Notice } from '../../ui/notice.tsx';

/** Where a parcel is on its run, at the door's time. */
export function TodayNotice({ today }: { today: Today }) {
  const { state, day, stopsBefore, from, to, confirmedAt } = today;
  const now = useNow();
  if (isTodayOver(today, now, site.timeZone)) return null;
  const isToday = (one: string) => one === dayIn(site.timeZone, now);
  const confirmedOn = dayOf(confirmedAt);
  const zone = brandClockName(now);
  const inZone = zone ? ` (${zone})` : '';
  const age = `As of ${isToday(confirmedOn) ? '' : `${formatDayOfWeek(confirmedOn)}, `}${clock(confirmedAt)}${inZone}.`;
  if (state === 'on-a-run') {
    return (
      <Notice tone="move" icon="route" title={`On a run for ${formatDayOfWeek(day)}`} live>
        Once the courier is out, you see how many stops come before yours. {age}
      </Notice>
    );
  }
  const out = `Out for delivery${stopsBefore === undefined ? '' : `, ${beforeYours(stopsBefore)}`}`;
  if (!from || !to || new Date(to) < now) {
    return (
      <Notice tone="signal" icon="truck" title={out} live>
        {stopsBefore === undefined && 'The courier couldn’t deliver it yet. '}
        {age}
      </Notice>
    );
  }
  const window = `between ${clock(from)} and\u00a0${clock(to)}`;
  return (
    <Notice
      tone="signal"
      icon="clock"
      title={`${isToday(dayOf(from)) ? 'Today' : formatDayOfWeek(dayOf(from))} ${window}${inZone}`}
      live
    >
      {out}. {age}
    </Notice>
  );
}

const dayOf = (iso: string) => dayIn(site.timeZone, new Date(iso));

const clock = (iso: string) => formatTimeOfDay(wallClockIn(site.timeZone, new Date(iso)).slice(11));

function beforeYours(stops: number): string {
  return stops === 0 ? 'the next stop is yours' : `${counted(stops, 'stop')} before yours`;
}
