import { site } from '../../../config/site.ts';
import { counted } from '../../../domain/figures.ts';
import { earlierStart, listLate } from '../../../domain/routing/order-on-time.ts';
import { clockOf, nowOn, toOrder } from '../../../domain/routing/stops-to-order.ts';
import type { RunDetails } from '../../../domain/runs/views.ts';
import { formatHours, formatNextDay, isPast } from '../../../domain/time-window.ts';
import { formatRoughly } from '../../../domain/windows/pace.ts';
import { Notice } from '../../../ui/notice.tsx';
import { Verbatim } from '../../../ui/verbatim.tsx';

interface LateNoticeProps {
  run: RunDetails;
  /** In the order in which they would be visited. */
  stops: RunDetails['stops'];
}

/** Which stops are not reached in time in this order, and what it would take. */
export function LateNotice({ run, stops }: LateNoticeProps) {
  const { stops: ordered, options } = toOrder({ ...run, stops }, site.timeZone);
  const late = new Map(listLate(ordered, options).map(({ id, minutes }) => [id, minutes]));
  const excluded = stops.filter(({ notToday }) => notToday);
  if (late.size + excluded.length === 0) return null;
  const over = new Set(stops.flatMap(({ id, hours }) => (hours && isPast(hours, run.day, site.timeZone) ? [id] : [])));
  const inTime = ordered.filter(({ id }) => !over.has(id));
  const start = run.status === 'active' ? null : earlierStart(inTime, options, nowOn(run.day, site.timeZone));
  return (
    <Notice tone="warn" title={`${counted(late.size + excluded.length, 'stop')} can’t be reached in time`} live>
      <ul>
        {stops.map(
          ({ id, name, hours, notToday }, index) =>
            (late.has(id) || notToday) && (
              <li key={id}>
                {index + 1}. <Verbatim>{name}</Verbatim>
                {late.has(id) &&
                  hours &&
                  `, ${formatHours(hours)}: ${over.has(id) ? `these hours are over.${formatNextDay(run.nextDay)}` : `about ${formatRoughly(late.get(id) ?? 0)} late`}`}
                {notToday && `: ${notToday.join(', ')} can’t be delivered on this day`}
              </li>
            ),
        )}
      </ul>
      {[...late.keys()].some((id) => !over.has(id)) && (
        <p>
          {start === null
            ? 'Move them up, or give them to another courier.'
            : `If the van leaves at ${clockOf(start)}, all of them are in time. Or give them to another courier.`}
        </p>
      )}
    </Notice>
  );
}
