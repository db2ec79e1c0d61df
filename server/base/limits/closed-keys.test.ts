import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createClosedKeys } from './closed-keys.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('keeps a key closed until it opens, and returns the remaining time', () => {
  const keys = createClosedKeys();
  keys.add('one', 60_000, 60_000);
  vi.advanceTimersByTime(20_000);
  expect([keys.getWaitMs('one'), keys.getWaitMs('other')]).toEqual([40_000, 0]);
  vi.advanceTimersByTime(40_000);
  expect(keys.getWaitMs('one')).toBe(0);
});

it('forgets sooner what may change on another server', () => {
  const keys = createClosedKeys();
  keys.add('one', 60_000, 1_000);
  expect(keys.getWaitMs('one')).toBe(60_000);
  vi.advanceTimersByTime(1_000);
  expect(keys.getWaitMs('one')).toBe(0);
});

it('evicts only the oldest key, however many are added', () => {
  const keys = createClosedKeys(3);
  for (const key of ['one', 'two', 'three', 'one', 'four']) keys.add(key, 60_000, 60_000);
  const known = ['one', 'two', 'three', 'four'].filter((key) => keys.getWaitMs(key) > 0);
  expect(known).toEqual(['one', 'three', 'four']);
});
