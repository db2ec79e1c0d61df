import { trpc } from '../../api/calls/trpc.ts';
import { defineQuery } from '../../api/define-query.ts';

/** Where the person is signed in. */
export const sessionsQuery = defineQuery({
  name: 'sessions',
  store: 'person',
  title: 'Where you’re logged in',
  ask: () => trpc.user.getSessions.query(),
});
