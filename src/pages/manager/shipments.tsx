import { lazy, type ReactNode, Suspense } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { prefetch } from '../../api/prefetch.ts';
import { formatTotal, type PageSearch, parsePageSearch } from '../../domain/paged.ts';
import { paths } from '../../domain/paths.ts';
import type { ManagedShipmentSummary } from '../../domain/shipment.ts';
import { DeletedNotice } from '../../features/audit/deleted-notice.tsx';
import { ExportButton } from '../../features/manage-shipments/export-button.tsx';
import { readRowsPerPage, setRowsPerPage, useRowsPerPage } from '../../features/manage-shipments/list/rows-per-page.ts';
import { SavedFilters } from '../../features/manage-shipments/list/saved-filters.tsx';
import { ManagedShipmentTable } from '../../features/manage-shipments/managed-shipment-table.tsx';
import { PendingShipments } from '../../features/manage-shipments/pending-activity.tsx';
import { managedShipmentsOnDevice, managedShipmentsQuery } from '../../features/manage-shipments/queries.ts';
import { useListWithSent } from '../../features/manage-shipments/with-sent.ts';
import { useSelection } from '../../features/run-pool/use-selection.ts';
import { ShipmentFilter } from '../../features/shipments/shipment-filter.tsx';
import { ConfirmedAt } from '../../offline/confirmed-at.tsx';
import { useList } from '../../offline/use-list.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Breadcrumbs } from '../../ui/layout/breadcrumbs.tsx';
import { PageHead } from '../../ui/layout/page-head.tsx';
import { PagedView } from '../../ui/list/paged-view.tsx';

/** Loaded on demand: the list itself needs no forms or dialogs. */
const loadChoosing = () => import('../../features/manage-runs/choose-for-run.tsx');
const RunChoice = lazy(async () => ({ default: (await loadChoosing()).RunChoice }));
const ChosenForRun = lazy(async () => ({ default: (await loadChoosing()).ChosenForRun }));

export const loader = prefetch((client, search) =>
  client.prefetchQuery(managedShipmentsQuery({ ...parsePageSearch(search), size: readRowsPerPage() })),
);

export function Component() {
  const [search] = useSearchParams();
  const wanted = parsePageSearch(search);
  const size = useRowsPerPage();
  const asked = { ...wanted, size };
  const { page, ...filter } = wanted;
  const here = { page: page > 1 ? page : undefined, ...filter };
  const shipments = useListWithSent(useList(managedShipmentsQuery(asked), asked, managedShipmentsOnDevice));
  const selection = useSelection('shipments');
  const navigate = useNavigate();
  // In the URL, so that it survives another page, another filter and Back.
  const view = search.get('view') === 'add-to-run' ? 'add-to-run' : undefined;
  const to = (target: PageSearch) => paths.manageShipments({ ...target, view });
  return (
    <>
      <ConfirmedAt query={shipments} />
      <main id="main" className="page stack flex flex-col">
        <PageHead title="Shipments" description="Every shipment, newest first." noindex />
        <Breadcrumbs crumbs={[{ label: 'Manager', to: paths.manager }, { label: 'Shipments' }]} />
        <div className="row justify-between">
          <h1 className="max-lg:w-full">Shipments</h1>
          <div className="max-sm:grid max-sm:grid-cols-[repeat(auto-fit,minmax(min(10.25rem,100%),1fr))] max-sm:w-full max-sm:[&_.btn-face]:-mx-[20px] sm:max-lg:[&_.btn-face]:-mx-[4px] sm:row gap-3">
            <ExportButton filter={filter} />
            {view ? (
              <ButtonLink to={paths.manageShipments(here)} icon="x" preventScrollReset onClick={selection.clear}>
                Stop selecting
              </ButtonLink>
            ) : (
              <ButtonLink to={paths.manageShipments({ ...here, view: 'add-to-run' })} icon="truck" preventScrollReset>
                Add to a run
              </ButtonLink>
            )}
            <ButtonLink to={paths.importShipments} icon="file-up">
              Import CSV
            </ButtonLink>
            <ButtonLink to={paths.createShipment} variant="primary" icon="package-plus">
              Create shipment
            </ButtonLink>
          </div>
        </div>
        <ShipmentFilter filter={filter} to={to} more={<SavedFilters filter={filter} to={to} />} />
        <DeletedNotice search={filter.q} />
        <PendingShipments list={shipments.data} />
        <PagedView
          query={shipments}
          page={page}
          to={(target) => to({ page: target, ...filter })}
          renderTotal={(total) => formatTotal(total, filter, 'shipment')}
          size={size}
          onSize={setRowsPerPage}
        >
          {(rows, dimmed) => {
            const renderTable = (renderShipment?: (shipment: ManagedShipmentSummary) => ReactNode) => (
              <ManagedShipmentTable
                caption="Shipments"
                shipments={rows}
                dimmed={dimmed}
                renderShipment={renderShipment}
              />
            );
            if (!view) return renderTable();
            return (
              <Suspense fallback={renderTable()}>
                {renderTable((shipment) => (
                  <RunChoice shipment={shipment} selection={selection} />
                ))}
              </Suspense>
            );
          }}
        </PagedView>
        {view && (
          <Suspense>
            <ChosenForRun
              shipments={shipments.data?.data ?? []}
              selection={selection}
              onAdded={() => navigate(paths.manageShipments(here))}
            />
          </Suspense>
        )}
      </main>
    </>
  );
}
