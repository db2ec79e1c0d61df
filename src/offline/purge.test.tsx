import { expect, test } from 'vitest';
import { createQueryClient } from '../api/query-client.ts';
import { isLoggingOut, LOGOUT } from '../features/session/queries.ts';
import { purgeDevice } from './purge.ts';

test('a logout is known to be going on until everything is forgotten', async () => {
  const client = createQueryClient();
  const mutations = client.getMutationCache();
  const typed = mutations.build(client, { mutationKey: ['typed'], mutationFn: () => Promise.resolve() });
  await typed.execute('something personal');
  client.setQueryData(['personal'], 'something else');
  const logout = mutations.build(client, {
    mutationKey: LOGOUT,
    async mutationFn() {
      await purgeDevice(client);
      return isLoggingOut(client);
    },
  });
  expect(await logout.execute(undefined)).toBe(true);
  expect(mutations.getAll()).toEqual([logout]);
  expect(client.getQueryCache().getAll()).toEqual([]);
});
