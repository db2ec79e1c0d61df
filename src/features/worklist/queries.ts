import { trpc } from '../../api/calls/trpc.ts';
import { defineQuery } from '../../api/define-query.ts';

export const workQuery = defineQuery({
  name: 'worklist',
  title: 'Worklist',
  topic: ['managed', 'runs'],
  ask: () => trpc.deskAdmin.getWork.query(),
});
