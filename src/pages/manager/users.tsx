import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Navigate, useNavigate, useSearchParams } from 'react-router-dom';
import { askAhead } from '../../api/ask-ahead.ts';
import { pageCount, pageLinks, parsePage } from '../../domain/pagination.ts';
import { paths } from '../../domain/paths.ts';
import { managedUsersQuery } from '../../features/manage-users/queries.ts';
import { UserSearch } from '../../features/manage-users/user-search.tsx';
import { UserTable } from '../../features/manage-users/user-table.tsx';
import { ConfirmedAt } from '../../offline/confirmed-at.tsx';
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { QueryView } from '../../ui/query-view.tsx';

const wantedOf = (search: URLSearchParams) => ({
  page: parsePage(search.get('page')),
  q: search.get('q')?.slice(0, 100).toWellFormed() || undefined,
});

export const loader = askAhead((client, search) => client.prefetchQuery(managedUsersQuery(wantedOf(search))));

/** /manager/users: everybody, ten to a page, or whoever a search finds; the old page stays while the next one loads. */
export function Component() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const { page, q } = wantedOf(search);
  const users = useQuery({ ...managedUsersQuery({ page, q }), placeholderData: keepPreviousData });
  const to = (target: number) => paths.manageUsers({ page: target, q });
  return (
    <>
      <ConfirmedAt query={users} />
      <main id="main" className="page stack">
        <PageHead title="Users" description="Everybody with an account, newest first." noindex />
        <Breadcrumbs crumbs={[{ label: 'Manager', to: paths.manager }, { label: 'Users' }]} />
        <h1>Users</h1>
        <UserSearch
          q={q}
          onSearch={(wanted) => navigate(paths.manageUsers({ q: wanted }), { preventScrollReset: true })}
        />
        <QueryView query={users}>
          {({ data, total, pagination }) => (
            <>
              {page > pageCount(total) && !users.isPlaceholderData && <Navigate to={to(pageCount(total))} replace />}
              <UserTable caption="Users" users={data} dimmed={users.isPlaceholderData} />
              {total > 0 && (
                <Pagination
                  current={page}
                  pages={pageLinks(page, total).map((number) => ({ page: number, to: to(number) }))}
                  previous={pagination.prev === null ? undefined : to(pagination.prev)}
                  next={pagination.next === null ? undefined : to(pagination.next)}
                />
              )}
            </>
          )}
        </QueryView>
      </main>
    </>
  );
}
