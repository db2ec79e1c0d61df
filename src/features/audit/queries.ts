import { trpc } from '../../api/calls/trpc.ts';
import { defineQuery } from '../../api/define-query.ts';

/**
 * Whose history: a shipment's, a run's, a user's with that of their money, or the general bank
 * account's.
 */
export type Audited = { shipmentId: string } | { runId: string } | { userId: string } | { account: 'general' };

/** Deleted shipments and users with this tracking ID, id or address. */
export const deletedQuery = (search: string) =>
  defineQuery({
    name: 'deleted',
    params: [search],
    store: 'nowhere',
    ask: () => trpc.auditAdmin.findDeleted.query({ search }),
  });

/** Ten changes, the newest first. */
export const historyQuery = (audited: Audited, page: number) =>
  defineQuery({
    name: 'history',
    params: [audited, { page }],
    store: 'person',
    title: 'History',
    topic: 'runId' in audited ? 'runs' : 'managed',
    ask: () => trpc.auditAdmin.getEntries.query({ ...audited, page: { page } }),
  });
