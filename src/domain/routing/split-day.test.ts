import fc from 'fast-check';
import { expect, test } from 'vitest';
import { areaOf } from '../courier-limits.ts';
import { parseAddress } from '../places/parse-address.ts';
import { MAX_TASKS } from '../runs/facts.ts';
import { MINUTES_PER_STOP, MINUTES_PER_UNKNOWN_STOP } from './driven.ts';
import { lengthOf } from './order-stops.ts';
import { type DoorToPlan, minutesOf } from './planned-tour.ts';
import { type SplitDay, type SplitOptions, splitDay } from './split-day.ts';

const DEPOT = { lat: 57.7, lng: 11.97 };
const point = fc.record({
  lat: fc.double({ min: 57.6, max: 57.8, noNaN: true }),
  lng: fc.double({ min: 11.8, max: 12.1, noNaN: true }),
});
const doorsWith = (at: fc.Arbitrary<DoorToPlan['at']>) =>
  fc
    .array(
      fc.record({
        street: fc.constantFrom('Linnégatan', 'Vasagatan', ''),
        house: fc.integer({ min: 1, max: 30 }),
        postcode: fc.constantFrom('413 04', '411 24', ''),
        at,
        stops: fc.integer({ min: 1, max: 3 }),
        parcels: fc.integer({ min: 1, max: 5 }),
      }),
      { maxLength: 30 },
    )
    .map((list) =>
      list.map(({ street, house, postcode, ...door }, index): DoorToPlan => {
        const parcels = Math.max(door.stops, door.parcels);
        return { ...door, parcels, id: `${index}`, address: `${street} ${house}, ${postcode} Gothenburg` };
      }),
    );
const anyDoors = doorsWith(fc.option(point, { nil: undefined }));
const anyOptions = fc.record({
  couriers: fc.integer({ min: 1, max: 5 }),
  depot: fc.option(point, { nil: undefined }),
  maxStops: fc.option(fc.integer({ min: 1, max: 20 }), { nil: undefined }),
  maxMinutes: fc.option(fc.integer({ min: 1, max: 200 }), { nil: undefined }),
  seed: fc.nat(),
});

const sum = (doors: readonly DoorToPlan[], of: 'stops' | 'parcels') => doors.reduce((all, door) => all + door[of], 0);
const doorsOf = (doors: readonly DoorToPlan[], ids: readonly string[]) =>
  ids.flatMap((id) => doors.find((door) => door.id === id) ?? []);
const kmOf = (day: SplitDay) => day.tours.reduce((all, { km }) => all + (km ?? Number.NaN), 0);
/** Lies so many kilometres of road north of the depot. */
const north = (km: number, more: Partial<DoorToPlan> = {}): DoorToPlan => ({
  id: `${km}`,
  address: '',
  at: { lat: DEPOT.lat + km / 144.55, lng: DEPOT.lng },
  stops: 1,
  parcels: 1,
  ...more,
});

test('every door goes to one courier or is left, and no limit is broken', () => {
  fc.assert(
    fc.property(anyDoors, anyOptions, (doors, options) => {
      const { tours, left, placed, of } = splitDay(doors, options);
      expect(tours).toHaveLength(options.couriers);
      const ids = [...tours.flatMap((tour) => tour.ids), ...left.map(({ id }) => id)];
      expect(ids.toSorted()).toEqual(doors.map(({ id }) => id).toSorted());
      expect([placed, of]).toEqual([doors.filter(({ at }) => at).length, doors.length]);
      for (const { ids: own, km, minutes } of tours) {
        const some = doorsOf(doors, own);
        expect(sum(some, 'stops')).toBeLessThanOrEqual(options.maxStops ?? Number.POSITIVE_INFINITY);
        expect(sum(some, 'parcels')).toBeLessThanOrEqual(MAX_TASKS);
        expect(minutes).toBeLessThanOrEqual((options.maxMinutes ?? Number.POSITIVE_INFINITY) + 1e-3);
        expect(minutes).toBeCloseTo(minutesOf(sum(some, 'stops'), km), 6);
        const isKnown = some.filter(({ at }) => at).length * 2 >= some.length;
        if (isKnown) expect(km).toBeCloseTo(lengthOf(some, options.depot, options.depot), 6);
        else expect(km).toBeNull();
      }
    }),
  );
});

