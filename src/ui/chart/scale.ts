import type { Plot } from './plot.ts';

export interface Scale {
  bottom: number;
  top: number;
  /** The lowest comes first. */
  ticks: number[];
}

/** Starts at zero, unless a line is high above it. Its end is a round figure, and so is its middle. */
export function scaleOf({ kind, series, points, top: fixed }: Plot): Scale {
  const values = points.map((_, at) => series.map(({ figures }) => figures[at]?.value ?? 0));
  const isStacked = kind === 'bars' || kind === 'stacked' || kind === 'histogram';
  const highest = Math.max(
    0,
    ...values.map((each) => (isStacked ? each.reduce((a, b) => a + b, 0) : Math.max(...each))),
  );
  // Rows show no axis: the longest fills its room.
  const top = fixed ?? (kind === 'bars' || kind === 'dots' ? highest || 1 : roundUp(highest));
  const known = series.flatMap(({ figures }) => figures.flatMap((figure) => (figure ? [figure.value] : [])));
  const step = top / 5;
  const bottom = kind === 'line' ? Math.min(4, Math.floor(Math.min(top, ...known) / step)) * step : 0;
  const middle = (bottom + top) / 2;
  return { bottom, top, ticks: [bottom, ...(top > 1 ? [middle] : []), top] };
}

function roundUp(highest: number): number {
  const unit = 10 ** Math.floor(Math.log10(Math.max(1, highest)));
  return unit * ([1, 2, 4, 6, 8].find((step) => step * unit >= highest) ?? 10);
}

/** In per cent of the axis. */
export const heightOf = ({ bottom, top }: Scale, value: number): number =>
  Math.min(100, Math.max(0, ((value - bottom) / (top - bottom)) * 100));
