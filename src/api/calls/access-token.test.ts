import { afterEach, expect, it, vi } from 'vitest';
import { forgetAccessToken, onSessionChangeElsewhere, readAccessToken, writeAccessToken } from './access-token.ts';

afterEach(() => void vi.unstubAllGlobals());

it.each(['☃', 'a\nb', '\u0000', '', ' ', 'x'.repeat(20_000)])('what no header can carry is no token: %j', (stored) => {
  vi.stubGlobal('localStorage', { getItem: () => stored });
  expect(readAccessToken()).toBeNull();
});

it('reads a token of the server', () => {
  vi.stubGlobal('localStorage', { getItem: () => 'vYq0_9-kZ' });
  expect(readAccessToken()).toBe('vYq0_9-kZ');
});

it('a page that has signed out hears nothing when another does so too', () => {
  const window = new EventTarget();
  const store = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined };
  vi.stubGlobal('localStorage', store);
  vi.stubGlobal('sessionStorage', store);
  vi.stubGlobal('addEventListener', window.addEventListener.bind(window));
  const heard = vi.fn();
  onSessionChangeElsewhere(heard);
  const change = (oldValue: string | null, newValue: string | null) =>
    window.dispatchEvent(Object.assign(new Event('storage'), { key: 'token', oldValue, newValue }));

  writeAccessToken('mine');
  forgetAccessToken();
  change('mine', null);
  expect(heard).not.toHaveBeenCalled();
  change(null, 'somebody’s');
  expect(heard).toHaveBeenLastCalledWith(false);
  writeAccessToken('mine again');
  change('mine again', null);
  expect(heard).toHaveBeenLastCalledWith(true);
});