test('what is left would break the limit that is named', () => {
  fc.assert(
    fc.property(anyDoors, anyOptions, (doors, options) => {
      const { tours, left } = splitDay(doors, options);
      if (options.maxStops === undefined && options.maxMinutes === undefined) expect(left).toEqual([]);
      for (const { id, reason } of left) {
        const [door] = doorsOf(doors, [id]);
        const withRoom = tours.filter(
          ({ ids }) => sum(doorsOf(doors, ids), 'stops') + (door?.stops ?? 0) <= (options.maxStops ?? 1_000),
        );
        expect(reason).toBe(withRoom.length > 0 ? 'minutes' : 'stops');
        if (reason === 'minutes') expect(options.maxMinutes).toBeDefined();
      }
    }),
  );
});

test('exchanging never makes the plain sweep longer, and the same input gives the same', () => {
  fc.assert(
    fc.property(doorsWith(point), anyOptions, (doors, options) => {
      const day = splitDay(doors, options);
      const swept = splitDay(doors, { ...options, isExchanging: false });
      expect(splitDay(doors, options)).toEqual(day);
      expect(day.left.length).toBeLessThanOrEqual(swept.left.length);
      if (day.left.length === swept.left.length) expect(kmOf(day)).toBeLessThanOrEqual(kmOf(swept) + 1e-6);
    }),
  );
});

test('two sides of the depot go to two couriers', () => {
  const doors = [3, -2, 1, -1, 2, -3].map((km) => north(km));
  const { tours } = splitDay(doors, { couriers: 2, depot: DEPOT });
  expect(tours.map(({ ids }) => ids.map(Number).toSorted((a, b) => a - b)).toSorted()).toEqual([
    [-3, -2, -1],
    [1, 2, 3],
  ]);
  expect(tours.map(({ km }) => Math.round(km ?? 0))).toEqual([6, 6]);
});

test('a house stays together, and counts with all its stops', () => {
  const doors = [north(1, { stops: 4, parcels: 6 }), north(2), north(3), north(4)];
  const { tours, left } = splitDay(doors, { couriers: 2, depot: DEPOT, maxStops: 4 });
  expect(left).toEqual([]);
  expect(tours.map(({ ids }) => ids.length).toSorted()).toEqual([1, 3]);
  expect(splitDay(doors, { couriers: 2, maxStops: 3 }).left).toEqual([{ id: '1', reason: 'stops' }]);
});

test('a door without a place goes with the nearest address', () => {
  const street = (house: number, postcode: string) => ({ address: `Vasagatan ${house}, ${postcode} Gothenburg` });
  const unknown = (id: string, house: number, postcode: string): DoorToPlan => ({
    ...north(0, { id, ...street(house, postcode) }),
    at: undefined,
  });
  const doors = [
    ...[5, 6, 7, 8].map((km) => north(km, street(km, '411 24'))),
    ...[-5, -6, -7, -8].map((km) => north(km, street(-km, '413 04'))),
    unknown('with 7', 7, '411 24'),
    unknown('with -6', 6, '413 04'),
  ];
  const { tours, placed, of } = splitDay(doors, { couriers: 2, depot: DEPOT });
  expect([placed, of]).toEqual([8, 10]);
  for (const { ids } of tours) {
    const [unplaced, neighbour] = ids.includes('7') ? ['with 7', '7'] : ['with -6', '-6'];
    expect(Math.abs(ids.indexOf(unplaced) - ids.indexOf(neighbour))).toBe(1);
  }
});

test('without any place couriers share postcodes and streets', () => {
  const doors = ['B 2, 411 24 X', 'A 1, 411 24 X', 'Z 9, 413 04 X', 'Z 1, 413 04 X'].map(
    (address): DoorToPlan => ({ id: address, address, stops: 1, parcels: 1 }),
  );
  const { tours, placed } = splitDay(doors, { couriers: 2, depot: DEPOT });
  expect(tours).toEqual([
    { ids: ['A 1, 411 24 X', 'B 2, 411 24 X'], km: null, minutes: 2 * MINUTES_PER_UNKNOWN_STOP },
    { ids: ['Z 1, 413 04 X', 'Z 9, 413 04 X'], km: null, minutes: 2 * MINUTES_PER_UNKNOWN_STOP },
  ]);
  expect(placed).toBe(0);
});

