/** Hours to deliver, in words. */
import { type FigurePoint, HOUR_BINS } from './figures.ts';
import { sum } from './share.ts';

export const hoursAt = (bin: number) => {
  const [from, to] = [HOUR_BINS[bin] ?? 0, HOUR_BINS[bin + 1]];
  const say = (hours: number) => (hours < 48 ? `${hours} h` : `${hours / 24} days`);
  return { label: to === undefined ? `From ${say(from)}` : `Up to ${say(to)}`, short: say(from) };
};

/** In which bin the middle parcel is; -1 of none. */
export function medianBin(points: readonly FigurePoint[]): number {
  const half = sum(points) / 2;
  const upTo = (last: number) =>
    HOUR_BINS.slice(0, last + 1).reduce<number>((all, bin) => all + sum(points, String(bin)), 0);
  return half === 0 ? -1 : HOUR_BINS.findIndex((_, bin) => upTo(bin) >= half);
}

export const sayMedian = (bin: number): string =>
  hoursAt(bin).label.replace('Up to', 'within').replace('From', 'after');
