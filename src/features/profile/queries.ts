import { queryOptions } from '@tanstack/react-query';
import { trpc } from '../../api/calls/trpc.ts';
import { queryKeys } from '../../api/query-keys.ts';

/** Where the person is signed in. */
export const sessionsQuery = queryOptions({
  queryKey: queryKeys.sessions,
  queryFn: () => trpc.user.getSessions.query(),
});
