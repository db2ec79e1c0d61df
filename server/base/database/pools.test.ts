import fc from 'fast-check';
import { expect, it } from 'vitest';
import { leastConnections, poolSizes } from './pools.ts';

it("three servers fit within a default PostgreSQL's connections", () => {
  expect(poolSizes(97, { SERVERS: 3, WEB: 1 })).toEqual({ lookUps: 2, reads: 5, writes: 5, shops: 1 });
});

it('a small PostgreSQL still leaves a server enough connections', () => {
  expect(poolSizes(23, { SERVERS: 1, WEB: 1 })).toEqual({ lookUps: 1, reads: 2, writes: 2, shops: 1 });
  expect(poolSizes(10, { SERVERS: 5, WEB: 1 })).toEqual({ lookUps: 1, reads: 2, writes: 2, shops: 1 });
});

it('the configured numbers of servers and processes never need more connections than there are', () => {
  const some = { SERVERS: fc.integer({ min: 1, max: 50 }), WEB: fc.integer({ min: 1, max: 16 }) };
  fc.assert(
    fc.property(fc.record(some), fc.integer({ min: 0, max: 200 }), (sharing, more) => {
      const each = leastConnections(sharing.WEB) + more;
      const { lookUps, reads, writes, shops } = poolSizes(sharing.SERVERS * each, sharing);
      expect(13 + sharing.WEB * (4 + lookUps + reads + writes + shops)).toBeLessThanOrEqual(each);
    }),
  );
});
