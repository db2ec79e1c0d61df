import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { CallError } from '../calls/call-error.ts';
import { defineQuery } from '../define-query.ts';
import { topicsOf } from './live-topics.ts';

it('a query follows its topics, unless the shipment does not exist', async () => {
  const client = new QueryClient();
  const parcel = defineQuery({
    name: 'parcel',
    topic: ['shipment 7', 'runs'],
    ask: async () => 'parcel',
  });
  await client.fetchQuery(parcel);
  const query = client.getQueryCache().find({ queryKey: parcel.queryKey });
  if (!query) throw new Error('The query is not in the cache');
  expect(topicsOf(query)).toEqual(['shipment 7', 'runs']);
  query.setState({ error: new CallError('rejected', { code: 'NOT_FOUND' }) });
  expect(topicsOf(query)).toEqual([]);
});
