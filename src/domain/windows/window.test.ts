import { describe, expect, it } from 'vitest';
import { calibratedDays, ORDINARY, simulateRuns, UNORDERED } from '../../../tests/support/simulated-days.ts';
import { calibrate, DEFAULT_Z, paceOf, type WindowCheck, windowOf } from './window.ts';

const at = (clock: string) => Date.parse(`2026-11-25T${clock}:00Z`);
const clockOf = (time: number | undefined) => time && new Date(time).toISOString().slice(11, 16);
const every = (minutes: number, count: number, from = at('10:00')) =>
  Array.from({ length: count }, (_, index) => from + index * minutes * 60_000);
const minutesOf = (each: number | undefined) => Math.round((each ?? 0) / 6_000) / 10;

describe('the pace of a run', () => {
  it('is known from the fifth visit on', () => {
    expect(paceOf(every(6, 4), 5)).toBeNull();
    expect(paceOf(every(6, 5), null)).toEqual({ lastVisit: at('10:24'), each: 6 * 60_000 });
  });

  it('weighs the last ten stops, the run so far, and what the courier usually takes', () => {
    const visits = [...every(4, 11), ...every(8, 10, at('10:48'))];
    expect(minutesOf(paceOf(visits, null)?.each)).toBe(7.1);
    expect(minutesOf(paceOf(visits, 10 * 60_000)?.each)).toBe(7.7);
  });
});

describe('a window', () => {
  const pace = { lastVisit: at('12:00'), each: 6 * 60_000 };
  const shown = (stopsBefore: number, now = '12:00', z = DEFAULT_Z) => {
    const window = windowOf(pace, stopsBefore, at(now), z);
    return window && `${clockOf(window.from)}–${clockOf(window.to)}`;
  };

  it.each([
    [0, '12:00–12:30'],
    [4, '12:00–13:00'],
    [9, '12:20–13:50'],
    [19, '13:00–15:20'],
  ])('with %i stops before is %s', (stopsBefore, window) => expect(shown(stopsBefore)).toBe(window));

  it('is never narrower than half an hour', () => expect(shown(0, '12:00', 0)).toBe('12:00–12:30'));

  it('is not shown if it would exceed three hours', () => {
    expect(shown(29)).not.toBeNull();
    expect(shown(60)).toBeNull();
  });

  it('ends later while nothing is heard, and then is not shown', () => {
    expect(shown(4, '12:40')).toBe('12:40–13:40');
    expect(shown(4, '16:00')).toBeNull();
  });
});

describe('the calibration', () => {
  const pace = { lastVisit: at('12:00'), each: 6 * 60_000, stopsBefore: 9, shownAt: at('12:00') };
  const checks = (count: number, late: number): WindowCheck[] =>
    Array.from({ length: count }, (_, index) => ({ ...pace, came: at(index < late ? '19:00' : '13:00') }));

  it('waits for fifty windows', () => {
    expect(calibrate(checks(49, 49))).toEqual({ z: DEFAULT_Z, share: null, checks: 49, isOn: true });
  });

  it('narrows windows that hold, and switches off those that do not', () => {
    const good = calibrate(checks(500, 0));
    expect(good).toMatchObject({ share: 1, isOn: true });
    expect(good.z).toBeLessThan(DEFAULT_Z);
    const bad = calibrate(checks(500, 101), good.z);
    expect(bad).toMatchObject({ share: 0.798, isOn: false });
    expect(calibrate(checks(500, 99), bad.z).isOn).toBe(true);
  });

  it('holds nine of ten windows an hour before, through lunch, jams and another order', () => {
    const { share, nights } = calibratedDays(simulateRuns(40, ORDINARY), 60);
    expect(share).toBeGreaterThanOrEqual(0.9);
    expect(nights.every(({ z, isOn }) => isOn && z >= 1.2 && z <= 3)).toBe(true);
  });

  it('switches windows off while nobody keeps to the order', () => {
    const { nights } = calibratedDays([...simulateRuns(30, UNORDERED), ...simulateRuns(20, ORDINARY)], 60);
    expect(nights.map(({ isOn }) => isOn)).toEqual([false, false, false, true, true]);
  });
});
