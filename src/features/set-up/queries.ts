import { trpc } from '../../api/calls/trpc.ts';
import { defineQuery } from '../../api/define-query.ts';

export const setUpQuery = defineQuery({
  name: 'set-up',
  title: 'Set up',
  topic: ['managed', 'runs'],
  ask: () => trpc.settings.getSetUp.query(),
});
