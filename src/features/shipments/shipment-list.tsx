import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { FormEvent, ReactNode } from 'react';
import { Navigate, useSearchParams } from 'react-router-dom';
import { askAhead } from '../../api/ask-ahead.ts';
import { pageCount, pageLinks, parsePage } from '../../domain/pagination.ts';
import type { ShipmentRelation } from '../../domain/shipment.ts';
import { SHIPMENT_STATUSES, type ShipmentStatus, statusLabel } from '../../domain/shipment-status.ts';
import { ConfirmedAt } from '../../offline/confirmed-at.tsx';
import { Button } from '../../ui/button.tsx';
import { Field, inputClass } from '../../ui/form/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { ownShipmentsQuery } from './queries.ts';
import { ShipmentTable } from './shipment-table.tsx';

interface ShipmentListProps {
  rel: ShipmentRelation;
  title: string;
  /** What stands below the list. */
  children?: ReactNode;
}

/** What the address of such a page asks for. */
function wantedOf(search: URLSearchParams) {
  return {
    page: parsePage(search.get('page')),
    q: search.get('q')?.slice(0, 100) || undefined,
    status: SHIPMENT_STATUSES.find((known) => known === search.get('status')),
  };
}

/** The loader of a page with a `ShipmentList`. */
export const shipmentListLoader = (rel: ShipmentRelation) =>
  askAhead((client, search) => client.prefetchQuery(ownShipmentsQuery(rel, wantedOf(search))));

/** The main part of a page with a person's shipments on one side: search, status and page stand in the address; the old page stays while one loads. */
export function ShipmentList({ rel, title, children }: ShipmentListProps) {
  const [search, setSearch] = useSearchParams();
  const { page, q, status } = wantedOf(search);
  const query = useQuery({ ...ownShipmentsQuery(rel, { page, q, status }), placeholderData: keepPreviousData });
  const to = (target: number) => {
    const next = new URLSearchParams(search);
    next.set('page', String(target));
    return `?${next}`;
  };

  function filter(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const wanted = new FormData(event.currentTarget);
    const next = Object.fromEntries(
      ['q', 'status'].map((name) => [name, String(wanted.get(name) ?? '').trim()]).filter(([, value]) => value),
    );
    setSearch(next, { preventScrollReset: true });
  }

  return (
    <>
      <ConfirmedAt query={query} />
      <main id="main" className="page stack gap-8">
        <section aria-labelledby="list" className="stack gap-4">
          <h1 id="list">{title}</h1>
          <search>
            <form className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_12rem_auto] sm:items-end" onSubmit={filter}>
              <Field label="Search">
                {(control) => (
                  <input
                    {...control}
                    key={q}
                    name="q"
                    type="search"
                    defaultValue={q}
                    maxLength={100}
                    className={inputClass}
                    placeholder="Tracking ID, name or description"
                  />
                )}
              </Field>
              <StatusFilter status={status} />
              <Button type="submit" icon="search">
                Search
              </Button>
            </form>
          </search>
          <QueryView query={query}>
            {({ data, total, pagination }) => (
              <>
                {page > pageCount(total) && !query.isPlaceholderData && <Navigate to={to(pageCount(total))} replace />}
                <ShipmentTable caption={title} shipments={data} dimmed={query.isPlaceholderData} />
                {total > 0 && (
                  <Pagination
                    current={page}
                    pages={pageLinks(page, total).map((number) => ({ page: number, to: to(number) }))}
                    previous={pagination.prev === null ? undefined : to(pagination.prev)}
                    next={pagination.next === null ? undefined : to(pagination.next)}
                  />
                )}
              </>
            )}
          </QueryView>
        </section>
        {children}
      </main>
    </>
  );
}

function StatusFilter({ status }: { status: ShipmentStatus | undefined }) {
  return (
    <Field label="Status">
      {(control) => (
        <div className="pick">
          <select
            {...control}
            key={status}
            name="status"
            defaultValue={status ?? ''}
            className={`${inputClass} appearance-none pr-12`}
          >
            <option value="">Any status</option>
            {SHIPMENT_STATUSES.map((known) => (
              <option key={known} value={known}>
                {statusLabel(known)}
              </option>
            ))}
          </select>
          <Icon name="chevron-down" />
        </div>
      )}
    </Field>
  );
}
