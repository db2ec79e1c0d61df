import { trpc } from '../../api/calls/trpc.ts';
import { defineQuery } from '../../api/define-query.ts';

export const recordsCheckQuery = defineQuery({
  name: 'records-check',
  title: 'Records check',
  ask: () => trpc.recordsAdmin.getCheck.query(),
});
