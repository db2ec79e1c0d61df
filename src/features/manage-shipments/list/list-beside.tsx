import { useEffect, useRef } from 'react';
import { texts } from '../../../domain/errors.ts';
import { describeFilter } from '../../../domain/filter-words.ts';
import { formatTotal, type PageSearch, parseManagedPageSearch } from '../../../domain/paged.ts';
import { paths } from '../../../domain/paths.ts';
import type { ManagedShipmentSummary } from '../../../domain/shipment.ts';
import { useList } from '../../../offline/use-list.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { type Column, DataTable } from '../../../ui/list/data-table.tsx';
import { Empty } from '../../../ui/list/empty.tsx';
import { QueryView } from '../../../ui/list/query-view.tsx';
import { RowLink } from '../../../ui/list/row-link.tsx';
import { Verbatim } from '../../../ui/verbatim.tsx';
import { StatusBadge } from '../../shipments/status-badge.tsx';
import { managedShipmentsOnDevice, managedShipmentsQuery } from '../queries.ts';
import { useListWithSent } from '../with-sent.ts';
import { useRowsPerPage } from './rows-per-page.ts';

interface ListBesideProps {
  search: string;
  openId: string;
  onSearch: (search: string) => void;
}

export function ListBeside({ search, openId, onSearch }: ListBesideProps) {
  const wanted = { ...parseManagedPageSearch(new URLSearchParams(search)), size: useRowsPerPage() };
  const { page, size: _, ...filter } = wanted;
  const query = useListWithSent(useList(managedShipmentsQuery(wanted), wanted, managedShipmentsOnDevice));
  const pane = useRef<HTMLElement>(null);
  const isThere = query.data !== undefined;
  const to = (target: PageSearch) => paths.manageShipments(target);
  const turnTo = (target: number) => onSearch(new URL(to({ ...filter, page: target }), location.href).search);

  // scrollIntoView would move the page too.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another row is open
  useEffect(() => {
    const row = pane.current?.querySelector('tr:has([aria-current])')?.getBoundingClientRect();
    const room = pane.current?.getBoundingClientRect();
    if (row && room) pane.current?.scrollBy(0, Math.max(0, row.bottom - room.bottom) + Math.min(0, row.top - room.top));
  }, [openId, isThere]);

  return (
    <section ref={pane} aria-label="Shipments" className="beside">
      <div className="beside-head">
        <ButtonLink variant="quiet" icon="arrow-left" small to={to({ ...filter, page: page > 1 ? page : undefined })}>
          Back to the list
        </ButtonLink>
        <p className="soft text-small">
          {[
            query.data && formatTotal(query.data.total, filter, 'shipment'),
            ...describeFilter(filter).map(({ words }) => words),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      <QueryView query={query}>
        {({ data, pagination: { prev, next } }) => (
          <>
            <DataTable
              caption="Shipments"
              columns={columnsOf(openId)}
              rows={data}
              dimmed={query.isPlaceholderData}
              wraps
              empty={<Empty icon="package-open">{texts.noShipments}</Empty>}
            />
            {(prev !== null || next !== null) && (
              <div className="flex items-center justify-between py-2">
                <PageButton icon="chevron-left" label="Previous page" page={prev} onTurn={turnTo} />
                <p role="status" className="soft text-small">
                  Page {page}
                </p>
                <PageButton icon="chevron-right" label="Next page" page={next} onTurn={turnTo} />
              </div>
            )}
          </>
        )}
      </QueryView>
    </section>
  );
}

const columnsOf = (openId: string): Column<ManagedShipmentSummary>[] => [
  {
    head: 'Shipment',
    place: 'main',
    cell: ({ id, description }) => (
      <RowLink to={paths.manageShipment(id)} aria-current={id === openId ? 'page' : undefined}>
        {description}
      </RowLink>
    ),
  },
  { head: 'Status', place: 'foot', cell: ({ status }) => <StatusBadge status={status} /> },
  {
    head: 'Tracking ID and receiver',
    place: 'body',
    cell: ({ trackingId, receiverName }) => (
      <span className="block truncate soft text-small">
        <span translate="no" className="typed">
          {trackingId}
        </span>{' '}
        to <Verbatim>{receiverName}</Verbatim>
      </span>
    ),
  },
];

interface PageButtonProps {
  icon: 'chevron-left' | 'chevron-right';
  label: string;
  page: number | null;
  onTurn: (page: number) => void;
}

const PageButton = ({ icon, label, page, onTurn }: PageButtonProps) => (
  <Button
    variant="icon"
    icon={icon}
    aria-label={label}
    disabled={page === null}
    onClick={() => page !== null && onTurn(page)}
  />
);
