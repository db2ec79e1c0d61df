import { expect, test } from 'vitest';
import type { ShipmentStatus } from './shipment-status.ts';
import { formatStatusAge } from './status-age.ts';

const NOW = new Date(2026, 10, 26, 20, 30);
const ageOf = (status: ShipmentStatus, ...[month, day, hour = 9]: number[]) =>
  formatStatusAge(status, new Date(2026, month ?? 10, day ?? 26, hour), NOW);

test('today is said by its part, and yesterday by its name', () => {
  expect(ageOf('delivery', 10, 26, 7)).toBe('Out for delivery since this morning');
  expect(ageOf('held', 10, 26, 12)).toBe('In the warehouse since this afternoon');
  expect(ageOf('failed', 10, 26, 18)).toBe('Failed this evening');
  expect(ageOf('shipped', 10, 25, 23)).toBe('On its way since yesterday');
  expect(ageOf('delivered', 10, 25, 0)).toBe('Delivered yesterday');
});

test('older ones are days, weeks, months and years', () => {
  expect(ageOf('held', 10, 23, 23)).toBe('3 days in the warehouse');
  expect(ageOf('in-progress', 10, 24)).toBe('Created 2 days ago');
  expect(ageOf('delivery', 10, 12)).toBe('Out for delivery for 2 weeks');
  expect(ageOf('cancelled', 8, 20)).toBe('Cancelled 2 months ago');
  expect(formatStatusAge('delivered', new Date(2023, 10, 26), NOW)).toBe('Delivered 3 years ago');
});

test('a clock that is slow makes nothing negative', () => {
  expect(ageOf('held', 10, 27, 1)).toBe('In the warehouse since this morning');
});
