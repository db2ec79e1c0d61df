import { afterEach, expect, it, vi } from 'vitest';

const feedback = async () => {
  vi.resetModules();
  return (await import('./feedback.ts')).giveFeedback;
};

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** A device's sound, which counts what it plays while it is running. */
function stubSound() {
  const sound = {
    contexts: 0,
    heard: 0,
    state: 'running',
    async resume() {
      sound.state = 'running';
    },
  };
  class Context {
    currentTime = 0;
    destination = {};
    get state() {
      return sound.state;
    }
    resume = () => sound.resume();
    constructor() {
      sound.contexts += 1;
    }
  }
  class Node {
    connect = (to: unknown) => to;
    start() {
      if (sound.state === 'running') sound.heard += 1;
    }
    stop() {}
  }
  vi.stubGlobal('navigator', {});
  vi.stubGlobal('AudioContext', Context);
  vi.stubGlobal('OscillatorNode', Node);
  vi.stubGlobal('GainNode', Node);
  return sound;
}

it('vibrates differently for each signal', async () => {
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

it('sounds again after a call or a locked screen has suspended the sound', async () => {
  const sound = stubSound();
  const giveFeedback = await feedback();
  giveFeedback('good');
  expect(sound.heard).toBe(1);
  for (const [state, heard] of [
    ['suspended', 3],
    ['interrupted', 5],
  ] as const) {
    sound.state = state;
    giveFeedback('bad');
    await expect.poll(() => sound.heard).toBe(heard);
  }
  expect(sound.contexts).toBe(1);
});

it('does not sound late, for something that is long past', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const sound = stubSound();
  let allow = () => {};
  const isAllowed = new Promise<void>((resolve) => {
    allow = resolve;
  });
  sound.state = 'suspended';
  sound.resume = async () => {
    await isAllowed;
    sound.state = 'running';
  };
  const giveFeedback = await feedback();
  giveFeedback('bad');
  vi.setSystemTime(Date.now() + 5_000);
  giveFeedback('good');
  allow();
  await expect.poll(() => sound.heard).toBe(1);
});

it('makes another sound where the old one cannot be resumed', async () => {
  const sound = stubSound();
  sound.state = 'suspended';
  sound.resume = () => Promise.reject(new DOMException('Closed', 'InvalidStateError'));
  const giveFeedback = await feedback();
  giveFeedback('bad');
  await Promise.resolve();
  await Promise.resolve();
  sound.state = 'running';
  giveFeedback('good');
  expect([sound.heard, sound.contexts]).toEqual([1, 2]);
});
