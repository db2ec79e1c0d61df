import { useParams, useSearchParams } from 'react-router-dom';
import { prefetch } from '../../api/prefetch.ts';
import { parsePage } from '../../domain/pagination.ts';
import { paths } from '../../domain/paths.ts';
import { History } from '../../features/audit/history.tsx';
import { historyQuery } from '../../features/audit/queries.ts';
import { useHistory } from '../../features/audit/use-history.ts';
import { ConfirmedAt } from '../../offline/confirmed-at.tsx';

export const loader = prefetch((client, search, { id = '' }) =>
  client.prefetchQuery(historyQuery({ userId: id }, parsePage(search.get('page')))),
);

export function Component() {
  const { id = '' } = useParams();
  const [search] = useSearchParams();
  const page = parsePage(search.get('page'));
  const query = useHistory({ userId: id }, page);
  return (
    <>
      <ConfirmedAt query={query} />
      <h2>History</h2>
      <History query={query} page={page} to={(other) => paths.manageUserHistory(id, { page: other })} />
    </>
  );
}
