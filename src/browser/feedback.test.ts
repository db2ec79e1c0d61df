import { afterEach, expect, it, vi } from 'vitest';

const feedback = async () => {
  vi.resetModules();
  return (await import('./feedback.ts')).giveFeedback;
};

afterEach(() => vi.unstubAllGlobals());

it('vibrates in a way of its own for each signal', async () => {
  const vibrate = vi.fn();
  vi.stubGlobal('navigator', { vibrate });
  const giveFeedback = await feedback();
  for (const signal of ['good', 'again', 'bad'] as const) giveFeedback(signal);
  const patterns = vibrate.mock.calls.map(([pattern]) => JSON.stringify(pattern));
  expect(new Set(patterns).size).toBe(3);
});

it('is silent on a device without vibration and sound, or where they are not allowed', async () => {
  vi.stubGlobal('navigator', {});
  const giveFeedback = await feedback();
  expect(() => giveFeedback('bad')).not.toThrow();
  vi.stubGlobal(
    'AudioContext',
    class {
      constructor() {
        throw new DOMException('Not before a touch', 'NotAllowedError');
      }
    },
  );
  expect(() => giveFeedback('bad')).not.toThrow();
});
