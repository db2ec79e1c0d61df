import { expect, it, onTestFinished, vi } from 'vitest';
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

it('keeps the keys at sign-out if the rows come only after it', async () => {
  vi.useFakeTimers();
  const deleteKeys = vi.fn();
  const opened = Promise.withResolvers<unknown>();
  const forgotten = storeOn(() => opened.promise, { deleteKeys }).forget(USER);
  await vi.advanceTimersByTimeAsync(5_000);
  await forgotten;
  opened.resolve([[], []]);
  await vi.advanceTimersByTimeAsync(5_000);
  vi.useRealTimers();
  expect(deleteKeys).not.toHaveBeenCalled();
});

it('never stores what went out because storage was late', async () => {
  vi.stubGlobal('IDBKeyRange', { bound: () => null });
  onTestFinished(() => void vi.unstubAllGlobals());
  const opened = Promise.withResolvers<void>();
  const rows = { transaction: {}, openKeyCursor: vi.fn(), put: vi.fn() };
  const database = vi.fn(async (_mode: string, work: (rows: object) => Promise<unknown>) => {
    await opened.promise;
    return work(rows);
  });
  const store = storeOn(database, {});
  await expect(store.append(location(), [], 1)).rejects.toMatchObject({ name: 'TimeoutError' });
  opened.resolve();
  await vi.waitFor(() => expect(database).toHaveBeenCalledOnce());
  await database.mock.results[0]?.value.catch(() => undefined);
  expect(rows.openKeyCursor).not.toHaveBeenCalled();
});
