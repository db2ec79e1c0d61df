/** A session that the server has ended: what the login will say about it. */
import { expect, test, vi } from 'vitest';
import { CUSTOMER } from '../../../tests/components/people.ts';
import { readAccessToken } from '../../api/calls/access-token.ts';
import { createQueryClient } from '../../api/query-client.ts';
import { readEndedSession } from '../../offline/ended-session.ts';
import { endSession, profileQuery } from './queries.ts';

test('two calls that find a session ended leave the name of its owner for the login', async () => {
  localStorage.setItem('token', 'of-a-session');
  const client = createQueryClient();
  client.setQueryData(profileQuery.queryKey, CUSTOMER);
  const restart = vi.fn();
  await Promise.all([endSession(client, restart), endSession(client, restart)]);
  expect(restart).toHaveBeenCalledTimes(1);
  expect(readAccessToken()).toBeNull();
  expect(readEndedSession()).toMatchObject({ id: CUSTOMER.id, email: CUSTOMER.email });
});
