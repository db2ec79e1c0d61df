import { expect, it } from 'vitest';
import { progressOf } from './progress.ts';
import type { ShipmentStatus } from './shipment-status.ts';

it.each<[ShipmentStatus, now: string | undefined, next: string | undefined]>([
  ['in-progress', 'Label created', 'Shipped'],
  ['shipped', 'Shipped', 'Out for delivery'],
  ['held', 'Held', 'Out for delivery'],
  ['delivery', 'Out for delivery', 'Delivered'],
  ['delivered', 'Delivered', undefined],
  ['cancelled', undefined, undefined],
  ['failed', undefined, undefined],
])('a shipment that is %s is at %j, then %j', (status, now, next) => {
  const steps = progressOf(status);
  expect(steps?.find(({ state }) => state === 'now')?.title).toBe(now);
  expect(steps?.find(({ state }) => state === 'next')?.title).toBe(next);
});
