import { trpc } from '../../api/calls/trpc.ts';
import { defineQuery } from '../../api/define-query.ts';
import type { EntrySearch } from '../../domain/banking.ts';

export const entriesQuery = (search: EntrySearch) =>
  defineQuery({
    name: 'bank-entries',
    params: [search],
    title: 'Bank',
    topic: 'managed',
    ask: () => trpc.bankAdmin.getEntries.query(search),
  });

export const choicesQuery = ({ id, q }: { id: string; q: string }) =>
  defineQuery({
    name: 'bank-choices',
    params: [id, q],
    title: 'Bank',
    topic: 'managed',
    ask: () => trpc.bankAdmin.getChoices.query(q ? { id, q } : { id }),
  });

export const payoutsQuery = defineQuery({
  name: 'bank-payouts',
  title: 'Bank',
  topic: 'managed',
  ask: () => trpc.bankAdmin.getPayouts.query(),
});
