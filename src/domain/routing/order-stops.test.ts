import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseAddress } from '../places/parse-address.ts';
import { drivenKm } from './driven.ts';
import { insertByAddress } from './order-by-address.ts';
import { lengthOf, orderStops } from './order-stops.ts';
import type { StopToOrder } from './stop-to-order.ts';

const GOTHENBURG = { lat: 57.7, lng: 11.97 };
const point = fc.record({
  lat: fc.double({ min: 57, max: 58, noNaN: true }),
  lng: fc.double({ min: 11, max: 12, noNaN: true }),
});
const address = fc
  .tuple(
    fc.constantFrom('Linnégatan', 'Vasagatan', ''),
    fc.integer({ min: 1, max: 40 }),
    fc.constantFrom('413 04', '411 24'),
  )
  .map(([street, number, postcode]) => `${street} ${number}, ${postcode} Gothenburg`);
const listOf = (at: fc.Arbitrary<StopToOrder['at']>) =>
  fc
    .array(fc.record({ address, at }), { maxLength: 25 })
    .map((stops) => stops.map((stop, index): StopToOrder => ({ ...stop, id: `${index}` })));
/** Such as a file of postcodes gives. */
const middle = fc.constantFrom(...[57.7, 57.71, 57.72].map((lat) => ({ lat, lng: 11.97 })));
const anyStops = listOf(fc.option(point, { nil: undefined }));
const anyDepot = fc.option(point, { nil: undefined });

/** Doors on a line north of the depot, each a kilometre of road further. */
const onLine = (...places: (number | null)[]): StopToOrder[] =>
  places.map((km, index) => ({
    id: `${index}`,
    address: '',
    at: km === null ? undefined : { lat: GOTHENBURG.lat + km / 144.55, lng: GOTHENBURG.lng },
  }));

test('every stop is there once', () => {
  fc.assert(
    fc.property(anyStops, anyDepot, anyDepot, (stops, depot, end) => {
      const { ids, placed, of } = orderStops(stops, { depot, end, steps: 30 });
      expect(ids.toSorted()).toEqual(stops.map(({ id }) => id).toSorted());
      expect([placed, of]).toEqual([stops.filter(({ at }) => at).length, stops.length]);
    }),
  );
});

test('the order is never longer than before, and the same again', () => {
  fc.assert(
    fc.property(listOf(point), anyDepot, anyDepot, fc.nat(), (stops, depot, end, seed) => {
      const options = { depot, end, seed, steps: 30 };
      const { ids, kmNow, kmThen } = orderStops(stops, options);
      expect(kmThen).toBeLessThanOrEqual((kmNow ?? 0) + 1e-6);
      expect(orderStops(stops, options).ids).toEqual(ids);
      const isEachElsewhere = new Set(stops.map(({ at }) => `${at?.lat} ${at?.lng}`)).size === stops.length;
      if (kmThen === kmNow && isEachElsewhere) expect(ids).toEqual(stops.map(({ id }) => id));
    }),
  );
});

test('within one place each street is driven once, up or down its numbers', () => {
  fc.assert(
    fc.property(listOf(middle), anyDepot, fc.nat(), (stops, depot, seed) => {
      const options = { depot, end: depot, seed };
      const { ids, kmNow, kmThen } = orderStops(stops, options);
      expect(kmThen).toBeLessThanOrEqual((kmNow ?? 0) + 1e-6);
      const ordered = ids.flatMap((id) => stops.find((stop) => stop.id === id) ?? []);
      const keyOf = ({ address: text, at }: StopToOrder) => {
        const { postcode, street } = parseAddress(text);
        return `${at?.lat} ${postcode} ${street}`;
      };
      const keys = ordered.map(keyOf);
      for (const [part, index] of [[0, 0] as const, ...keys.map((_, at) => [at, at + 1] as const)]) {
        const isNew = keys[part] !== keys[index];
        if (isNew) expect(keys.slice(0, index)).not.toContain(keys[index]);
      }
      for (const key of new Set(keys)) {
        const numbers = ordered
          .filter((stop) => keyOf(stop) === key)
          .map((stop) => parseAddress(stop.address).number ?? 0);
        const up = numbers.toSorted((one, other) => one - other);
        expect([up, up.toReversed()]).toContainEqual(numbers);
      }
      const again = orderStops(ordered, options);
      if (again.kmThen === kmThen) expect(again.ids).toEqual(ids);
    }),
  );
});

/** Houses of streets, all in the middle of a postcode. */
const houses = (at: StopToOrder['at'], postcode: string, ...list: string[]): StopToOrder[] =>
  list.map((house) => ({ id: house, address: `${house}, ${postcode} Gothenburg`, at, isAbout: true }));

test('house numbers order a street although its kilometres stay the same', () => {
  const stops = houses(GOTHENBURG, '413 04', 'Allén 41', 'Allén 82', 'Vasagatan 3', 'Allén 40', 'Vasagatan 1');
  const found = orderStops(stops, { depot: GOTHENBURG, end: GOTHENBURG });
  expect(found.ids).toEqual(['Allén 40', 'Allén 41', 'Allén 82', 'Vasagatan 3', 'Vasagatan 1']);
  expect(found).toMatchObject({ placed: 0, about: 5, of: 5, kmNow: 0, kmThen: 0 });
});

