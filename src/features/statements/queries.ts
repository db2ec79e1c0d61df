import { trpc } from '../../api/calls/trpc.ts';
import { afterRow, defineQuery } from '../../api/define-query.ts';

export const statementsQuery = (before?: string) =>
  defineQuery({
    name: 'statements',
    params: afterRow(before),
    title: 'Your account',
    topic: 'own',
    ask: () => trpc.statement.list.query({ before }),
  });

export const ownNextStatementQuery = defineQuery({
  name: 'own-next-statement',
  title: 'Your account',
  topic: 'own',
  ask: () => trpc.statement.next.query(),
});

export const statementsOfUserQuery = (userId: string, before?: string) =>
  defineQuery({
    name: 'statements-of-user',
    params: [userId, ...afterRow(before)],
    title: 'User accounts',
    topic: 'managed',
    ask: () => trpc.statementAdmin.list.query({ userId, before }),
  });

/** How often a shop gets one, and the next as it would be now. */
export const nextStatementQuery = (userId: string) =>
  defineQuery({
    name: 'next-statement',
    params: [userId],
    title: 'User accounts',
    topic: 'managed',
    ask: () => trpc.statementAdmin.get.query({ userId }),
  });

export const bookExportsQuery = defineQuery({
  name: 'book-exports',
  title: 'Payouts',
  topic: 'managed',
  ask: () => trpc.statementAdmin.exports.query(),
});

export const duePayoutsQuery = defineQuery({
  name: 'due-payouts',
  title: 'Payouts',
  topic: 'managed',
  ask: () => trpc.statementAdmin.duePayouts.query(),
});
