import { expect, it, vi } from 'vitest';
import { createFakeSealer, location, USER } from '../../tests/support/fake-outbox.ts';
import { createOutboxStore } from './outbox-store.ts';

it('keeps the keys at sign-out if the database does not say whether a delivery is stored', async () => {
  const forgetKeys = vi.fn();
  const store = createOutboxStore({
    database: () => Promise.reject(new DOMException('The database does not open', 'UnknownError')),
    sealer: { ...createFakeSealer(), expectKeys: () => undefined, forgetKeys },
    hasQuota: async () => true,
  });
  await store.forget(USER);
  expect(forgetKeys).not.toHaveBeenCalled();
});

it('gives up on a list and on a photo after two seconds if the keys cannot be read', async () => {
  vi.useFakeTimers();
  const never = () => new Promise<never>(() => undefined);
  const sealed = await createFakeSealer().sealBytes(USER, new ArrayBuffer(1));
  const database = vi.fn();
  database.mockResolvedValueOnce([[1], [{ ...location(), sealed }]]); // the list
  database.mockResolvedValueOnce(sealed); // the photo
  const store = createOutboxStore({
    database,
    sealer: { ...createFakeSealer(), unseal: never, unsealBytes: never, expectKeys: never, forgetKeys: never },
    hasQuota: async () => true,
  });
  const reads = Promise.allSettled([store.list(), store.readBytes({ ...location(), sequence: 1 })]);
  await vi.advanceTimersByTimeAsync(2_000);
  vi.useRealTimers();
  const gaveUp = { status: 'rejected', reason: expect.objectContaining({ name: 'TimeoutError' }) };
  expect(await reads).toEqual([gaveUp, gaveUp]);
});
