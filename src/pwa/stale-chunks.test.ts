import { afterEach, expect, test, vi } from 'vitest';
import { loadOptional } from '../browser/loading/load-optional.ts';
import { claimAttempt, hasMissingChunk, reloadOnStaleChunks } from './stale-chunks.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A page whose tab may have reloaded already, and which may be on its way to another; returns what happens to it. */
function openPage(kept = new Map<string, string>(), goingTo: string | null = null) {
  const listeners = new Map<string, (event: object) => void>();
  const assign = vi.fn();
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('location', { href: '/profile', assign });
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  });
  vi.stubGlobal('addEventListener', (type: string, listener: (event: object) => void) => listeners.set(type, listener));
  reloadOnStaleChunks(
    () => goingTo,
    () => false,
  );
  return {
    kept,
    assign,
    fail: (payload = new Error()) => listeners.get('vite:preloadError')?.({ payload, preventDefault: () => undefined }),
    leave: () => listeners.get('beforeunload')?.({}),
  };
}

test('a page that lacks parts is loaded again once, and only the next one repairs the app', () => {
  const first = openPage();
  first.fail();
  first.fail();
  expect(first.assign).toHaveBeenCalledOnce();
  expect(hasMissingChunk()).toBe(false);
  const next = openPage(first.kept);
  next.fail();
  expect(next.assign).not.toHaveBeenCalled();
  expect(hasMissingChunk()).toBe(true);
});

test('a page that is being left is not called back', () => {
  const page = openPage();
  page.leave();
  page.fail();
  expect(page.assign).not.toHaveBeenCalled();
});

test('on the way to a page its script matters, background scripts don’t', async () => {
  vi.useFakeTimers();
  const error = new Error('Not there');
  const failInBackground = (page: ReturnType<typeof openPage>, failed: Error) =>
    loadOptional(() => {
      page.fail(failed);
      return Promise.reject(error);
    });
  const page = openPage(undefined, '/profile/account');
  await failInBackground(page, error);
  vi.runAllTimers();
  expect(page.assign).not.toHaveBeenCalled();

  // The next page's script, while a background one is still loading.
  await failInBackground(page, new Error('The next page'));
  vi.runAllTimers();
  expect(page.assign.mock.calls).toEqual([['/profile/account']]);
});

test('a remedy is tried once a minute, also after the clock has been set back', () => {
  vi.useFakeTimers({ now: new Date('2026-11-20T12:00:00Z') });
  openPage();
  const tries = ['12:00:00', '12:00:59', '12:01:00', '09:00:00', '09:00:59'].map((time) => {
    vi.setSystemTime(`2026-11-20T${time}Z`);
    return claimAttempt('reloaded-at');
  });
  expect(tries).toEqual([true, false, true, true, false]);
});
