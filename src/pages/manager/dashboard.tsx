import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { prefetch } from '../../api/prefetch.ts';
import { useDesk } from '../../browser/density.ts';
import { PREVIEW_SIZE } from '../../domain/pagination.ts';
import { paths } from '../../domain/paths.ts';
import { deskName } from '../../domain/roles.ts';
import type { RunList } from '../../domain/runs/views.ts';
import type { Worklist as WorklistData } from '../../domain/work.ts';
import { DeletedNotice } from '../../features/audit/deleted-notice.tsx';
import { recordsCheckQuery } from '../../features/audit/queries.ts';
import {
  BackupNotice,
  FailedJobsNotice,
  JobsNotice,
  LastCheck,
  RecordsNotice,
} from '../../features/audit/records-notice.tsx';
import { TodaysRuns } from '../../features/manage-runs/day/run-table.tsx';
import { runsQuery } from '../../features/manage-runs/queries.ts';
import { FindShipmentForm } from '../../features/manage-shipments/find-shipment-form.tsx';
import { firstPage } from '../../features/manage-shipments/list/rows-per-page.ts';
import { ManagedShipmentTable } from '../../features/manage-shipments/managed-shipment-table.tsx';
import { PendingShipments } from '../../features/manage-shipments/pending-activity.tsx';
import { managedShipmentsOnDevice, managedShipmentsQuery } from '../../features/manage-shipments/queries.ts';
import { useListWithSent } from '../../features/manage-shipments/with-sent.ts';
import { managedUsersOnDevice, managedUsersQuery } from '../../features/people/queries.ts';
import { UserTable } from '../../features/people/user-table.tsx';
import { OpenExceptionsNotice } from '../../features/run-exceptions/open-exceptions-notice.tsx';
import { openExceptionsQuery } from '../../features/run-exceptions/queries.ts';
import { useProfile } from '../../features/session/queries.ts';
import { mayCall, useMay } from '../../features/session/use-may.ts';
import { setUpQuery } from '../../features/set-up/queries.ts';
import { SetUpNotice } from '../../features/set-up/set-up-notice.tsx';
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
import { SearchForm } from '../../ui/list/search-form.tsx';
import { Tile, Tiles } from '../../ui/list/tiles.tsx';

export const loader = prefetch((client) => {
  const may = mayCall(client);
  return Promise.all([
    may('shipmentAdmin.getShipments') && client.prefetchQuery(managedShipmentsQuery(firstPage())),
    may('userAdmin.getUsers') && client.prefetchQuery(managedUsersQuery({})),
    may('recordsAdmin.getCheck') && client.prefetchQuery(recordsCheckQuery),
    may('settings.getSetUp') && client.prefetchQuery(setUpQuery),
    client.prefetchQuery(workQuery),
    may('runAdmin.list') && client.prefetchQuery(runsQuery()),
    may('runAdmin.exceptions') && client.prefetchQuery(openExceptionsQuery()),
  ]);
});

