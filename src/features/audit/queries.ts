import { queryOptions } from '@tanstack/react-query';
import { queryKeys } from '../../api/query-keys.ts';
import { trpc } from '../../api/trpc.ts';

/** Whose history: a shipment's, or a person's with what was done to their money. */
export type Audited = { shipmentId: string } | { userId: string };

/** Ten changes, the newest first. */
export const historyQuery = (audited: Audited, page: number) =>
  queryOptions({
    queryKey: queryKeys.history(audited, { page }),
    queryFn: () => trpc.auditAdmin.getEntries.query({ ...audited, page: { page } }),
  });
