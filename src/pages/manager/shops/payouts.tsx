import { useQuery } from '@tanstack/react-query';
import { prefetch } from '../../../api/prefetch.ts';
import { DeskPage } from '../../../features/session/desk-page.tsx';
import { BookExports } from '../../../features/statements/book-exports.tsx';
import { DuePayouts } from '../../../features/statements/due-payouts.tsx';
import { JournalForm } from '../../../features/statements/journal-form.tsx';
import { bookExportsQuery, duePayoutsQuery } from '../../../features/statements/queries.ts';
import { QueryView } from '../../../ui/list/query-view.tsx';

export const loader = prefetch((client) =>
  Promise.all([client.prefetchQuery(duePayoutsQuery), client.prefetchQuery(bookExportsQuery)]),
);

export function Component() {
  const due = useQuery(duePayoutsQuery);
  const exports = useQuery(bookExportsQuery);
  return (
    <DeskPage title="Payouts" description="What you owe shops by their last statement." query={due}>
      <QueryView query={due}>{(data) => <DuePayouts {...data} />}</QueryView>
      <JournalForm />
      <QueryView query={exports}>{(data) => <BookExports exports={data} />}</QueryView>
    </DeskPage>
  );
}
