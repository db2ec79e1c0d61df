import { QueryClient } from '@tanstack/react-query';
import { expect, onTestFinished, test, vi } from 'vitest';
import { profileQuery } from './queries.ts';
import { startSession } from './start-session.ts';

test('a page drawn while the device is purged does not make a visitor of who has just signed in', async () => {
  vi.stubGlobal('localStorage', { setItem: () => undefined, getItem: () => null, removeItem: () => undefined });
  onTestFinished(() => void vi.unstubAllGlobals());
  const client = new QueryClient();
  await startSession(client, { token: 'new' }, async () => {
    client.setQueryData(profileQuery.queryKey, null);
  });
  expect(client.getQueryData(profileQuery.queryKey)).toBeUndefined();
});
