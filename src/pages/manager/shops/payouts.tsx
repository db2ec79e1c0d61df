import { useQuery } from '@tanstack/react-query';
import { prefetch } from '../../../api/prefetch.ts';
import { DeskPage } from '../../../features/session/desk-page.tsx';
import { DuePayouts } from '../../../features/statements/due-payouts.tsx';
import { JournalForm } from '../../../features/statements/journal-form.tsx';
import { duePayoutsQuery } from '../../../features/statements/queries.ts';
import { QueryView } from '../../../ui/list/query-view.tsx';

export const loader = prefetch((client) => client.prefetchQuery(duePayoutsQuery));

export function Component() {
  const due = useQuery(duePayoutsQuery);
  return (
    <DeskPage title="Payouts" description="What you owe shops by their last statement." query={due}>
      <QueryView query={due}>{(data) => <DuePayouts {...data} />}</QueryView>
      <JournalForm />
    </DeskPage>
  );
}
