import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DEPOT, simulateDay } from '../../../tests/support/simulated-day.ts';
import { drivenKm, KM_PER_HOUR, MINUTES_PER_STOP } from './driven.ts';
import { earlierStart, listLate } from './order-on-time.ts';
import { lengthOf, orderStops } from './order-stops.ts';
import type { StopToOrder } from './stop-to-order.ts';

const round = { depot: DEPOT, end: DEPOT };
/** Doors on a line north of the depot, as many kilometres of road. */
const onLine = (km: number, more: Partial<StopToOrder> = {}): StopToOrder => ({
  id: `${km}`,
  address: '',
  at: { lat: DEPOT.lat + km / 144.55, lng: DEPOT.lng },
  ...more,
});
const before = (hour: number) => ({ from: 0, until: hour * 60 });
const after = (hour: number) => ({ from: hour * 60, until: 24 * 60 });

test('each window of a possible day is kept, and what is collected comes first', () => {
  for (let seed = 1; seed <= 40; seed += 1) {
    const { stops } = simulateDay(seed, 40);
    const { ids, late } = orderStops(stops, round);
    expect(ids.toSorted()).toEqual(stops.map(({ id }) => id).toSorted());
    expect(late, `day ${seed}`).toBeUndefined();
    for (const { id, before: later = [] } of stops) {
      for (const one of later) expect(ids.indexOf(id), `day ${seed}`).toBeLessThan(ids.indexOf(one));
    }
  }
});

/** Driving, and a fifth of a minute for each that the day ends later. */
function costOf(stops: readonly StopToOrder[]): number {
  const points = [DEPOT, ...stops.flatMap(({ at }) => at ?? []), DEPOT];
  let [driving, free] = [0, 8 * 60];
  for (const [index, point] of points.slice(1).entries()) {
    const minutes = (drivenKm(points[index] ?? point, point) * 60) / KM_PER_HOUR;
    driving += minutes;
    free = Math.max(free + minutes, stops[index]?.window?.from ?? 0) + (stops[index] ? MINUTES_PER_STOP : 0);
  }
  return 0.8 * driving + 0.2 * (free - 8 * 60);
}

function permutations<One>(list: readonly One[]): One[][] {
  if (list.length < 2) return [[...list]];
  return list.flatMap((one, index) => permutations(list.toSpliced(index, 1)).map((rest) => [one, ...rest]));
}

test('no other order of six stops misses fewer windows or is shorter with the same', () => {
  const quarter = fc.integer({ min: 0, max: 16 });
  const stop = fc.record({
    lat: fc.double({ min: 57.6, max: 57.8, noNaN: true }),
    lng: fc.double({ min: 11.8, max: 12.1, noNaN: true }),
    window: fc.option(fc.tuple(quarter, quarter), { nil: undefined }),
    before: fc.option(fc.nat(5), { nil: undefined }),
  });
  fc.assert(
    fc.property(fc.array(stop, { minLength: 2, maxLength: 6 }), (some) => {
      const stops = some.map(
        ({ lat, lng, window, before: later }, index): StopToOrder => ({
          id: `${index}`,
          address: '',
          at: { lat, lng },
          window: window && { from: 480 + window[0] * 15, until: 495 + (window[0] + window[1]) * 15 },
          // Only later ones, so that nothing goes in a circle.
          before: later !== undefined && later > index && later < some.length ? [`${later}`] : undefined,
        }),
      );
      const isInOrder = (ids: string[]) =>
        stops.every(({ id, before: later = [] }) => later.every((one) => ids.indexOf(id) < ids.indexOf(one)));
      const orders = permutations(stops).filter((order) => isInOrder(order.map(({ id }) => id)));
      const { ids, late = [] } = orderStops(stops, round);
      const found = ids.flatMap((id) => stops.find((one) => one.id === id) ?? []);
      const missed = orders.map((order) => listLate(order, round).length);
      const fewest = Math.min(...missed);
      expect(isInOrder(ids)).toBe(true);
      expect(late).toHaveLength(fewest);
      const least = Math.min(...orders.filter((_, index) => missed[index] === fewest).map(costOf));
      if (fewest === 0) expect(costOf(found)).toBeLessThanOrEqual(least * 1.05 + 1e-6);
    }),
    { numRuns: 60 },
  );
});

test('nobody drives to a window of the afternoon in the morning', () => {
  const { ids, late } = orderStops([onLine(1, { window: after(16) }), onLine(2), onLine(-1), onLine(3)], round);
  expect(ids.at(-1)).toBe('1');
  expect(late).toBeUndefined();
});

test('a window that cannot be met is named, stays in the order, and says when to start', () => {
  const stops = [onLine(1), onLine(20, { window: { from: 0, until: 8 * 60 + 30 } }), onLine(-1)];
  const { ids, late } = orderStops(stops, { ...round, startAt: 8 * 60 });
  expect(ids.toSorted()).toEqual(['-1', '1', '20']);
  expect(late).toMatchObject([{ id: '20' }]);
  expect(late?.[0]?.minutes).toBeLessThan(25);
  const ordered = ids.flatMap((id) => stops.find((stop) => stop.id === id) ?? []);
  expect(earlierStart(ordered, { ...round, startAt: 8 * 60 })).toBe(7 * 60 + 30);
  expect(earlierStart(ordered, { ...round, startAt: 8 * 60 }, 7 * 60 + 40)).toBeNull();
  const both = [onLine(20, { window: before(8.5) }), onLine(-60, { window: { from: 480, until: 481 } })];
  expect(earlierStart(both, round)).toBeNull();
  // A slower courier needs more time for each stop.
  const late12 = [onLine(1), onLine(2), onLine(3, { window: before(8.5) })];
  expect(listLate(late12, { ...round, minutesPerStop: 5 })).toEqual([]);
  expect(listLate(late12, { ...round, minutesPerStop: 20 })).toMatchObject([{ id: '3' }]);
});

test('stops without a place keep their windows beside the nearest address, or among addresses alone', () => {
  const street = (house: number, window?: StopToOrder['window']): StopToOrder => ({
    id: `${house}`,
    address: `Vasagatan ${house}, 411 24 Gothenburg`,
    window,
  });
  const alone = [street(1), street(3), street(5, before(8.01)), street(7, after(17)), street(9)];
  const order = orderStops(alone, round).ids;
  expect([order[0], order.at(-1)]).toEqual(['5', '7']);
  const placed = [onLine(9), onLine(1), street(5, before(8.1)), { ...onLine(2), ...street(3) }];
  const { ids, late } = orderStops(placed, round);
  expect([ids[0], late]).toEqual(['5', undefined]);
});

test('what would go in a circle is ordered all the same', () => {
  const stops = [onLine(1, { before: ['2'] }), onLine(2, { before: ['1', '3', 'gone'] }), onLine(3)];
  expect(orderStops(stops, round).ids.toSorted()).toEqual(['1', '2', '3']);
});

test('windows that the shortest order keeps change nothing', () => {
  const stops = [7, 3, 9, 1, 5].map((km) => onLine(km));
  const { ids, kmThen } = orderStops(stops, round);
  const timed = orderStops(
    stops.map((stop) => ({ ...stop, window: before(17) })),
    round,
  );
  expect(timed.ids).toEqual(ids);
  expect(timed.kmThen).toBeCloseTo(
    lengthOf(
      ids.flatMap((id) => stops.find((one) => one.id === id) ?? []),
      DEPOT,
      DEPOT,
    ),
  );
  expect(kmThen).toBe(timed.kmThen);
});
