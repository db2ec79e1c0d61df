import { setTimeout as sleep } from 'node:timers/promises';

/** Waits for a condition, asked again and again, and answers what it gave. Throws, with the words given, after a while. */
export async function until<Value>(
  what: string,
  condition: () => Value | Promise<Value>,
  limit = 25_000,
): Promise<NonNullable<Exclude<Value, false>>> {
  const end = Date.now() + limit;
  for (;;) {
    const value = await condition();
    if (value) return value as NonNullable<Exclude<Value, false>>;
    if (Date.now() > end) throw new Error(`Waited in vain until ${what}`);
    await sleep(20);
  }
}
