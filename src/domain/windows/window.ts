/** The pace of the run so far gives the windows, so no map is needed. Times are milliseconds. */
import { MIN_VISITS, weighGaps } from './pace.ts';

const MINUTE = 60_000;

const MIN_WIDTH = 30 * MINUTE;
const MAX_WIDTH = 180 * MINUTE;
const ROUNDED_TO = 10 * MINUTE;
/** A break is likelier, the longer it takes to come. */
const MAX_BREAK = 20 * MINUTE;
const BREAK_WITHIN = 120 * MINUTE;

export const DEFAULT_Z = 1.65;
const MIN_Z = 1.2;
const MAX_Z = 3;
const Z_STEP = 0.05;
const PART_OF_STEP = 0.25;
/** The share of windows that should hold. */
export const NEEDED_SHARE = 0.9;
/** Windows that hold less often are not shown. */
export const MIN_SHARE = 0.8;
/** `z` is chosen for a little more. */
const WANTED_SHARE = NEEDED_SHARE + 0.01;
/** The last so many windows decide about the next ones. */
export const MAX_WINDOW_CHECKS = 500;
export const MIN_WINDOW_CHECKS = 50;

/** `each`: what a stop takes. */
export interface Pace {
  lastVisit: number;
  each: number;
}

export interface Window {
  from: number;
  to: number;
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

const gapsOf = (visits: readonly number[]): number[] =>
  visits.slice(1).map((visit, index) => visit - (visits[index] ?? 0));

export function paceOf(visits: readonly number[], usual: number | null): Pace | null {
  const lastVisit = visits.at(-1);
  if (visits.length < MIN_VISITS || lastVisit === undefined) return null;
  const gaps = gapsOf(visits);
  return { lastVisit, each: weighGaps(gaps, usual ?? mean(gaps)) };
}

export const middleOf = ({ lastVisit, each }: Pace, stopsBefore: number): number =>
  lastVisit + each * (stopsBefore + 1);

/** `z` counts standard deviations each way. */
export function windowOf(pace: Pace, stopsBefore: number, now: number, z: number): Window | null {
  const left = stopsBefore + 1;
  const middle = middleOf(pace, stopsBefore);
  const spread = z * pace.each * Math.sqrt(0.9 * left + 0.02 * left * left);
  const pause = MAX_BREAK * Math.min(1, (middle - pace.lastVisit) / BREAK_WITHIN);
  // Either the courier is late, or the phone has not reported a visit yet.
  const overdue = Math.max(0, now - pace.lastVisit - pace.each);
  const earliest = middle - spread;
  const latest = middle + spread + pause + overdue;
  if (latest - earliest > MAX_WIDTH || latest <= now) return null;
  const from = Math.floor(Math.max(earliest, now) / ROUNDED_TO) * ROUNDED_TO;
  const to = Math.ceil(Math.max(latest, from + MIN_WIDTH) / ROUNDED_TO) * ROUNDED_TO;
  return { from, to };
}

/** The window is the one shown an hour before. */
export interface WindowCheck extends Pace {
  stopsBefore: number;
  shownAt: number;
  came: number;
}

export interface Calibration {
  z: number;
  /** Null if there are too few. */
  share: number | null;
  /** How many windows it rests on. */
  checks: number;
  isOn: boolean;
}

export const DEFAULT_CALIBRATION: Calibration = { z: DEFAULT_Z, share: null, checks: 0, isOn: true };

/** Moves `z` towards the narrowest windows that would have held; off if 80 % would not have. */
export function calibrate(checks: readonly WindowCheck[], before = DEFAULT_Z): Calibration {
  const counted = { checks: checks.length };
  if (checks.length < MIN_WINDOW_CHECKS) return { ...DEFAULT_CALIBRATION, ...counted, z: before };
  const shareWith = (z: number) => mean(checks.map((check) => Number(holds(check, z))));
  let wanted = MIN_Z;
  while (wanted < MAX_Z && shareWith(wanted) < WANTED_SHARE) wanted += Z_STEP;
  const z = before + (Math.min(wanted, MAX_Z) - before) * PART_OF_STEP;
  const share = shareWith(z);
  return { ...counted, z, share, isOn: share >= MIN_SHARE };
}

function holds({ stopsBefore, shownAt, came, ...pace }: WindowCheck, z: number): boolean {
  const window = windowOf(pace, stopsBefore, shownAt, z);
  return window !== null && window.from <= came && came <= window.to;
}
