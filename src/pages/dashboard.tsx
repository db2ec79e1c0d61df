import { type QueryClient, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { Link, type LoaderFunctionArgs } from 'react-router-dom';
import { prefetch } from '../api/prefetch.ts';
import { queryClientContext } from '../api/query-client.ts';
import { loadOptional } from '../browser/loading/load-optional.ts';
import { redirectFrom } from '../browser/redirect-from.ts';
import { withTimeout } from '../browser/with-timeout.ts';
import type { Paged } from '../domain/paged.ts';
import { paths } from '../domain/paths.ts';
import { isOpenRun } from '../domain/runs/run-status.ts';
import type { ShipmentRelation, ShipmentSummary } from '../domain/shipment.ts';
import { startPathOf } from '../domain/start-path.ts';
import { OwedNotice } from '../features/ledger/owed-notice.tsx';
import { balanceQuery, openBillsQuery } from '../features/ledger/queries.ts';
import { readProfile, useProfile } from '../features/session/queries.ts';
import { mayCall, useMay } from '../features/session/use-may.ts';
import { ChangesSection } from '../features/shipments/changes-section.tsx';
import {
  ownShipmentsOnDevice,
  ownShipmentsQuery,
  shipmentChangesQuery,
  shipmentStatisticsQuery,
} from '../features/shipments/queries.ts';
import { ShipmentTable } from '../features/shipments/shipment-table.tsx';
import { StatisticsTiles } from '../features/shipments/statistics-tiles.tsx';
import { TrackForm } from '../features/tracking/track-form.tsx';
import { ConfirmedAt } from '../offline/confirmed-at.tsx';
import { useLastVisit } from '../offline/last-visit.ts';
import { useList } from '../offline/use-list.ts';
import { ButtonLink } from '../ui/button.tsx';
import { PageHead } from '../ui/layout/page-head.tsx';
import { TicketCard } from '../ui/layout/ticket-card.tsx';
import { Arriving, useArrival } from '../ui/list/arrival.tsx';
import { Loading } from '../ui/list/loading.tsx';
import { QueryView } from '../ui/list/query-view.tsx';

/** Customers do without it. */
const loadShopHome = () => import('../features/shop-home/shop-home.tsx');
const ShopHome = lazy(async () => ({ default: (await loadShopHome()).ShopHome }));

const fetchLists = prefetch((client) =>
  Promise.all([
    client.prefetchQuery(shipmentStatisticsQuery),
    client.prefetchQuery(balanceQuery),
    client.prefetchQuery(openBillsQuery()),
    client.prefetchQuery(ownShipmentsQuery('receiver', {})),
    client.prefetchQuery(ownShipmentsQuery('sender', {})),
    mayCall(client)('shipper.createShipment') && loadOptional(loadShopHome).then((home) => home?.prefetchShop(client)),
  ]),
);

export async function loader(args: LoaderFunctionArgs): Promise<null> {
  const isStart = new URL(args.request.url).searchParams.has('start');
  const to = await findHome(args.context.get(queryClientContext), isStart);
  if (isStart || to !== paths.home) throw redirectFrom(args.request, to);
  return fetchLists(args);
}

/** By its address, this is the home of managers too (the specification), and of couriers without an open run. */
async function findHome(client: QueryClient, isStart: boolean): Promise<string> {
  const profile = await readProfile(client).catch(() => null);
  if (!profile) return paths.home;
  const start = startPathOf(profile);
  if (isStart) return start;
  if (profile.header) return paths.home;
  if (start !== paths.courier) return start;
  const courier = await loadOptional(() => import('../outbox/courier-run.ts'));
  if (!courier) return paths.home;
  const run = await withTimeout(
    client.ensureQueryData(courier.courierRunQuery).catch(() => null),
    null,
  );
  return run && isOpenRun(run.status) ? start : paths.home;
}

/** The lists wait this long for the changes, shown above them. */
const NEWS_MS = 500;

export function Component() {
  const profile = useProfile();
  const isShop = useMay()('shipper.createShipment');
  const statistics = useQuery(shipmentStatisticsQuery);
  const incoming = useList(ownShipmentsQuery('receiver', {}), {}, ownShipmentsOnDevice('receiver'));
  const outgoing = useList(ownShipmentsQuery('sender', {}), {}, ownShipmentsOnDevice('sender'));
  const changes = useQuery(shipmentChangesQuery(useLastVisit()));
  const arrival = useArrival([changes], NEWS_MS);
  const news = changes.data && <ChangesSection changes={changes.data} />;
  return (
    <>
      <ConfirmedAt query={[statistics, incoming, outgoing, changes]} />
      <main id="main" className="page stack gap-8">
        <PageHead title="Dashboard" description="Your shipments at a glance." noindex />
        <div className="row justify-between gap-y-1">
          <h1 className="break-anywhere">{['Welcome', profile?.firstName].filter(Boolean).join(', ')}</h1>
          <div className="row gap-x-3 gap-y-0 text-[.9375rem] sm:gap-x-6 sm:text-body">
            <Link to={paths.profile()} className="go-touch">
              Manage my profile
            </Link>
            <Link to={paths.packages()} className="go-touch">
              View my incoming shipments
            </Link>
          </div>
        </div>
        {profile?.courier && (
          <div className="row">
            <ButtonLink to={paths.courier} icon="truck" className="max-sm:w-full">
              My run
            </ButtonLink>
          </div>
        )}
        <OwedNotice />
        {isShop && (
          <Suspense fallback={<Loading />}>
            <ShopHome />
          </Suspense>
        )}
        <TicketCard
          aria-label="At a glance"
          stubWidth="half"
          stub={
            <section className="p-4 md:p-6 grid gap-3 content-center" aria-labelledby="track">
              <h2 id="track" className="text-h3">
                Track a shipment
              </h2>
              <TrackForm showLabel />
            </section>
          }
        >
          <StatisticsTiles statistics={statistics.data} />
        </TicketCard>
        {arrival === 'in time' && news}
        {arrival === 'waiting' ? (
          <Loading />
        ) : (
          <Arriving queries={[incoming, outgoing]}>
            <div className="grid gap-8 xl:grid-cols-2">
              <Recent rel="receiver" title="Incoming shipments" all={paths.packages()} shipments={incoming} />
              <Recent rel="sender" title="Outgoing shipments" all={paths.shipping()} shipments={outgoing} />
            </div>
          </Arriving>
        )}
        {arrival === 'late' && news}
      </main>
    </>
  );
}

interface RecentProps {
  rel: ShipmentRelation;
  title: string;
  all: string;
  shipments: UseQueryResult<Paged<ShipmentSummary>>;
}

function Recent({ rel, title, all, shipments }: RecentProps) {
  return (
    <section aria-labelledby={`recent-${rel}`}>
      <div className="block-head">
        <h2 id={`recent-${rel}`}>{title}</h2>
        <Link to={all} className="go-touch whitespace-nowrap" aria-label={`View all ${title.toLowerCase()}`}>
          View all
        </Link>
      </div>
      <QueryView query={shipments}>{({ data }) => <ShipmentTable caption={title} shipments={data} />}</QueryView>
    </section>
  );
}
