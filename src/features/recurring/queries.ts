import { trpc } from '../../api/calls/trpc.ts';
import { defineQuery } from '../../api/define-query.ts';

export const recurringQuery = defineQuery({
  name: 'recurring',
  title: 'Recurring orders',
  topic: ['own', 'managed'],
  ask: () => trpc.recurring.list.query(),
});
