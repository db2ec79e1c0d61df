import { trpc } from '../../api/calls/trpc.ts';
import { defineQuery } from '../../api/define-query.ts';
import { fetchV1Document } from '../../api/v1-document.ts';

/** Changes with the server only. */
export const v1DocumentQuery = defineQuery({
  name: 'v1-document',
  store: 'nowhere',
  ask: fetchV1Document,
  staleTime: Number.POSITIVE_INFINITY,
});

export const apiKeysQuery = defineQuery({
  name: 'api-keys',
  store: 'person',
  title: 'Your API keys',
  ask: () => trpc.apiKey.list.query(),
});
