import { useNavigate, useSearchParams } from 'react-router-dom';
import * as v from 'valibot';
import { prefetch } from '../../api/prefetch.ts';
import { choiceLabel } from '../../domain/choice-label.ts';
import { formatTotal, parsePageSearch, userRole } from '../../domain/paged.ts';
import { paths } from '../../domain/paths.ts';
import { userWork } from '../../domain/work.ts';
import { DeletedNotice } from '../../features/audit/deleted-notice.tsx';
import { readRowsPerPage, setRowsPerPage, useRowsPerPage } from '../../features/manage-shipments/list/rows-per-page.ts';
import { InviteDialog } from '../../features/people/invite-dialog.tsx';
import { managedUsersOnDevice, managedUsersQuery } from '../../features/people/queries.ts';
import { UserTable } from '../../features/people/user-table.tsx';
import { DeskPage } from '../../features/session/desk-page.tsx';
import { useMay } from '../../features/session/use-may.ts';
import { WorkFilter } from '../../features/worklist/work-filter.tsx';
import { useList } from '../../offline/use-list.ts';
import { Button } from '../../ui/button.tsx';
import { ChoiceTabs } from '../../ui/layout/tab.tsx';
import { PagedView } from '../../ui/list/paged-view.tsx';
import { SearchForm } from '../../ui/list/search-form.tsx';

const parseSearch = (search: URLSearchParams) => {
  const { page, q } = parsePageSearch(search);
  const work = v.safeParse(userWork, search.get('work'));
  const role = v.safeParse(userRole, search.get('role'));
  return { page, q, work: work.success ? work.output : undefined, role: role.success ? role.output : undefined };
};

export const loader = prefetch((client, search) =>
  client.prefetchQuery(managedUsersQuery({ ...parseSearch(search), size: readRowsPerPage() })),
);

export function Component() {
  const [search] = useSearchParams();
  const { page, q, work, role } = parseSearch(search);
  const size = useRowsPerPage();
  const asked = { page, q, work, role, size };
  const may = useMay();
  const navigate = useNavigate();
  const users = useList(managedUsersQuery(asked), asked, managedUsersOnDevice);
  return (
    <DeskPage
      title="Users"
      description="Everyone with an account, newest first."
      query={users}
      heading={
        <div className="row justify-between">
          <h1>Users</h1>
          {may('userAdmin.inviteUser') && (
            <Button
              opens={(close) => <InviteDialog onInvited={(id) => navigate(paths.manageUser(id))} onClose={close} />}
              icon="mail"
            >
              Invite a colleague
            </Button>
          )}
        </div>
      }
    >
      {work && <WorkFilter work={work} without={paths.manageUsers({ q, role })} />}
      <DeletedNotice search={q} />
      <PagedView
        filters={
          <>
            <SearchForm
              q={q}
              placeholder="Name, email or phone"
              to={(typed) => paths.manageUsers({ q: typed, work, role })}
            />
            <ChoiceTabs
              label="Users by role"
              choices={userRole.options}
              current={role}
              labelOf={choiceLabel}
              to={(one) => paths.manageUsers({ q, work, role: one })}
            />
          </>
        }
        query={users}
        page={page}
        to={(target) => paths.manageUsers({ page: target, q, work, role })}
        renderTotal={(total) => formatTotal(total, { q: q || work || role }, 'user')}
        size={size}
        onSize={setRowsPerPage}
      >
        {(rows, dimmed) => <UserTable caption="Users" users={rows} dimmed={dimmed} work={work} />}
      </PagedView>
    </DeskPage>
  );
}
