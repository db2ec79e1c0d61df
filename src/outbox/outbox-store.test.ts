import { expect, it, vi } from 'vitest';
import { createFakeSealer, USER } from '../../tests/support/fake-outbox.ts';
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
