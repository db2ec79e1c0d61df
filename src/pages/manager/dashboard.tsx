import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { prefetch } from '../../api/prefetch.ts';
import { FIRST_PAGE } from '../../domain/paged.ts';
import { PREVIEW_SIZE } from '../../domain/pagination.ts';
import { paths } from '../../domain/paths.ts';
import { DeletedNotice } from '../../features/audit/deleted-notice.tsx';
import { runsQuery } from '../../features/manage-runs/queries.ts';
import { FindShipmentForm } from '../../features/manage-shipments/find-shipment-form.tsx';
import { ManagedShipmentTable } from '../../features/manage-shipments/managed-shipment-table.tsx';
import { PendingShipments } from '../../features/manage-shipments/pending-activity.tsx';
import { managedShipmentsOnDevice, managedShipmentsQuery } from '../../features/manage-shipments/queries.ts';
import { useListWithSent } from '../../features/manage-shipments/with-sent.ts';
import { managedUsersOnDevice, managedUsersQuery } from '../../features/manage-users/queries.ts';
import { UserTable } from '../../features/manage-users/user-table.tsx';
import { recordsCheckQuery } from '../../features/records/queries.ts';
import { BackupNotice, LastCheck, RecordsNotice } from '../../features/records/records-notice.tsx';
import { OpenExceptionsNotice } from '../../features/run-exceptions/open-exceptions-notice.tsx';
import { openExceptionsQuery } from '../../features/run-exceptions/queries.ts';
import { workQuery } from '../../features/worklist/queries.ts';
import { RunsPicture } from '../../features/worklist/runs-picture.tsx';
import { StatusPicture } from '../../features/worklist/status-picture.tsx';
import { Worklist } from '../../features/worklist/worklist.tsx';
import { ConfirmedAt } from '../../offline/confirmed-at.tsx';
import { useList } from '../../offline/use-list.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { PageHead } from '../../ui/layout/page-head.tsx';
import { TicketCard } from '../../ui/layout/ticket-card.tsx';
import { Arriving } from '../../ui/list/arrival.tsx';
import { QueryView } from '../../ui/list/query-view.tsx';
import { Tile, Tiles } from '../../ui/list/tiles.tsx';

export const loader = prefetch((client) =>
  Promise.all([
    client.prefetchQuery(managedShipmentsQuery(FIRST_PAGE)),
    client.prefetchQuery(managedUsersQuery({})),
    client.prefetchQuery(recordsCheckQuery),
    client.prefetchQuery(workQuery),
    client.prefetchQuery(runsQuery()),
    client.prefetchQuery(openExceptionsQuery()),
  ]),
);

/** /manager. The newest shipments come from the first page of the list, which is always cached. */
export function Component() {
  const shipments = useListWithSent(useList(managedShipmentsQuery(FIRST_PAGE), FIRST_PAGE, managedShipmentsOnDevice));
  const users = useList(managedUsersQuery({}), {}, managedUsersOnDevice);
  const work = useQuery(workQuery);
  const runs = useQuery(runsQuery());
  const notices = [useQuery(recordsCheckQuery), useQuery(openExceptionsQuery()), work, runs];
  return (
    <>
      <ConfirmedAt query={[shipments, users, ...notices]} />
      <main id="main" className="page stack gap-8">
        <PageHead title="Manager" description="Shipments and users at a glance." noindex />
        <div className="row justify-between">
          <h1>Manager</h1>
          <ButtonLink to={paths.createShipment} variant="primary" icon="package-plus">
            Create shipment
          </ButtonLink>
        </div>
        <Arriving queries={notices}>
          <RecordsNotice />
          <BackupNotice />
          {work.data && <Worklist work={work.data.work} />}
          <OpenExceptionsNotice />
          <div className="grid gap-6 grid-cols-[minmax(0,1fr)] lg:grid-cols-2">
            {work.data && <StatusPicture days={work.data.days} />}
            {runs.data && <RunsPicture runs={runs.data.runs} />}
          </div>
          <TicketCard
            aria-label="Manager area"
            stubWidth="half"
            stub={
              <section className="p-4 md:p-6 grid gap-3 content-center" aria-labelledby="find">
                <h2 id="find" className="text-h3">
                  Find a shipment
                </h2>
                <FindShipmentForm notFound={(trackingId) => <DeletedNotice search={trackingId} />} />
              </section>
            }
          >
            <Tiles label="Manage">
              <Tile
                to={paths.manageShipments()}
                icon="package"
                count={shipments.data?.total ?? null}
                label="Shipments"
              />
              <Tile to={paths.manageUsers()} icon="user" count={users.data?.total ?? null} label="Users" />
              <Tile to={paths.scan} icon="scan-line" label="Scan" />
              <Tile to={paths.manageRuns()} icon="truck" label="Runs" />
              <Tile to={paths.manageMail()} icon="mail" label="Mail" />
              <Tile to={paths.manageSettings()} icon="settings" label="Settings" />
            </Tiles>
          </TicketCard>
          <Arriving queries={[shipments, users]}>
            <section aria-labelledby="recent-shipments">
              <div className="block-head">
                <h2 id="recent-shipments">Recent shipments</h2>
                <Link
                  to={paths.manageShipments()}
                  className="go-touch whitespace-nowrap"
                  aria-label="View all shipments"
                >
                  View all
                </Link>
              </div>
              <PendingShipments list={shipments.data} />
              <QueryView query={shipments}>
                {({ data }) => (
                  <ManagedShipmentTable caption="Recent shipments" shipments={data.slice(0, PREVIEW_SIZE)} />
                )}
              </QueryView>
            </section>
            <section aria-labelledby="recent-users">
              <div className="block-head">
                <h2 id="recent-users">Recent users</h2>
                <Link to={paths.manageUsers()} className="go-touch whitespace-nowrap" aria-label="View all users">
                  View all
                </Link>
              </div>
              <QueryView query={users}>{({ data }) => <UserTable caption="Recent users" users={data} />}</QueryView>
            </section>
          </Arriving>
          <LastCheck />
        </Arriving>
      </main>
    </>
  );
}
