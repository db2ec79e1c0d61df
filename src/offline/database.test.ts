import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { inTime, LATE_MS, onStorageLate } from '../browser/with-timeout.ts';
import { deleteDatabase, openStore } from './database.ts';

const never = new Promise<never>(() => undefined);

beforeEach(() => {
  vi.useFakeTimers();
  for (const name of ['addEventListener', 'removeEventListener']) vi.stubGlobal(name, () => undefined);
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const noTransactions = { transaction: () => Object.assign(new EventTarget(), { objectStore: () => ({}) }) };

/** An IndexedDB that opens every database after `ms`, or never does and never deletes one. */
function stubIndexedDb(ms?: number): void {
  vi.stubGlobal('indexedDB', {
    open() {
      const request: { result: unknown; onsuccess?: () => void } = { result: noTransactions };
      if (ms !== undefined) setTimeout(() => request.onsuccess?.(), ms);
      return request;
    },
    deleteDatabase: () => ({}),
  });
}

it('waits for a database that opens late, and says from the first second on that it does', async () => {
  stubIndexedDb(30_000);
  const onLate = vi.fn();
  const ignore = onStorageLate(onLate);
  const store = openStore('late');
  const results = [store('readonly', async () => 'read'), store('readwrite', async () => 'written')];
  await vi.advanceTimersByTimeAsync(LATE_MS - 1);
  expect(onLate).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(onLate).toHaveBeenCalledOnce();
  // Nobody waits a second for the next one.
  const next = inTime(never, 'late');
  await vi.advanceTimersByTimeAsync(0);
  expect(await next).toBe('late');
  await vi.advanceTimersByTimeAsync(30_000);
  expect(await Promise.all(results)).toEqual(['read', 'written']);
  ignore();
  expect(await inTime(Promise.resolve('read'), 'late')).toBe('read');
  expect(vi.getTimerCount()).toBe(0);
});

it('fails as the database does', async () => {
  stubIndexedDb(0);
  const read = openStore('broken')('readonly', () => Promise.reject(new Error('no room')));
  const failed = expect(read).rejects.toThrow('no room');
  await vi.advanceTimersByTimeAsync(0);
  await failed;
  expect(vi.getTimerCount()).toBe(0);
});

it('does not wait for the end of a database that a page holds open', async () => {
  stubIndexedDb();
  const deleted = deleteDatabase('held');
  await vi.advanceTimersByTimeAsync(2_000);
  await expect(deleted).resolves.toBeUndefined();
});
