import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { hashPassword } from '../secrets/passwords.ts';
import { asCaller, countOwn, inTurn, SHARED_QUEUES, sharedQueue, turnsIn } from './shared-queues.ts';

/** Work that goes on until `end`, and in which order it began. */
function bench(queue: ReturnType<typeof sharedQueue>) {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const work = (name: string) => () => {
    begun.push(name);
    return new Promise<void>((resolve) => ends.set(name, resolve));
  };
  return {
    begun,
    /** `a1` is a person of network `a`, and so on. */
    start: (name: string, about: Parameters<typeof inTurn>[2] = {}) =>
      asCaller({ address: `192.0.2.${name.charCodeAt(0)}`, userId: name.slice(0, 2) }, () =>
        inTurn(queue, work(name), about),
      ),
    end: async (name: string) => {
      ends.get(name)?.();
      await setImmediate();
    },
  };
}

describe('what people share', () => {
  it('goes round by network, then by person, then by size', async () => {
    const { begun, start, end } = bench(sharedQueue('x', 1));
    const all = ['a1 first', 'a1 long', 'a1 short', 'a2 only', 'b1 only'];
    const sizes = [1, 500, 5, 500, 500];
    const working = all.map((name, at) => start(name, { size: sizes[at] ?? 0 }));
    await setImmediate();
    for (let at = 0; at < all.length; at += 1) await end(begun[at] ?? '');
    await Promise.all(working);
    expect(begun).toEqual(['a1 first', 'a1 short', 'b1 only', 'a2 only', 'a1 long']);
  });

  it('has a place that one person’s work never takes', async () => {
    const { begun, start, end } = bench(sharedQueue('x', 2));
    const working = ['a1 one', 'a1 two', 'b1 one'].map((name) => start(name));
    await setImmediate();
    expect(begun).toEqual(['a1 one', 'b1 one']);
    for (const name of ['a1 one', 'a1 two', 'b1 one']) await end(name);
    await Promise.all(working);
  });

  it('has a place that long work never takes', async () => {
    const { begun, start, end } = bench(sharedQueue('x', 2));
    const working = [start('a1 long', { isLong: true }), start('b1 long', { isLong: true }), start('c1 short')];
    await setImmediate();
    expect(begun).toEqual(['a1 long', 'c1 short']);
    for (const name of ['a1 long', 'b1 long', 'c1 short']) await end(name);
    await Promise.all(working);
  });

  it('lets only so much of a person’s work wait, and forgets who has left', async () => {
    const queue = sharedQueue('x', 1, { total: 9, network: 9, person: 2 });
    const { begun, start, end } = bench(queue);
    const leaving = new AbortController();
    const running = start('a1 one');
    const left = start('a1 two', { signal: leaving.signal });
    const waiting = start('a1 three');
    await expect(start('a1 four')).rejects.toMatchObject({ reason: 'x_full' });
    leaving.abort(new Error('It has left'));
    await expect(left).rejects.toThrow('It has left');
    const own = asCaller({ address: '192.0.2.97', userId: 'a1' }, () => countOwn(queue));
    expect([own, asCaller({ address: '192.0.2.97', userId: 'a2' }, () => countOwn(queue))]).toEqual([2, 0]);
    for (const name of ['a1 one', 'a1 three']) await end(name);
    await Promise.all([running, waiting]);
    expect(begun).toEqual(['a1 one', 'a1 three']);
  });

  it('knows whose work goes on in a callback', async () => {
    const queue = sharedQueue('x', 1);
    const take = asCaller({ address: '192.0.2.1', userId: 'a1' }, () => turnsIn(queue));
    expect(await take(async () => queue.running.count('a1'))).toBe(1);
  });

  it('leaves a core free while many passwords are hashed', async () => {
    const hashing = Array.from({ length: availableParallelism() + 1 }, (_, at) => hashPassword(`password ${at}`));
    await setImmediate();
    expect(SHARED_QUEUES.passwordHashes.running.total).toBe(Math.max(1, availableParallelism() - 1));
    await Promise.all(hashing);
  });

  it('hashes passwords at a low priority, on Linux', async () => {
    await hashPassword('one more password');
    const threads = process.platform === 'linux' ? readdirSync('/proc/self/task') : [];
    const stats = threads.map((thread) => readFileSync(`/proc/self/task/${thread}/stat`, 'utf8'));
    const niceness = stats.map((stat) => Number(stat.split(') ')[1]?.split(' ')[16]));
    expect(niceness.includes(10)).toBe(process.platform === 'linux');
  });
});
