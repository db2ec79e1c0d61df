import { expect, it } from 'vitest';
import { orderStops } from '../../../src/domain/routing/order-stops.ts';
import { splitDay } from '../../../src/domain/routing/split-day.ts';
import { findRoute } from './find-route.ts';

const DEPOT = { lat: 57.7, lng: 11.97 };
const doors = Array.from({ length: 40 }, (_, index) => ({
  id: `${index}`,
  address: `Vasagatan ${index}, 411 ${10 + (index % 7)} Gothenburg`,
  at: index % 5 === 0 ? undefined : { lat: 57.6 + ((index * 7) % 40) / 200, lng: 11.9 + ((index * 11) % 40) / 300 },
  stops: 1,
  parcels: 2,
}));

it('a separate process finds the same', async () => {
  const order = { depot: DEPOT, end: undefined };
  expect(await findRoute('order', { stops: doors, options: order })).toEqual(orderStops(doors, order));
  const split = { couriers: 3, depot: DEPOT, maxStops: 12 };
  expect(await findRoute('split', { doors, options: split })).toEqual(splitDay(doors, split));
});