test('a street goes on in the next postcode', () => {
  const [near, far] = onLine(1, 2);
  const stops = [
    ...houses(far?.at, '413 08', 'Allén 2', 'Korsgatan 7', 'Allén 12'),
    ...houses(near?.at, '413 04', 'Vasagatan 3', 'Allén 30', 'Allén 44'),
  ];
  const { ids } = orderStops(stops, { depot: GOTHENBURG });
  expect(ids).toEqual(['Vasagatan 3', 'Allén 44', 'Allén 30', 'Allén 12', 'Allén 2', 'Korsgatan 7']);
});

test('a house of a known street leaves the middle of its postcode', () => {
  const [near, middleOfPostcode, far] = onLine(1, 2, 4);
  const known = { id: 'Allén 20', address: 'Allén 20, 413 04 Gothenburg', at: far?.at };
  const about = houses(middleOfPostcode?.at, '413 04', 'Allén 22', 'Vasagatan 1', 'Allén 18');
  const found = orderStops([...about, known, ...houses(near?.at, '413 01', 'A 1')], { depot: GOTHENBURG });
  expect(found.ids).toEqual(['A 1', 'Vasagatan 1', 'Allén 18', 'Allén 20', 'Allén 22']);
  expect(found).toMatchObject({ placed: 1, about: 4, of: 5 });
});

test('no other order of up to five stops is shorter', () => {
  fc.assert(
    fc.property(
      listOf(point).map((stops) => stops.slice(0, 5)),
      anyDepot,
      (stops, depot) => {
        const all = permutations(stops).map((order) => lengthOf(order, depot));
        expect(orderStops(stops, { depot }).kmThen).toBeCloseTo(Math.min(...all), 6);
      },
    ),
    { numRuns: 20 },
  );
});

function permutations<One>(list: readonly One[]): One[][] {
  if (list.length < 2) return [[...list]];
  return list.flatMap((one, index) => permutations(list.toSpliced(index, 1)).map((rest) => [one, ...rest]));
}

test('kilometres are those of the road, there and back', () => {
  expect(drivenKm(GOTHENBURG, GOTHENBURG)).toBe(0);
  const { ids, kmNow, kmThen } = orderStops(onLine(3, 1, 2), { depot: GOTHENBURG, end: GOTHENBURG });
  expect(kmNow).toBeCloseTo(8, 1);
  expect(kmThen).toBeCloseTo(6, 1);
  expect(['1,2,0', '0,2,1']).toContain(ids.join());
  expect(orderStops(onLine(3, 1, 2), { depot: GOTHENBURG }).ids).toEqual(['1', '2', '0']);
});

test('few known places give no kilometres', () => {
  expect(orderStops(onLine(1, null, null))).toMatchObject({ kmNow: null, kmThen: null, placed: 1, of: 3 });
  expect(orderStops(onLine(2, 1, null), { depot: GOTHENBURG })).toMatchObject({ placed: 2, of: 3 });
  expect(orderStops(onLine(2, 1, null), { depot: GOTHENBURG }).kmThen).toBeCloseTo(2, 1);
  expect(orderStops([])).toEqual({ ids: [], kmNow: 0, kmThen: 0, placed: 0, of: 0 });
});

test('a stop without a place goes beside the nearest address', () => {
  const [far, near] = onLine(2, 1);
  const stops: StopToOrder[] = [
    { id: 'unknown', address: 'Vasagatan 15, 411 24 Gothenburg' },
    { ...far, id: 'far', address: 'Vasagatan 10, 411 24 Gothenburg' },
    { ...near, id: 'near', address: 'Vasagatan 20, 411 24 Gothenburg' },
    { id: 'beyond', address: 'Vasagatan 5, 411 24 Gothenburg' },
    { id: 'elsewhere', address: 'Storgatan 5, 903 26 Umeå' },
  ];
  const { ids } = orderStops(stops, { depot: GOTHENBURG });
  expect(ids.filter((id) => id !== 'elsewhere')).toEqual(['near', 'unknown', 'far', 'beyond']);
});

test('the next postcode is nearer than one with the same first digits', () => {
  const stops = onLine(1, 2, 3).map((stop, index) => ({
    ...stop,
    address: `${'ABC'[index]} 1, 41${['1 29', '1 19', '2 11'][index]} Gothenburg`,
  }));
  const unknown = { id: 'unknown', address: 'D 1, 411 20 Gothenburg' };
  const { ids } = orderStops([unknown, ...stops], { depot: GOTHENBURG });
  expect(Math.abs(ids.indexOf('unknown') - ids.indexOf('1'))).toBe(1);
  expect(ids.filter((id) => id !== 'unknown')).toEqual(['0', '1', '2']);
});

test('without any place the order is by postcode, street and number', () => {
  const stops = ['B 2, 411 24 X', 'A 10, 411 24 X', 'A 9, 411 24 X', 'Z 1, 411 23 X'].map((text) => ({
    id: text,
    address: text,
  }));
  const order = ['Z 1, 411 23 X', 'A 9, 411 24 X', 'A 10, 411 24 X', 'B 2, 411 24 X'];
  expect(insertByAddress([], stops).map(({ id }) => id)).toEqual(order);
  expect(orderStops(stops).ids).toEqual(order);
});

test('a clock ends the search', () => {
  const stops = onLine(...Array.from({ length: 20 }, (_, index) => (index * 7) % 20));
  let asked = 0;
  orderStops(stops, { isOver: () => ++asked > 3 });
  expect(asked).toBe(4);
});
