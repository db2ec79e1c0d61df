import { trpc } from '../../api/calls/trpc.ts';
import { defineQuery } from '../../api/define-query.ts';

const REFETCH_MS = 2000;

export const ownAccountQuery = defineQuery({
  name: 'own-account',
  title: 'Your account',
  ask: () => trpc.ownAccount.get.query(),
  refetchInterval: ({ state: { data } }) => (data?.dataExport?.state === 'waiting' ? REFETCH_MS : false),
});
