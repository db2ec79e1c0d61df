import { expect, it, vi } from 'vitest';
import { createFakeSealer, location, USER } from '../../tests/support/fake-outbox.ts';
import { createOutboxStore } from './outbox-store.ts';

type Parts = Parameters<typeof createOutboxStore>[0];
const storeOn = (database: unknown, sealer: Partial<Parts['sealer']>) =>
  createOutboxStore({
    database: database as Parts['database'],
    sealer: { ...createFakeSealer(), ensureKeys: () => undefined, deleteKeys: async () => undefined, ...sealer },
    withRoom: (write) => write(),
  });

it('keeps the keys at sign-out if the database does not say whether a delivery is stored', async () => {
  const deleteKeys = vi.fn();
  const database = () => Promise.reject(new DOMException('The database does not open', 'UnknownError'));
  await storeOn(database, { deleteKeys }).forget(USER);
  expect(deleteKeys).not.toHaveBeenCalled();
});

it('does without what the device no longer writes: it remembers attempts, and what has been applied', async () => {
  const row = { ...location(), sequence: 1 };
  // First whether the row is in its place, then all rows.
  const read = vi.fn(async (): Promise<unknown> => [[1], [row]]);
  read.mockResolvedValueOnce(true);
  const store = storeOn(async (mode: IDBTransactionMode) => {
    if (mode === 'readwrite') throw new DOMException('The disk does not write', 'UnknownError');
    return read();
  }, {});
  expect(await store.recordAttempt({ ...row, inFlight: true })).toBe(true);
  expect(await store.list()).toMatchObject([{ inFlight: true }]);
  await store.markApplied(row);
  expect(await store.list()).toEqual([]);
});

it('forgets a person although another page keeps the store from being written', async () => {
  vi.useFakeTimers();
  const deleteKeys = vi.fn();
  const database = (mode: IDBTransactionMode) =>
    mode === 'readonly' ? Promise.resolve([[1], [location()]]) : new Promise(() => undefined);
  const store = storeOn(database, { deleteKeys });
  const forgotten = store.forget(USER);
  await vi.advanceTimersByTimeAsync(5_000);
  vi.useRealTimers();
  await forgotten;
  expect(deleteKeys).toHaveBeenCalledOnce();
});

it('gives up on a list and on a photo after two seconds if the keys cannot be read', async () => {
  vi.useFakeTimers();
  const never = () => new Promise<never>(() => undefined);
  const sealed = await createFakeSealer().sealBytes(USER, new ArrayBuffer(1));
  const database = vi.fn();
  database.mockResolvedValueOnce([[1], [{ ...location(), sealed }]]); // the list
  database.mockResolvedValueOnce(sealed); // the photo
  const store = storeOn(database, { unseal: never, unsealBytes: never, ensureKeys: never, deleteKeys: never });
  const reads = Promise.allSettled([store.list(), store.readBytes({ ...location(), sequence: 1 })]);
  await vi.advanceTimersByTimeAsync(2_000);
  vi.useRealTimers();
  const gaveUp = { status: 'rejected', reason: expect.objectContaining({ name: 'TimeoutError' }) };
  expect(await reads).toEqual([gaveUp, gaveUp]);
});
