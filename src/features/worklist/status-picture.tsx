import { counted } from '../../domain/figures.ts';
import { SHIPMENT_STATUSES, statusLabel } from '../../domain/shipment-status.ts';
import { PICTURED_DAYS, type Worklist } from '../../domain/work.ts';
import { dayPoint, figure } from '../../ui/chart/plot.ts';
import { PlotView } from '../../ui/chart/plot-view.tsx';
import { STATUS_STYLE } from '../shipments/status-style.ts';

export function StatusPicture({ days }: Pick<Worklist, 'days'>) {
  const all = SHIPMENT_STATUSES.map((status) => ({
    name: statusLabel(status),
    tone: STATUS_STYLE[status].tone,
    figures: days.map(({ counts }) => figure(counts.find((one) => one.status === status)?.count ?? 0)),
  }));
  const series = all.filter(({ figures }) => figures.some(({ value }) => value > 0));
  const total = series.reduce((sum, { figures }) => figures.reduce((part, { value }) => part + value, sum), 0);
  return (
    <PlotView
      id="last-days"
      title={`${counted(total, 'shipment')} created in the last ${PICTURED_DAYS} days`}
      caption="By day (UTC) and status now"
      plot={{ kind: 'stacked', of: 'Day (UTC)', series, isSummed: true, points: days.map(({ day }) => dayPoint(day)) }}
      isLow
    />
  );
}
