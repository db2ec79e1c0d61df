import { expect, it } from 'vitest';
import { findRate, formatZone } from './rate.ts';

const rate = (fee: number, zone: { country?: string; postcode?: string; maxGrams?: number; userId?: string } = {}) => ({
  fee,
  userId: null,
  maxGrams: 1_000,
  country: null,
  postcode: '',
  ...zone,
});
const parcel = { country: 'Sweden', postcode: '413 04', weightG: 800 };

it('prefers a customer’s own, then the smallest zone, then the weight', () => {
  const rates = [
    rate(1, { userId: 'shop' }),
    rate(2, { country: 'Sweden', postcode: '41' }),
    rate(3, { country: 'Sweden', postcode: '41304', maxGrams: 5_000 }),
    rate(4, { country: 'Sweden', postcode: '413-04' }),
    rate(5, { country: 'Sweden' }),
    rate(6),
  ];
  const order: (number | undefined)[] = [];
  for (let left = rates; left.length > 0; left = left.filter(({ fee }) => !order.includes(fee)))
    order.push(findRate(left, parcel)?.fee);
  expect(order).toEqual([1, 4, 3, 2, 5, 6]);
});

it('has none for another country, another postcode or too much weight', () => {
  const rates = [
    rate(1, { country: 'Norway' }),
    rate(2, { country: 'Sweden', postcode: '42' }),
    rate(3, { maxGrams: 799 }),
  ];
  expect(findRate(rates, parcel)).toBeNull();
});

it('names zones', () => {
  const zones = [rate(1), rate(1, { country: 'Sweden' }), rate(1, { country: 'Sweden', postcode: '41' })];
  expect(zones.map(formatZone)).toEqual(['Everywhere', 'Sweden', 'Sweden, postcodes 41…']);
});
