import { afterEach, expect, test, vi } from 'vitest';
import { recordVisit } from './last-visit.ts';

afterEach(() => vi.unstubAllGlobals());

test.each(['null', '5', '{'])('goes on with %s in place of the last visit', (stored) => {
  const kept = new Map([
    ['last-visit', stored],
    ['token', 'secret-token'],
    ['device-user', 'somebody secret-t'],
  ]);
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  });
  recordVisit('2026-11-20T12:00:00.000Z');
  expect(JSON.parse(kept.get('last-visit') ?? '')).toEqual({
    since: null,
    until: '2026-11-20T12:00:00.000Z',
    lookedAt: 0,
  });
});
