import { shortDayOf } from '../../domain/dates.ts';
import { formatDay } from '../../domain/day.ts';
import { grouped } from '../../domain/figures.ts';
import { formatShare, MIN_FOR_SHARE } from '../../domain/reports/share.ts';
import type { Tone } from '../tone.ts';

export interface Figure {
  value: number;
  /** The words for it, drawn or not. */
  text: string;
  /** It is drawn hollow because so few say little. */
  isFew?: boolean;
}

export interface Point {
  label: string;
  /** Replaces the label on the axis. */
  short?: string;
  /**
   * Rows have these: where the label leads, what comes below it, and what is said at the end
   * instead of the figures.
   */
  to?: string;
  note?: string;
  end?: string;
  /** Some of it is still unknown, so it is drawn pale. */
  isOpen?: boolean;
}

export interface Series {
  name: string;
  /** Null draws the rest of a whole as an outline. */
  tone: Tone | null;
  /** Each point has one; null is unknown, which is not zero. */
  figures: readonly (Figure | null)[];
}

export interface Plot {
  /** `bars` and `dots` are rows, all others columns. */
  kind: 'bars' | 'dots' | 'stacked' | 'histogram' | 'line' | 'heat';
  /** What the points are: `Day`. */
  of: string;
  points: readonly Point[];
  series: readonly Series[];
  /** The axis ends here, and not at the largest figure. */
  top?: number;
  /** Says a value of the axis. */
  say?: (value: number) => string;
  isSummed?: boolean;
}

export const NOTHING = 'no data';

export const figure = (value: number, text: string = grouped(value)): Figure => ({ value, text });

/** In per cent; null of nothing. */
export const share = (part: number, of: number): Figure | null =>
  of === 0 ? null : { value: (part / of) * 100, text: formatShare(part, of), isFew: of < MIN_FOR_SHARE };

/** It is `Monday 16 November 2026`, and `16 Nov` on the axis. */
export const dayPoint = (day: string): Point => ({
  label: formatDay(day),
  short: shortDayOf(day),
});
