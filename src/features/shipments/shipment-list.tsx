import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { prefetch } from '../../api/prefetch.ts';
import { formatTotal, type PageSearch, parsePageSearch } from '../../domain/paged.ts';
import { paths } from '../../domain/paths.ts';
import type { ShipmentRelation, ShipmentSummary } from '../../domain/shipment.ts';
import { ConfirmedAt } from '../../offline/confirmed-at.tsx';
import { useList } from '../../offline/use-list.ts';
import { Arriving } from '../../ui/list/arrival.tsx';
import { PagedView } from '../../ui/list/paged-view.tsx';
import { PrintButton } from '../labels/print-button.tsx';
import { notOnPage, SelectAll, SelectionBar } from '../selection/selection-bar.tsx';
import { type Selection, useSelection } from '../selection/use-selection.ts';
import { ownShipmentsOnDevice, ownShipmentsQuery } from './queries.ts';
import { ShipmentFilter } from './shipment-filter.tsx';
import { ShipmentTable } from './shipment-table.tsx';

const FOR_SENDERS = ['labels', 'handover'] as const;

interface ShipmentListProps {
  rel: ShipmentRelation;
  title: string;
  actions?: ReactNode;
  children?: ReactNode;
}

export const shipmentListLoader = (rel: ShipmentRelation) =>
  prefetch((client, search) => client.prefetchQuery(ownShipmentsQuery(rel, parsePageSearch(search))));

/** Filter and page are in the URL. */
export function ShipmentList({ rel, title, actions, children }: ShipmentListProps) {
  const [search] = useSearchParams();
  const wanted = parsePageSearch(search);
  const { page, ...filter } = wanted;
  const query = useList(ownShipmentsQuery(rel, wanted), wanted, ownShipmentsOnDevice(rel));
  // Labels are for what someone sends.
  const outgoing = useSelection('outgoing shipments');
  const selection = rel === 'sender' ? outgoing : undefined;
  const to = (target: PageSearch) => (rel === 'sender' ? paths.shipping(target) : paths.packages(target));
  return (
    <>
      <ConfirmedAt query={query} />
      <main id="main" className="page wide-pages stack gap-8">
        <section aria-labelledby="list" className="stack gap-4">
          <h1 id="list">{title}</h1>
          {actions}
          <ShipmentFilter filter={filter} to={to} />
          <PagedView
            query={query}
            page={page}
            to={(target) => to({ page: target, ...filter })}
            renderTotal={(total) => formatTotal(total, filter, 'shipment')}
          >
            {(shipments, dimmed) => (
              <ShipmentTable caption={title} shipments={shipments} dimmed={dimmed} selection={selection} isWide />
            )}
          </PagedView>
          {selection && selection.chosen.length > 0 && (
            <PrintBar selection={selection} shipments={query.data?.data ?? []} />
          )}
        </section>
        {children && (
          <Arriving queries={[query]} waiting={null}>
            {children}
          </Arriving>
        )}
      </main>
    </>
  );
}

function PrintBar({ selection, shipments }: { selection: Selection; shipments: readonly ShipmentSummary[] }) {
  const ids = selection.chosen.map(({ id }) => id);
  const hasMore = shipments.some(({ id }) => !selection.has(id));
  return (
    <SelectionBar
      selection={selection}
      hidden={notOnPage(selection, shipments)}
      selectAll={hasMore && <SelectAll selectable={shipments} selection={selection} />}
    >
      <div className="row gap-2">
        <PrintButton toPrint={{ ids, total: ids.length }} documents={FOR_SENDERS} small>
          Print labels
        </PrintButton>
      </div>
    </SelectionBar>
  );
}
