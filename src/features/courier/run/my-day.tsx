import { counted } from '../../../domain/figures.ts';
import { formatShare, stopsAnHour } from '../../../domain/reports/share.ts';
import { type Parcel, parcelsOf } from '../../../domain/runs/parcels.ts';
import type { CourierRun } from '../../../domain/runs/views.ts';
import { figure, type Plot } from '../../../ui/chart/plot.ts';
import { PlotView } from '../../../ui/chart/plot-view.tsx';
import { countParcels } from './run-view.ts';

/** Leaves out what was corrected later. */
const inForce = ({ outcomes }: Parcel) =>
  outcomes.filter(({ visitId }) => !outcomes.some(({ supersedes }) => supersedes === visitId));

/** Counts the visits that the phone has, and parcels by the outcome of their first one. */
export function summarizeDay(run: CourierRun) {
  const tried = parcelsOf(run).filter((parcel) => inForce(parcel).length > 0);
  const visits = new Map(tried.flatMap(inForce).map(({ visitId, occurredAt }) => [visitId, new Date(occurredAt)]));
  const times = [...visits.values()].toSorted((one, other) => Number(one) - Number(other));
  return {
    times,
    tried: countParcels(tried),
    atFirst: countParcels(tried.filter((parcel) => inForce(parcel)[0]?.result === 'delivered')),
    pace: stopsAnHour({
      stops: times.length,
      firstVisit: times[0]?.toISOString() ?? null,
      lastVisit: times.at(-1)?.toISOString() ?? null,
    }),
  };
}

const clock = (hour: number) => `${hour}:00`;

/** Shows couriers their own day, beside nobody else's. */
export function MyDay({ run }: { run: CourierRun }) {
  const { times, tried, atFirst, pace } = summarizeDay(run);
  const [first, last] = [times[0]?.getHours(), times.at(-1)?.getHours()];
  if (first === undefined || last === undefined) return null;
  // A run that goes past midnight is shown to its end.
  const hours = Array.from({ length: ((last - first + 24) % 24) + 1 }, (_, at) => (first + at) % 24);
  const plot: Plot = {
    kind: 'heat',
    of: 'Hour',
    points: hours.map((hour) => ({ label: clock(hour) })),
    series: [
      {
        name: 'Visits',
        tone: 'good',
        figures: hours.map((hour) => figure(times.filter((time) => time.getHours() === hour).length)),
      },
    ],
  };
  return (
    <PlotView
      id="my-day"
      title={`Your day: ${formatShare(atFirst, tried)} at the first try`}
      caption={`${counted(times.length, 'visit')}${pace === null ? '' : `, ${pace.toFixed(1)} stops an hour`}, by hour`}
      plot={plot}
    />
  );
}
