import { setTimeout as sleep } from 'node:timers/promises';

/** What takes longer is asked for less often: asking takes as much of the processor as what is waited for. */
const LONGEST_PAUSE_MS = 100;

/**
 * Polls until a condition holds and returns its value. Throws an error with the given text after a
 * while.
 */
export async function until<Value>(
  what: string,
  condition: () => Value | Promise<Value>,
  limit = 45_000,
): Promise<NonNullable<Exclude<Value, false>>> {
  const end = Date.now() + limit;
  for (let pause = 10; ; pause = Math.min(pause * 1.5, LONGEST_PAUSE_MS)) {
    const value = await condition();
    if (value) return value as NonNullable<Exclude<Value, false>>;
    if (Date.now() > end) throw new Error(`Timed out waiting until ${what}`);
    await sleep(pause);
  }
}
