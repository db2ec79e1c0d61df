import { type QueryClient, useQueries } from '@tanstack/react-query';
import { paths } from '../../domain/paths.ts';
import { statusLabel } from '../../domain/shipment-status.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Arriving } from '../../ui/list/arrival.tsx';
import { Empty } from '../../ui/list/empty.tsx';
import { Tile, Tiles } from '../../ui/list/tiles.tsx';
import { returnsQuery } from '../returns/queries.ts';
import { AskedReturns, ReturnRulesSection } from '../returns/shop-returns.tsx';
import { ownShipmentsQuery } from '../shipments/queries.ts';
import { ChangedOrders } from '../shop/changed-orders.tsx';
import {
  askedAddressesQuery,
  changedOrdersQuery,
  connectionsQuery,
  draftsQuery,
  undecidedQuery,
  unprintedQuery,
} from '../shop/queries.ts';
import { AskedAddresses } from './asked-addresses.tsx';
import { Undecided } from './undecided.tsx';

const lists = [
  draftsQuery({ page: 1 }),
  unprintedQuery(1),
  ownShipmentsQuery('sender', { arrival: 'announced' }),
  ownShipmentsQuery('sender', { status: 'held' }),
  changedOrdersQuery,
  connectionsQuery,
  returnsQuery,
  askedAddressesQuery,
  undecidedQuery,
] as const;
const [drafts, unprinted, toCollect, held, changed, connected, returned, addresses, undecided] = lists;

export const prefetchShop = (client: QueryClient) =>
  Promise.all([
    client.prefetchQuery(drafts),
    client.prefetchQuery(unprinted),
    client.prefetchQuery(toCollect),
    client.prefetchQuery(held),
    client.prefetchQuery(changed),
    client.prefetchQuery(connected),
    client.prefetchQuery(returned),
    client.prefetchQuery(addresses),
    client.prefetchQuery(undecided),
  ]);

/** What a shop does next, above the counts of everything it has sent. */
export function ShopHome() {
  const queries = useQueries({ queries: lists });
  const [ready, unlabelled, waiting, stopped, , connections] = queries;
  const counts = {
    ready: ready.data?.counts.ready ?? null,
    unprinted: unlabelled.data?.total ?? null,
    toCollect: waiting.data?.total ?? null,
    toFix: ready.data?.counts.toFix ?? null,
    held: stopped.data?.total ?? null,
  };
  return (
    <Arriving queries={queries}>
      <div className="stack gap-3">
        <div className="row justify-between gap-y-3">
          <h2>To do</h2>
          <ButtonLink small icon="package-plus" to={paths.newShipment}>
            New shipment
          </ButtonLink>
        </div>
        <ChangedOrders />
        <AskedReturns />
        <AskedAddresses />
        <Undecided />
        <div className="cells-boxed overflow-hidden [&_.cells]:[--columns:5]">
          <Tiles label="To do">
            <Tile to={paths.drafts({ show: 'ready' })} icon="send" label="To send today" count={counts.ready} />
            <Tile to={paths.shippingLabels()} icon="printer" label="Not printed" count={counts.unprinted} />
            <Tile
              to={paths.shipping({ arrival: 'announced' })}
              icon="truck"
              label="To collect"
              count={counts.toCollect}
            />
            <Tile
              to={paths.drafts({ show: 'to-fix' })}
              icon="triangle-alert"
              label="Drafts to fix"
              count={counts.toFix}
            />
            <Tile
              to={paths.shipping({ status: 'held' })}
              icon="octagon-x"
              label={statusLabel('held')}
              count={counts.held}
            />
          </Tiles>
        </div>
        {Object.values(counts).every((count) => count === 0) && (
          <NothingToSend isConnected={connections.data?.data.length !== 0} />
        )}
      </div>
      <ReturnRulesSection />
    </Arriving>
  );
}

function NothingToSend({ isConnected }: { isConnected: boolean }) {
  const connect = (
    <ButtonLink small icon="link" to={paths.connectedShops}>
      Connect a shop
    </ButtonLink>
  );
  return (
    <Empty icon="check" action={!isConnected && connect}>
      Nothing to send right now.
    </Empty>
  );
}
