import { trpc } from '../../api/calls/trpc.ts';
import { defineQuery } from '../../api/define-query.ts';

/** A user's history includes that of their money. */
export type Audited =
  | { shipmentId: string }
  | { runId: string }
  | { userId: string }
  | { brand: 'settings' }
  | { account: 'general' };

/** @param search a tracking ID, an id or an email address */
export const deletedQuery = (search: string) =>
  defineQuery({ name: 'deleted', params: [search], ask: () => trpc.auditAdmin.findDeleted.query({ search }) });

export const historyQuery = (audited: Audited, page: number) =>
  defineQuery({
    name: 'history',
    params: [audited, { page }],
    title: 'History',
    topic: 'runId' in audited ? 'runs' : 'managed',
    ask: () => trpc.auditAdmin.getEntries.query({ ...audited, page: { page } }),
  });

export const recordsCheckQuery = defineQuery({
  name: 'records-check',
  title: 'Records check',
  ask: () => trpc.recordsAdmin.getCheck.query(),
});
