import { afterEach, expect, it, vi } from 'vitest';
import { readAccessToken } from './access-token.ts';

afterEach(() => void vi.unstubAllGlobals());

it.each(['☃', 'a\nb', '\u0000', '', ' ', 'x'.repeat(20_000)])('what no header can carry is no token: %j', (stored) => {
  vi.stubGlobal('localStorage', { getItem: () => stored });
  expect(readAccessToken()).toBeNull();
});

it('reads a token of the server', () => {
  vi.stubGlobal('localStorage', { getItem: () => 'vYq0_9-kZ' });
  expect(readAccessToken()).toBe('vYq0_9-kZ');
});
