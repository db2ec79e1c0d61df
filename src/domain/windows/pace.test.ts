import { describe, expect, it } from 'vitest';
import { sampleCollection, sampleRun, sampleStop, sampleTask } from '../../../tests/support/sample-run.ts';
import type { CourierTask } from '../runs/views.ts';
import { formatRoughly, minutesPerStop } from './pace.ts';

const START = Date.parse('2026-11-21T07:00:00');
const isoAt = (minutes: number) => new Date(START + minutes * 60_000).toISOString();

type Outcome = CourierTask['outcomes'][number];
const outcomeAt = (minutes: number, result: Outcome['result'] = 'delivered'): Outcome => ({
  visitId: String(minutes),
  result,
  method: null,
  reason: null,
  occurredAt: isoAt(minutes),
});

/** A run with a stop for each list of outcomes, which began at 7:00. */
const runWith = (...outcomes: Outcome[][]) =>
  sampleRun([], {
    startedAt: isoAt(0),
    stops: outcomes.map((some, place) =>
      sampleStop([sampleTask({ id: `${place}`, outcomes: some })], { id: `${place}` }),
    ),
  });
const visitsAt = (...minutes: number[]) => minutes.map((at) => [outcomeAt(at)]);

describe('the pace of the day', () => {
  it('counts a collection as a visit', () => {
    const run = runWith(...visitsAt(10, 20, 30, 40));
    const collections = [sampleCollection({ status: 'collected', occurredAt: isoAt(50) })];
    const stops = [...run.stops, sampleStop([], { id: 'shop', collections })];
    expect(minutesPerStop({ ...run, stops })).toBeCloseTo(10);
  });

  it('is unknown before five visits', () => {
    expect(minutesPerStop(runWith(...visitsAt(10, 20, 30, 40)))).toBeNull();
    expect(minutesPerStop(runWith(...visitsAt(10, 20, 30, 40, 50)))).toBe(10);
  });

  it('follows the latest ten stops more than the day', () => {
    const [slow, fast] = [[30, 60, 90, 120, 150], Array.from({ length: 10 }, (_, place) => 150 + (place + 1) * 5)];
    const pace = minutesPerStop(runWith(...visitsAt(...slow, ...fast)));
    expect(pace).toBeCloseTo((5 * 10 + (200 / 15) * 6) / 16);
  });

  it('counts neither corrections nor a second act at one door', () => {
    const [first = [], ...rest] = visitsAt(10, 20, 30, 40);
    const run = runWith([...first, outcomeAt(41)], ...rest, [outcomeAt(50, 'failed')], [outcomeAt(60)]);
    const twice = sampleTask({ id: 'second', trackingId: 'W2', outcomes: [outcomeAt(52)] });
    const stops = run.stops.map((stop) => (stop.id === '4' ? { ...stop, tasks: [...stop.tasks, twice] } : stop));
    expect(minutesPerStop({ ...run, stops })).toBe(10);
  });

  it('leaves out the night of a run that goes on the next day', () => {
    const nextDay = 24 * 60;
    const times = [10, 20, ...[0, 10, 20, 30, 40].map((minutes) => nextDay + minutes)];
    expect(minutesPerStop(runWith(...visitsAt(...times)))).toBe(10);
  });
});

it.each([
  [1, '5 min'],
  [47, '45 min'],
  [59, '1 h'],
  [204, '3 h 20 min'],
])('%d minutes are roughly %s', (minutes, words) => {
  expect(formatRoughly(minutes).replaceAll('\u00a0', ' ')).toBe(words);
});
