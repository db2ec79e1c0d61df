import { trpc } from '../../api/calls/trpc.ts';
import { defineQuery } from '../../api/define-query.ts';

export const sessionsQuery = defineQuery({
  name: 'sessions',
  title: 'Where you’re logged in',
  ask: () => trpc.user.getSessions.query(),
});
