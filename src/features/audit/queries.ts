import { queryOptions } from '@tanstack/react-query';
import { trpc } from '../../api/calls/trpc.ts';
import { queryKeys } from '../../api/query-keys.ts';

/** Whose history: a shipment's, a person's with what was done to their money, or the general bank account's. */
export type Audited = { shipmentId: string } | { userId: string } | { account: 'general' };

/** What was deleted and has this tracking ID, id or address. */
export const deletedQuery = (search: string) =>
  queryOptions({
    queryKey: queryKeys.deleted(search),
    queryFn: () => trpc.auditAdmin.findDeleted.query({ search }),
  });

/** Ten changes, the newest first. */
export const historyQuery = (audited: Audited, page: number) =>
  queryOptions({
    queryKey: queryKeys.history(audited, { page }),
    queryFn: () => trpc.auditAdmin.getEntries.query({ ...audited, page: { page } }),
  });
