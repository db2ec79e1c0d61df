import { useSearchParams } from 'react-router-dom';
import * as v from 'valibot';
import { prefetch } from '../../api/prefetch.ts';
import { formatTotal, parsePageSearch } from '../../domain/paged.ts';
import { paths } from '../../domain/paths.ts';
import { userWork } from '../../domain/work.ts';
import { DeletedNotice } from '../../features/audit/deleted-notice.tsx';
import { readRowsPerPage, setRowsPerPage, useRowsPerPage } from '../../features/manage-shipments/list/rows-per-page.ts';
import { managedUsersOnDevice, managedUsersQuery } from '../../features/manage-users/queries.ts';
import { UserSearch } from '../../features/manage-users/user-search.tsx';
import { UserTable } from '../../features/manage-users/user-table.tsx';
import { DeskPage } from '../../features/session/desk-page.tsx';
import { WorkFilter } from '../../features/worklist/work-filter.tsx';
import { useList } from '../../offline/use-list.ts';
import { PagedView } from '../../ui/list/paged-view.tsx';

const parseSearch = (search: URLSearchParams) => {
  const { page, q } = parsePageSearch(search);
  const { success, output } = v.safeParse(userWork, search.get('work'));
  return { page, q, work: success ? output : undefined };
};

export const loader = prefetch((client, search) =>
  client.prefetchQuery(managedUsersQuery({ ...parseSearch(search), size: readRowsPerPage() })),
);

export function Component() {
  const [search] = useSearchParams();
  const { page, q, work } = parseSearch(search);
  const size = useRowsPerPage();
  const asked = { page, q, work, size };
  const users = useList(managedUsersQuery(asked), asked, managedUsersOnDevice);
  return (
    <DeskPage title="Users" description="Everyone with an account, newest first." query={users}>
      {work && <WorkFilter work={work} without={paths.manageUsers({ q })} />}
      <UserSearch q={q} work={work} />
      <DeletedNotice search={q} />
      <PagedView
        query={users}
        page={page}
        to={(target) => paths.manageUsers({ page: target, q, work })}
        renderTotal={(total) => formatTotal(total, { q: q || work }, 'user')}
        size={size}
        onSize={setRowsPerPage}
      >
        {(rows, dimmed) => <UserTable caption="Users" users={rows} dimmed={dimmed} />}
      </PagedView>
    </DeskPage>
  );
}
