import { Outlet, useLoaderData, useLocation, useParams } from 'react-router-dom';
import { isNotFound } from '../../api/calls/call-error.ts';
import { paths } from '../../domain/paths.ts';
import { fullName } from '../../domain/user.ts';
import { managedUserLoader, useManagedUser } from '../../features/people/queries.ts';
import { DeskPage } from '../../features/session/desk-page.tsx';
import { useMay } from '../../features/session/use-may.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { breakAroundAt } from '../../ui/layout/description-list.tsx';
import { Tabs } from '../../ui/layout/tabs.tsx';
import { QueryView } from '../../ui/list/query-view.tsx';
import { RedirectWithToast } from '../../ui/toast/redirect-with-toast.tsx';

export const loader = managedUserLoader;

/** An unknown user redirects to the list (specification section 2). */
export function Component() {
  const isMissing = useLoaderData<typeof loader>();
  return isMissing ? <ToUsers /> : <UserLayout />;
}

const ToUsers = () => <RedirectWithToast to={paths.manageUsers()} title="User not found" />;

function UserLayout() {
  const { id = '' } = useParams();
  const { pathname } = useLocation();
  const may = useMay();
  const query = useManagedUser(id);
  // The cached user may no longer exist.
  const isUnknown = query.isError && isNotFound(query.error);
  if (isUnknown && pathname !== paths.manageUserHistory(id)) return <ToUsers />;
  const tabs = [
    { to: paths.manageUser(id), label: 'Profile', end: true },
    ...(may('shipmentAdmin.getShipments') ? [{ to: paths.manageUserShipments(id), label: 'Shipments' }] : []),
    { to: paths.manageUserAccount(id), label: 'Account' },
    { to: paths.manageUserHistory(id), label: 'History' },
  ];
  const name = query.data ? fullName(query.data) : 'User';
  const tab = tabs.find(({ to, end }) => to === pathname && !end);
  return (
    <DeskPage
      title={tab ? `${tab.label} of ${name}` : name}
      description="Everything about one user."
      above={[{ label: 'Users', to: paths.manageUsers() }]}
      crumb={name}
      heading={!query.data && <h1>User</h1>}
    >
      {isUnknown && <Outlet />}
      {!isUnknown && (
        <QueryView query={query}>
          {(user) => (
            <>
              <div className="row justify-between">
                <div>
                  <h1 translate="no" className="break-anywhere">
                    {name}
                  </h1>
                  <p translate="no" className="soft break-anywhere mt-2">
                    {breakAroundAt(user.email)}
                  </p>
                </div>
                {may('mail.send') && (
                  <ButtonLink to={paths.manageMail({ to: user.email })} icon="mail">
                    Send email
                  </ButtonLink>
                )}
              </div>
              <Tabs label="User" tabs={tabs} />
              <Outlet />
            </>
          )}
        </QueryView>
      )}
    </DeskPage>
  );
}
