import { afterEach, expect, test, vi } from 'vitest';
import { trackedShipmentQuery } from './queries.ts';

afterEach(() => vi.unstubAllGlobals());

const { refetchInterval } = trackedShipmentQuery('W48207K159XQ');

function askedAgainAfter(kept: object | undefined): number | false | undefined {
  vi.stubGlobal('navigator', { onLine: true });
  if (typeof refetchInterval !== 'function') return refetchInterval;
  return refetchInterval({ state: { data: { kept }, error: null } } as never);
}

test.each([
  [{ fallback: 'network' }, 20_000],
  [{ fallback: 'status-503' }, 60_000],
  [{}, 20_000],
])('a stored copy is replaced as soon as the server responds: %j', (kept, wait) => {
  expect(askedAgainAfter({ at: '2026-11-20T06:40:00.000Z', ...kept })).toBe(wait);
});

test('an answer from the server is not asked for again', () => {
  expect(askedAgainAfter(undefined)).toBe(false);
});
