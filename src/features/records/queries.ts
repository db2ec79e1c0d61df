import { queryOptions } from '@tanstack/react-query';
import { trpc } from '../../api/calls/trpc.ts';
import { queryKeys } from '../../api/query-keys.ts';

/** What the newest check of the records found; null before there was one. */
export const recordsCheckQuery = queryOptions({
  queryKey: queryKeys.recordsCheck,
  queryFn: () => trpc.recordsAdmin.getCheck.query(),
});
