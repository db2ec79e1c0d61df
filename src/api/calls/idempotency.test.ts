import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => vi.unstubAllGlobals());

test.each(['null', '{}', '5', '[1]', '{'])('starts with %s in place of the keys it had stored', async (stored) => {
  vi.resetModules();
  const kept = new Map([['open-keys', stored]]);
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
  const { withIdempotencyKey } = await import('./idempotency.ts');
  const send = withIdempotencyKey('profile.change', async (_: string, { idempotencyKey }) => idempotencyKey);
  expect(await send('a name')).toMatch(/^[\da-f-]{36}$/);
  expect(kept.size).toBe(0);
});
