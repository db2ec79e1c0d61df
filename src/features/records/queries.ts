import { trpc } from '../../api/calls/trpc.ts';
import { defineQuery } from '../../api/define-query.ts';

/** Null before the first check. */
export const recordsCheckQuery = defineQuery({
  name: 'records-check',
  store: 'person',
  title: 'Records check',
  ask: () => trpc.recordsAdmin.getCheck.query(),
});
