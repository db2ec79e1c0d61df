import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FETCHED_AT_HEADER } from '../../pwa/messages.ts';

const NOW = '2026-11-20T12:00:00.000Z';
const DAY = 24 * 60 * 60 * 1000;

/** The module as a page finds it that has just been opened. */
async function opened() {
  vi.resetModules();
  return import('./server-clock.ts');
}

const answered = (offset: number, headers: Record<string, string> = {}) =>
  new Response(null, { headers: { date: new Date(Date.parse(NOW) + offset).toUTCString(), ...headers } });

beforeEach(() => {
  vi.useFakeTimers({ now: new Date(NOW) });
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('nothing is known before the server has said anything', async () => {
  const { clockOffset } = await opened();
  expect(clockOffset()).toBeNull();
});

test('a stored time that no clock can show is not known: what happens now can still be dated', async () => {
  localStorage.setItem('server-time-passed', '1e300');
  localStorage.setItem('clock-offset', '1e300');
  const { deviceMoment, clockOffset } = await opened();
  expect(deviceMoment()).toEqual({ clock: Date.parse(NOW), notBefore: null });
  expect(clockOffset()).toBeNull();
});

test.each([
  [0, 0],
  [-1000, 0],
  [DAY, DAY + 500],
  [-DAY, -DAY + 500],
])('a clock that is %d ms off is corrected by %d, also on a page without network', async (off, correction) => {
  const { noteServerTime } = await opened();
  // What an earlier response said counts no more.
  noteServerTime(answered(3 * DAY));
  noteServerTime(answered(off));
  const { clockOffset } = await opened();
  expect(clockOffset()).toBe(correction);
});

test('an answer that the service worker had kept, or without a time, says nothing', async () => {
  const { clockOffset, noteServerTime } = await opened();
  noteServerTime(answered(DAY, { [FETCHED_AT_HEADER]: NOW }));
  noteServerTime(new Response(null));
  expect(clockOffset()).toBeNull();
});

test('a device that keeps nothing still knows it on this page', async () => {
  vi.stubGlobal('localStorage', undefined);
  const { clockOffset, noteServerTime } = await opened();
  expect(clockOffset()).toBeNull();
  noteServerTime(answered(DAY));
  expect(clockOffset()).toBe(DAY + 500);
});