/** /manager, with what the person's roles open. */
export function Component() {
  const may = useMay();
  const name = deskName(useProfile());
  const [seesParcels, seesPeople, seesRecords] = [
    may('shipmentAdmin.getShipments'),
    may('userAdmin.getUsers'),
    may('recordsAdmin.getCheck'),
  ];
  const shipments = useListWithSent(
    useList({ ...managedShipmentsQuery(firstPage()), enabled: seesParcels }, firstPage(), managedShipmentsOnDevice),
  );
  const users = useList({ ...managedUsersQuery({}), enabled: seesPeople }, {}, managedUsersOnDevice);
  const work = useQuery(workQuery);
  const runs = useQuery({ ...runsQuery(), enabled: seesParcels });
  const exceptions = useQuery({ ...openExceptionsQuery(), enabled: seesParcels });
  const check = useQuery({ ...recordsCheckQuery, enabled: seesRecords });
  const notices = [work, ...(seesRecords ? [check] : []), ...(seesParcels ? [exceptions, runs] : [])];
  const lists = [...(seesParcels ? [shipments] : []), ...(seesPeople ? [users] : [])];
  return (
    <>
      <ConfirmedAt query={[...lists, ...notices]} />
      <main id="main" className="page stack gap-8 lg:[[data-desk]_&]:gap-$gap">
        <PageHead title={name} description="What to do next, at a glance." noindex />
        <div className="row justify-between">
          <h1>{name}</h1>
          {may('shipmentAdmin.createShipment') && (
            <ButtonLink to={paths.createShipment} variant="primary" icon="package-plus">
              Create shipment
            </ButtonLink>
          )}
        </div>
        <Arriving queries={notices}>
          {may('settings.getSetUp') && <SetUpNotice />}
          {seesRecords && <RecordsNotice />}
          {seesRecords && <JobsNotice />}
          {seesRecords && <BackupNotice />}
          {seesRecords && <FailedJobsNotice />}
          <Today work={work.data} runs={seesParcels ? runs.data : undefined} seesParcels={seesParcels} />
          <TicketCard
            aria-label={`${name} area`}
            stubWidth="half"
            stub={
              <section className="p-4 md:p-6 grid gap-3 content-center" aria-labelledby="find">
                <h2 id="find" className="text-h3">
                  {seesParcels ? 'Find a shipment' : 'Find a person'}
                </h2>
                {seesParcels ? (
                  <FindShipmentForm notFound={(trackingId) => <DeletedNotice search={trackingId} />} />
                ) : (
                  <SearchForm placeholder="Name, email or phone" to={(q) => paths.manageUsers({ q })} leaves />
                )}
              </section>
            }
          >
            <Tiles label="Manage">
              {seesParcels && (
                <Tile
                  to={paths.manageShipments()}
                  icon="package"
                  count={shipments.data?.total ?? null}
                  label="Shipments"
                />
              )}
              {seesPeople && (
                <Tile to={paths.manageUsers()} icon="user" count={users.data?.total ?? null} label="Users" />
              )}
              {may('bankAdmin.getEntries') && <Tile to={paths.manageMoney} icon="wallet" label="Money" />}
              {may('deskAdmin.scan') && <Tile to={paths.scan} icon="scan-line" label="Scan" />}
              {may('runAdmin.list') && <Tile to={paths.manageRuns()} icon="truck" label="Runs" />}
              <Tile to={paths.manageReports()} icon="chart-column" label="Reports" />
              {may('mail.getMails') && <Tile to={paths.manageMail()} icon="mail" label="Mail" />}
              {may('transactionAdmin.getFallbackBankAccount') && (
                <Tile to={paths.manageSettings()} icon="settings" label="Settings" />
              )}
            </Tiles>
          </TicketCard>
          <Arriving queries={lists}>
            {seesParcels && (
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
            )}
            {seesPeople && (
              <section aria-labelledby="recent-users">
                <div className="block-head">
                  <h2 id="recent-users">Recent users</h2>
                  <Link to={paths.manageUsers()} className="go-touch whitespace-nowrap" aria-label="View all users">
                    View all
                  </Link>
                </div>
                <QueryView query={users}>{({ data }) => <UserTable caption="Recent users" users={data} />}</QueryView>
              </section>
            )}
          </Arriving>
          {seesRecords && <LastCheck />}
        </Arriving>
      </main>
    </>
  );
}

interface TodayProps {
  work: WorklistData | undefined;
  runs: RunList | undefined;
  seesParcels: boolean;
}

/** What needs someone: at the desk all of it is on the first screen. */
function Today({ work, runs, seesParcels }: TodayProps) {
  const isAtDesk = useDesk();
  const list = work && <Worklist work={work.work} />;
  const picture = seesParcels && work && <StatusPicture days={work.days} />;
  if (isAtDesk) {
    return (
      <>
        {seesParcels && <OpenExceptionsNotice />}
        <div className={`grid gap-x-8 gap-y-4 ${runs ? 'grid-cols-2' : ''}`}>
          {list}
          {runs && <TodaysRuns {...runs} />}
        </div>
        {picture}
      </>
    );
  }
  return (
    <>
      {list}
      {seesParcels && (
        <>
          <OpenExceptionsNotice />
          <div className="grid gap-6 grid-cols-[minmax(0,1fr)] lg:grid-cols-2">
            {picture}
            {runs && <RunsPicture runs={runs.runs} />}
          </div>
        </>
      )}
    </>
  );
}
