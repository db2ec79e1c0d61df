import { useSearchParams } from 'react-router-dom';
import { prefetch } from '../../api/prefetch.ts';
import { formatTotal, parsePageSearch } from '../../domain/paged.ts';
import { paths } from '../../domain/paths.ts';
import { DeletedNotice } from '../../features/audit/deleted-notice.tsx';
import { readRowsPerPage, setRowsPerPage, useRowsPerPage } from '../../features/manage-shipments/list/rows-per-page.ts';
import { managedUsersOnDevice, managedUsersQuery } from '../../features/manage-users/queries.ts';
import { UserSearch } from '../../features/manage-users/user-search.tsx';
import { UserTable } from '../../features/manage-users/user-table.tsx';
import { ConfirmedAt } from '../../offline/confirmed-at.tsx';
import { useList } from '../../offline/use-list.ts';
import { Breadcrumbs } from '../../ui/layout/breadcrumbs.tsx';
import { PageHead } from '../../ui/layout/page-head.tsx';
import { PagedView } from '../../ui/list/paged-view.tsx';

const parseSearch = (search: URLSearchParams) => {
  const { page, q } = parsePageSearch(search);
  return { page, q };
};

export const loader = prefetch((client, search) =>
  client.prefetchQuery(managedUsersQuery({ ...parseSearch(search), size: readRowsPerPage() })),
);

export function Component() {
  const [search] = useSearchParams();
  const { page, q } = parseSearch(search);
  const size = useRowsPerPage();
  const asked = { page, q, size };
  const users = useList(managedUsersQuery(asked), asked, managedUsersOnDevice);
  return (
    <>
      <ConfirmedAt query={users} />
      <main id="main" className="page stack">
        <PageHead title="Users" description="Everyone with an account, newest first." noindex />
        <Breadcrumbs crumbs={[{ label: 'Manager', to: paths.manager }, { label: 'Users' }]} />
        <h1>Users</h1>
        <UserSearch q={q} />
        <DeletedNotice search={q} />
        <PagedView
          query={users}
          page={page}
          to={(target) => paths.manageUsers({ page: target, q })}
          renderTotal={(total) => formatTotal(total, { q }, 'user')}
          size={size}
          onSize={setRowsPerPage}
        >
          {(rows, dimmed) => <UserTable caption="Users" users={rows} dimmed={dimmed} />}
        </PagedView>
      </main>
    </>
  );
}
