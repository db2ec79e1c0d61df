import { trpc } from '../../../api/calls/trpc.ts';
import { defineQuery } from '../../../api/define-query.ts';

export const openCashQuery = defineQuery({
  name: 'open-cash',
  title: 'Cash to count',
  topic: 'runs',
  ask: () => trpc.runAdmin.openCash.query(),
});
