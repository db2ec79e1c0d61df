/// <reference path="../../vite-env.d.ts" />
import { afterEach, expect, test, vi } from 'vitest';
import { openCodeReader } from './code-reader.ts';

class SilentWorker extends EventTarget {
  postMessage = () => undefined;
  terminate = () => undefined;
}

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a scanner whose decoder never arrives gives up after a minute', async () => {
  vi.useFakeTimers();
  vi.stubGlobal('window', globalThis);
  vi.stubGlobal('Worker', SilentWorker);
  vi.stubGlobal('createImageBitmap', async () => ({}));
  const outcome = openCodeReader()
    .read({} as HTMLVideoElement)
    .then(
      () => 'read',
      (error: Error) => error.message,
    );
  await vi.advanceTimersByTimeAsync(59_000);
  expect(await Promise.race([outcome, 'still reading'])).toBe('still reading');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await Promise.race([outcome, 'still reading'])).toBe('The scanner has no decoder');
});