test('what does not fit is left with its reason', () => {
  const doors = [1, 2, 3, 4, 50].map((km) => north(km));
  const reasonsOf = (options: Partial<SplitOptions>, some = doors) =>
    splitDay(some, { couriers: 2, depot: DEPOT, ...options }).left.map(({ reason }) => reason);
  expect(reasonsOf({ maxStops: 1 })).toEqual(['stops', 'stops', 'stops']);
  expect(splitDay(doors, { couriers: 2, depot: DEPOT, maxMinutes: 60 }).left).toEqual([
    { id: '50', reason: 'minutes' },
  ]);
  expect(reasonsOf({}, [north(1, { parcels: MAX_TASKS + 1 })])).toEqual(['parcels']);
  expect(reasonsOf({ maxMinutes: MINUTES_PER_STOP - 1 }, [north(0)])).toEqual(['minutes']);
  expect(splitDay([], { couriers: 2 })).toEqual({
    tours: [
      { ids: [], km: 0, minutes: 0 },
      { ids: [], km: 0, minutes: 0 },
    ],
    left: [],
    placed: 0,
    of: 0,
  });
});

const vanOf = fc.record({
  area: fc.constantFrom('', '413', '411 20-411 29'),
  maxMinutes: fc.option(fc.integer({ min: 1, max: 200 }), { nil: undefined }),
  room: fc.record({ pieces: fc.integer({ min: 1, max: 40 }), kilograms: fc.integer({ min: 1, max: 100 }) }),
});

test('no courier drives beyond the usual hours or area, or with more than fits', () => {
  fc.assert(
    fc.property(anyDoors, anyOptions, fc.array(vanOf, { minLength: 5, maxLength: 5 }), (plain, options, vans) => {
      const doors = plain.map((door, index) => ({ ...door, pieces: door.parcels + 1, kilograms: index % 7 }));
      const { tours, left } = splitDay(doors, { ...options, vans });
      const ids = [...tours.flatMap((tour) => tour.ids), ...left.map(({ id }) => id)];
      expect(ids.toSorted()).toEqual(doors.map(({ id }) => id).toSorted());
      const mayDrive = (door: DoorToPlan, area = '') => areaOf(area)(parseAddress(door.address).postcode);
      for (const [index, tour] of tours.entries()) {
        const { area, maxMinutes = Number.POSITIVE_INFINITY, room } = vans[index] ?? {};
        const own = doorsOf(doors, tour.ids);
        expect(own.filter((door) => !mayDrive(door, area))).toEqual([]);
        expect(tour.minutes).toBeLessThanOrEqual(maxMinutes + 1e-3);
        expect(own.reduce((all, { pieces = 0 }) => all + pieces, 0)).toBeLessThanOrEqual(room?.pieces ?? 0);
        expect(own.reduce((all, { kilograms = 0 }) => all + kilograms, 0)).toBeLessThanOrEqual(room?.kilograms ?? 0);
      }
      for (const { id, reason } of left) {
        const isInArea = vans
          .slice(0, options.couriers)
          .some(({ area }) => mayDrive(doorsOf(doors, [id])[0] ?? north(0), area));
        expect(reason === 'area').toBe(!isInArea);
      }
    }),
  );
});

test('couriers keep to their areas, and the limit that left a door out is named', () => {
  const doors = [1, 2, -1, -2].map((km) =>
    north(km, { address: `A ${km}, ${km > 0 ? '413 04' : '411 24'} X`, kilograms: 10 }),
  );
  const split = (vans: SplitOptions['vans'], more: Partial<SplitOptions> = {}) =>
    splitDay(doors, { couriers: 2, depot: DEPOT, vans, ...more });
  const areas = [{ area: '411' }, { area: '413 04' }];
  expect(split(areas).tours.map(({ ids }) => ids.toSorted())).toEqual([
    ['-1', '-2'],
    ['1', '2'],
  ]);
  const reasonsOf = (day: SplitDay) => [...new Set(day.left.map(({ reason }) => reason))];
  expect(reasonsOf(split([{ area: '411' }, { area: '411' }]))).toEqual(['area']);
  expect(reasonsOf(split([{ room: { kilograms: 10 } }, { room: { kilograms: 10 } }]))).toEqual(['room']);
  expect(reasonsOf(split([{ maxMinutes: 9 }, { maxMinutes: 9 }]))).toEqual(['hours']);
});

