import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { CallError } from './calls/call-error.ts';
import { checkSession } from './check-session.ts';
import { defineQuery } from './define-query.ts';
import { createQueryClient } from './query-client.ts';

const parcel = (id: string, ask = () => Promise.resolve(`parcel ${id}`)) =>
  defineQuery({ name: 'parcel', params: [id], title: 'Parcels', topic: `shipment ${id}`, ask });

it('keeps the keys under which devices have stored data', () => {
  expect(parcel('7').queryKey).toEqual(['mine', 'parcel', '7']);
  expect(defineQuery({ name: 'places', store: 'device', ask: () => 1 }).queryKey).toEqual(['cache', 'places']);
  expect(defineQuery({ name: 'mail', ask: () => 1 }).queryKey).toEqual(['live', 'mail']);
});

it('takes its topic and title along when its data was set before anybody asked', () => {
  const client = new QueryClient();
  client.setQueryData(parcel('7').queryKey, 'parcel of an earlier page');
  new QueryObserver(client, parcel('7'));
  expect(client.getQueryCache().find({ queryKey: parcel('7').queryKey })?.meta).toMatchObject({
    title: 'Parcels',
    topic: 'shipment 7',
  });
});

it('passes new data to onData before anybody else gets it', async () => {
  const onData = vi.fn();
  const client = createQueryClient();
  await client.fetchQuery(defineQuery({ name: 'parcel', onData, ask: async () => 'parcel' }));
  expect(onData.mock.calls).toEqual([['parcel']]);
});

it('asks for the profile again when a query is UNAUTHORIZED, unless the query deals with it itself', async () => {
  const unauthorized = () => Promise.reject(new CallError('rejected', { code: 'UNAUTHORIZED' }));
  const client = createQueryClient({ retry: false });
  const invalidate = vi.spyOn(client, 'invalidateQueries');
  const onUnauthorized = vi.fn();
  const own = defineQuery({ name: 'own', onUnauthorized, ask: unauthorized });
  await expect(client.fetchQuery(own)).rejects.toThrow();
  expect(onUnauthorized).toHaveBeenCalledExactlyOnceWith(client);
  expect(invalidate).not.toHaveBeenCalled();

  await expect(client.fetchQuery(parcel('7', unauthorized))).rejects.toThrow();
  checkSession(client);
  const [first, second] = invalidate.mock.calls;
  expect(first).toEqual([{ queryKey: ['mine', 'profile'] }]);
  expect(second).toEqual(first);
});
