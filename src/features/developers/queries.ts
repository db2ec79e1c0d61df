import { trpc } from '../../api/calls/trpc.ts';
import { defineQuery } from '../../api/define-query.ts';

export const apiKeysQuery = defineQuery({
  name: 'api-keys',
  store: 'person',
  title: 'Your API keys',
  ask: () => trpc.apiKey.list.query(),
});
