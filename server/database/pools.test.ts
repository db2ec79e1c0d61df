import fc from 'fast-check';
import { expect, it } from 'vitest';
import { poolSizes } from './pools.ts';

it("three servers fit within a default PostgreSQL's connections", () => {
  expect(poolSizes(97, 3)).toEqual({ lookUps: 2, reads: 5, writes: 5, shops: 1 });
});

it('a small PostgreSQL still leaves a server enough connections', () => {
  expect(poolSizes(23, 1)).toEqual({ lookUps: 1, reads: 2, writes: 2, shops: 1 });
  expect(poolSizes(10, 5)).toEqual({ lookUps: 1, reads: 2, writes: 2, shops: 1 });
});

it('the configured number of servers never needs more connections than there are', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 23, max: 200 }), (servers, each) => {
      const { lookUps, reads, writes, shops } = poolSizes(servers * each, servers);
      expect(lookUps + reads + writes + shops + 17).toBeLessThanOrEqual(each);
    }),
  );
});