test('a window goes to the courier who can keep it, and is named where nobody can', () => {
  const early = north(-5, { id: 'early', window: { from: 0, until: 8 * 60 } });
  const doors = [north(1), north(2), north(-1), north(-2), early];
  const split = (...starts: number[]) =>
    splitDay(doors, { couriers: 2, depot: DEPOT, vans: starts.map((startAt) => ({ startAt })) });
  const kept = split(9 * 60, 7 * 60);
  expect(kept.tours.flatMap(({ late = [] }) => late)).toEqual([]);
  expect(kept.tours[1]?.ids).toContain('early');
  const missed = split(9 * 60, 9 * 60);
  expect(missed.left).toEqual([]);
  expect(missed.tours.flatMap(({ late = [] }) => late.map(({ id }) => id))).toEqual(['early']);
});

/** Every fourth door collects what goes to the next one. */
const collectingFrom = (plain: readonly DoorToPlan[]) =>
  plain.map((door, index): DoorToPlan => {
    const next = plain[index + 1];
    if (index % 4 === 1) return { ...door, direct: { pieces: door.parcels } };
    if (index % 4 > 1) return door;
    const collects = { pieces: (next?.parcels ?? 0) + (index % 7) + 1 };
    const from = 8 * 60 + index * 15;
    return { ...door, collects, window: { from, until: from + 120 }, before: next ? [next.id] : [] };
  });

test('a van has room for all it has aboard on its way, and collects before it delivers', () => {
  const rooms = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 5, maxLength: 5 });
  fc.assert(
    fc.property(anyDoors, anyOptions, rooms, (plain, options, pieces) => {
      const doors = collectingFrom(plain);
      const vans = pieces.map((most) => ({ room: { pieces: most } }));
      const { tours, left } = splitDay(doors, { ...options, vans });
      const ids = [...tours.flatMap((tour) => tour.ids), ...left.map(({ id }) => id)];
      expect(ids.toSorted()).toEqual(doors.map(({ id }) => id).toSorted());
      for (const [index, tour] of tours.entries()) {
        const own = doorsOf(doors, tour.ids);
        let aboard = own.reduce((all, { parcels, direct }) => all + parcels - (direct?.pieces ?? 0), 0);
        for (const { id, parcels, collects, direct } of [north(0, { parcels: 0 }), ...own]) {
          aboard += (collects?.pieces ?? 0) - parcels;
          expect(aboard).toBeLessThanOrEqual(pieces[index] ?? 0);
          const from = doors.find(({ before = [] }) => before.includes(id));
          if (direct) expect(tour.ids.slice(0, tour.ids.indexOf(id))).toContain(from?.id);
        }
      }
    }),
  );
});

test('what is collected needs room only once what was there is delivered', () => {
  const doors = [1, 2, 3].map((km) => north(km, { parcels: 2 }));
  doors.push(north(4, { parcels: 2, window: { from: 12 * 60, until: 24 * 60 } }));
  const shop = (until: number) =>
    north(2.5, { id: 'shop', parcels: 0, collects: { pieces: 8 }, window: { from: 8 * 60, until } });
  const split = (until: number, couriers = 1) =>
    splitDay([...doors, shop(until)], { couriers, depot: DEPOT, vans: [{ room: { pieces: 8 } }, {}] });
  expect(split(17 * 60)).toMatchObject({ left: [], tours: [{ ids: expect.arrayContaining(['shop']) }] });
  expect(split(17 * 60).tours[0]?.ids.at(-1)).toBe('shop');
  expect(split(8 * 60 + 10).left).toEqual([{ id: 'shop', reason: 'room' }]);
  expect(split(8 * 60 + 10, 2)).toMatchObject({ left: [] });
});

test('what no van brings is left with what it waits for', () => {
  const shop = north(-1, { id: 'shop', parcels: 0, collects: { pieces: 9 }, before: ['2'] });
  const doors = [north(1), north(2, { direct: { pieces: 1 } }), { ...shop, window: { from: 480, until: 720 } }];
  const split = (pieces: number) =>
    splitDay(doors, { couriers: 2, depot: DEPOT, vans: [{ room: { pieces } }, { room: { pieces } }] });
  expect(split(8).left).toEqual([
    { id: 'shop', reason: 'room' },
    { id: '2', reason: 'collection' },
  ]);
  const { tours, left } = split(9);
  expect(left).toEqual([]);
  expect(tours.find(({ ids }) => ids.includes('shop'))?.ids.at(-1)).toBe('2');
});
