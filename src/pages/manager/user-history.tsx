import { useParams, useSearchParams } from 'react-router-dom';
import { prefetch } from '../../api/prefetch.ts';
import { parsePage } from '../../domain/pagination.ts';
import { paths } from '../../domain/paths.ts';
import { History } from '../../features/audit/history.tsx';
import { historyQuery } from '../../features/audit/queries.ts';

export const loader = prefetch((client, search, { id = '' }) =>
  client.prefetchQuery(historyQuery({ userId: id }, parsePage(search.get('page')))),
);

/** /manager/users/{id}/history: who changed what for a user. */
export function Component() {
  const { id = '' } = useParams();
  const [search] = useSearchParams();
  return (
    <>
      <h2>History</h2>
      <History
        of={{ userId: id }}
        page={parsePage(search.get('page'))}
        to={(page) => paths.manageUserHistory(id, { page })}
      />
    </>
  );
}
