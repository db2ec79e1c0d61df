/** Lunch, jams, uneven districts and another order upset windows. */
import {
  type Calibration,
  calibrate,
  DEFAULT_CALIBRATION,
  MAX_WINDOW_CHECKS,
  middleOf,
  paceOf,
  type Window,
  type WindowCheck,
  windowOf,
} from '../../src/domain/windows/window.ts';

const MINUTE = 60_000;

interface Habits {
  /** A lunch takes 20 to 40 minutes. */
  lunches: number;
  /** A jam takes 8 to 25 minutes. */
  jams: number;
  /** A stop may be taken up to five later. */
  otherOrder: number;
  unevenness: number;
  shuffled?: boolean;
}

export const ORDINARY: Habits = { lunches: 0.7, jams: 0.02, otherOrder: 0.04, unevenness: 0.35 };

/** Nobody keeps to the order, which breaks the assumptions. */
export const UNORDERED: Habits = { ...ORDINARY, shuffled: true };

interface SimulatedRun {
  /** Indexed by the stop's number. */
  came: number[];
  /** The same times in order. */
  visits: number[];
  usual: number;
}

/** A seed gives the same numbers (mulberry32). */
function drawFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function simulateRun(seed: number, habits: Habits): SimulatedRun {
  const draw = drawFrom(seed);
  const between = (least: number, most: number) => least + draw() * (most - least);
  const usual = between(3, 7) * MINUTE;
  const ofDay = usual * between(0.85, 1.2);
  const stops = Math.floor(between(40, 91));
  const order = Array.from({ length: stops }, (_, stop) => stop);
  if (habits.shuffled) order.sort(() => draw() - 0.5);
  for (let at = 0; at < stops - 1; at += 1) {
    if (draw() >= habits.otherOrder) continue;
    const [taken] = order.splice(at, 1);
    if (taken !== undefined) order.splice(at + 1 + Math.floor(draw() * 5), 0, taken);
  }
  const lunchAt = draw() < habits.lunches ? Math.floor(stops * between(0.35, 0.65)) : -1;
  const came: number[] = [];
  let [time, district, untilDistrict] = [9 * 60 * MINUTE, 1, 0];
  for (const [index, stop] of order.entries()) {
    if (index === untilDistrict) {
      district = between(1 - habits.unevenness, 1 + habits.unevenness);
      untilDistrict = index + Math.floor(between(8, 20));
    }
    // A stop takes 0.4 of its time at least; the rest is exponential, up to five times as much.
    const own = 0.4 + 0.6 * Math.min(5, -Math.log(1 - draw()));
    time += ofDay * district * own;
    if (draw() < habits.jams) time += between(8, 25) * MINUTE;
    if (index === lunchAt) time += between(20, 40) * MINUTE;
    came[stop] = time;
  }
  return { came, visits: came.toSorted((one, other) => one - other), usual };
}

function seenAt({ came, visits, usual }: SimulatedRun, stop: number, now: number) {
  const next = visits.findIndex((time) => time > now);
  const pace = paceOf(visits.slice(0, next), usual);
  const stopsBefore = came.slice(0, stop).filter((time) => time > now).length;
  return pace && { pace, stopsBefore };
}

function windowBefore(run: SimulatedRun, stop: number, minutes: number, z: number): Window | null {
  const now = (run.came[stop] ?? 0) - minutes * MINUTE;
  const seen = seenAt(run, stop, now);
  return seen && windowOf(seen.pace, seen.stopsBefore, now, z);
}

/** The server keeps the windows first shown an hour before. */
function checksOf(run: SimulatedRun): WindowCheck[] {
  return run.came.flatMap((came, stop) => {
    for (const now of run.visits) {
      if (now >= came) break;
      const seen = seenAt(run, stop, now);
      const left = seen && middleOf(seen.pace, seen.stopsBefore) - now;
      if (left && left <= 60 * MINUTE) {
        return left < 40 * MINUTE ? [] : [{ ...seen.pace, stopsBefore: seen.stopsBefore, shownAt: now, came }];
      }
    }
    return [];
  });
}

function judge(runs: readonly SimulatedRun[], minutes: number, z: number) {
  const widths: number[] = [];
  let held = 0;
  for (const run of runs) {
    for (const [stop, came] of run.came.entries()) {
      const window = windowBefore(run, stop, minutes, z);
      if (!window) continue;
      widths.push((window.to - window.from) / MINUTE);
      if (window.from <= came && came <= window.to) held += 1;
    }
  }
  return { widths, held };
}

export const simulateRuns = (count: number, habits: Habits): SimulatedRun[] =>
  Array.from({ length: count }, (_, seed) => simulateRun(seed + 1, habits));

const RUNS_A_DAY = 10;

/** Windows are calibrated every night. */
export function calibratedDays(runs: readonly SimulatedRun[], minutes: number) {
  const checks: WindowCheck[] = [];
  const nights: Calibration[] = [];
  const widths: number[] = [];
  let held = 0;
  for (const [index, run] of runs.entries()) {
    const { z, isOn } = nights.at(-1) ?? DEFAULT_CALIBRATION;
    const day = isOn ? judge([run], minutes, z) : { widths: [], held: 0 };
    widths.push(...day.widths);
    held += day.held;
    checks.push(...checksOf(run));
    if (index % RUNS_A_DAY === RUNS_A_DAY - 1) nights.push(calibrate(checks.slice(-MAX_WINDOW_CHECKS), z));
  }
  return { shown: widths.length, share: held / widths.length, width: medianOf(widths), nights };
}

const medianOf = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
