import { expect, it } from 'vitest';
import { takeTurns } from './turns.ts';

/** Works for this many steps of a millisecond each, on a fake clock. */
async function work(name: string, steps: number, done: string[]): Promise<void> {
  let time = 0;
  const pause = takeTurns(() => time);
  for (let step = 0; step < steps; step += 1) {
    time += 1;
    done.push(name);
    await pause();
  }
}

it('lets others in after each slice, and gives all long work one slice in turn', async () => {
  const done: string[] = [];
  let isWorking = true;
  const calls = (async () => {
    while (isWorking) {
      done.push('calls');
      await new Promise(setImmediate);
    }
  })();
  await Promise.all([work('a', 6, done), work('b', 6, done)]);
  isWorking = false;
  await calls;
  const text = done.join(' ');
  expect(text).not.toMatch(/a a a|b b b/);
  // Between two slices come the calls of a round.
  expect(text).toMatch(/a a calls b b calls a a calls b b/);
});

it('goes on at once within a slice', async () => {
  const pause = takeTurns(() => 0);
  let isLater = false;
  setImmediate(() => {
    isLater = true;
  });
  for (let step = 0; step < 100; step += 1) await pause();
  expect(isLater).toBe(false);
});

it('leaves three quarters of a busy thread to others', async () => {
  let time = 0;
  let isWorking = true;
  let ofOthers = 0;
  const others = (async () => {
    while (isWorking) {
      time += 1;
      ofOthers += 1;
      await new Promise(setImmediate);
    }
  })();
  const pause = takeTurns(() => time);
  for (let step = 0; step < 100; step += 1) {
    time += 1;
    await pause();
  }
  isWorking = false;
  await others;
  expect(ofOthers / time).toBeGreaterThan(0.7);
});
