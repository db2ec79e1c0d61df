import { afterEach, expect, test, vi } from 'vitest';
import { isExpired } from './stored-queries.ts';

const NOW = Date.parse('2026-11-20T08:00:00.000Z');
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

afterEach(() => {
  vi.useRealTimers();
});

/** A stored query: what the server's clock had passed when it came, and what the device's said. */
const stored = (confirmedAt: number | null, dataUpdatedAt: number) =>
  ({ confirmedAt, state: { dataUpdatedAt } }) as Parameters<typeof isExpired>[0];

test.each([
  ['right', 0],
  ['three hours ahead', 3 * HOUR],
  ['three hours behind', -3 * HOUR],
  ['in 2015', Date.parse('2015-01-01T12:00:00.000Z') - NOW],
])('with a clock that is %s, what is stored lives for a week of server time', (_, shift) => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW + shift });
  const server = { now: NOW, offset: -shift };
  for (const [age, isOver] of [
    [0, false],
    [6 * DAY, false],
    [8 * DAY, true],
  ] as const) {
    expect(isExpired(stored(NOW - age, Date.now()), server), `${age}`).toBe(isOver);
    expect(isExpired(stored(null, Date.now() - age), server), `${age} by the device`).toBe(isOver);
  }
});
