import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openStore, withinLimit } from './database.ts';

const LIMIT_MS = 2_000;
const never = new Promise<never>(() => undefined);

beforeEach(() => {
  vi.useFakeTimers();
  for (const name of ['addEventListener', 'removeEventListener']) vi.stubGlobal(name, () => undefined);
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** What became of a promise, or `waiting`. */
function watch(promise: Promise<unknown>): () => string {
  let result = 'waiting';
  promise.then(
    () => {
      result = 'answered';
    },
    ({ name }: DOMException) => {
      result = name;
    },
  );
  return () => result;
}

const noTransactions = { transaction: () => Object.assign(new EventTarget(), { objectStore: () => ({}) }) };

/** An IndexedDB that opens every database after `ms`. */
function stubIndexedDb(ms: number): void {
  vi.stubGlobal('indexedDB', {
    open() {
      const request: { result: unknown; onsuccess?: () => void } = { result: noTransactions };
      setTimeout(() => request.onsuccess?.(), ms);
      return request;
    },
  });
}

describe('reading a store', () => {
  it('waits two seconds for a database that does not open, then fails at once until it has opened', async () => {
    stubIndexedDb(10 * LIMIT_MS);
    const store = openStore('silent');
    const first = watch(store('readonly', async () => 'a value'));
    await vi.advanceTimersByTimeAsync(LIMIT_MS - 1);
    expect(first()).toBe('waiting');
    await vi.advanceTimersByTimeAsync(1);
    expect(first()).toBe('TimeoutError');

    await expect(store('readonly', async () => 'a value')).rejects.toThrow('does not respond');
    await vi.advanceTimersByTimeAsync(9 * LIMIT_MS);
    expect(await store('readonly', async () => 'a value')).toBe('a value');
  });

  it('waits two seconds in all for a database that opens slowly and then does not answer', async () => {
    stubIndexedDb(LIMIT_MS - 100);
    const read = watch(openStore('slow')('readonly', () => never));
    await vi.advanceTimersByTimeAsync(LIMIT_MS);
    expect(read()).toBe('TimeoutError');
  });

  it('never gives up on a write that has begun', async () => {
    stubIndexedDb(0);
    const written = watch(openStore('busy')('readwrite', () => never));
    await vi.advanceTimersByTimeAsync(10 * LIMIT_MS);
    expect(written()).toBe('waiting');
  });
});

describe('a limit', () => {
  it('leaves an answer in time and a failure as they are', async () => {
    await expect(withinLimit(Promise.resolve('a value'))).resolves.toBe('a value');
    await expect(withinLimit(Promise.reject(new Error('no room')))).rejects.toThrow('no room');
    expect(vi.getTimerCount()).toBe(0);
  });
});
