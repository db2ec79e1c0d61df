import { useQuery } from '@tanstack/react-query';
import { prefetch } from '../../../api/prefetch.ts';
import { paths } from '../../../domain/paths.ts';
import { MAX_OPEN_EXCEPTIONS } from '../../../domain/runs/manage.ts';
import { WORK_LABELS } from '../../../domain/work.ts';
import { openExceptionsQuery } from '../../../features/run-exceptions/queries.ts';
import { SurpriseList } from '../../../features/run-exceptions/run-exceptions.tsx';
import { DeskPage } from '../../../features/session/desk-page.tsx';
import { Empty } from '../../../ui/list/empty.tsx';
import { QueryView } from '../../../ui/list/query-view.tsx';

const query = openExceptionsQuery('surprises');

export const loader = prefetch((client) => client.prefetchQuery(query));

/** /manager/runs/surprises */
export function Component() {
  const surprises = useQuery(query);
  return (
    <DeskPage
      title={WORK_LABELS.surprises}
      description="What couriers took along that nobody expected."
      query={surprises}
      above={[{ label: 'Runs', to: paths.manageRuns() }]}
    >
      <QueryView query={surprises}>
        {(exceptions) => (
          <>
            {exceptions.length === 0 && <Empty icon="check">Nothing waits for you here.</Empty>}
            <SurpriseList exceptions={exceptions} />
            {exceptions.length === MAX_OPEN_EXCEPTIONS && (
              <p>These are the newest {MAX_OPEN_EXCEPTIONS}. Once they’re resolved, you’ll see the rest.</p>
            )}
          </>
        )}
      </QueryView>
    </DeskPage>
  );
}
