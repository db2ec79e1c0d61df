import { afterEach, expect, test, vi } from 'vitest';
import { claimAttempt } from './stale-chunks.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a remedy is tried once a minute, also after the clock has been set back', () => {
  vi.useFakeTimers({ now: new Date('2026-11-20T12:00:00Z') });
  const kept = new Map<string, string>();
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  });
  const tries = ['12:00:00', '12:00:59', '12:01:00', '09:00:00', '09:00:59'].map((time) => {
    vi.setSystemTime(`2026-11-20T${time}Z`);
    return claimAttempt('reloaded-at');
  });
  expect(tries).toEqual([true, false, true, true, false]);
});
