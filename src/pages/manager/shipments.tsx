import { Suspense, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { prefetch } from '../../api/prefetch.ts';
import { useDesk } from '../../browser/density.ts';
import { lazyNamed } from '../../browser/loading/lazy-named.ts';
import { formatTotal, parseManagedPageSearch } from '../../domain/paged.ts';
import { paths } from '../../domain/paths.ts';
import { isAskedWork } from '../../domain/work.ts';
import { DeletedNotice } from '../../features/audit/deleted-notice.tsx';
import { ExportButton } from '../../features/bulk/export-button.tsx';
import { SelectFilter } from '../../features/bulk/select-filter.tsx';
import { SHIPMENT_COLUMNS, USUAL_COLUMNS } from '../../features/manage-shipments/desk-columns.tsx';
import { readRowsPerPage, setRowsPerPage, useRowsPerPage } from '../../features/manage-shipments/list/rows-per-page.ts';
import { SavedFilters } from '../../features/manage-shipments/list/saved-filters.tsx';
import { ManagedShipmentTable } from '../../features/manage-shipments/managed-shipment-table.tsx';
import { PendingShipments } from '../../features/manage-shipments/pending-activity.tsx';
import { managedShipmentsOnDevice, managedShipmentsQuery } from '../../features/manage-shipments/queries.ts';
import { useListWithSent } from '../../features/manage-shipments/with-sent.ts';
import { useSelection } from '../../features/selection/use-selection.ts';
import { DeskPage } from '../../features/session/desk-page.tsx';
import { ShipmentFilter } from '../../features/shipments/shipment-filter.tsx';
import { useList } from '../../offline/use-list.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { ChooseColumns } from '../../ui/list/chosen-columns.tsx';
import { PagedView } from '../../ui/list/paged-view.tsx';

/** Loaded on demand: the list itself needs no forms or dialogs. */
const BulkBar = lazyNamed(() => import('../../features/bulk/bulk-bar.tsx'), 'BulkBar');
const ResolveAsked = lazyNamed(() => import('../../features/run-exceptions/resolve-asked.tsx'), 'ResolveAsked');
const WishActs = lazyNamed(() => import('../../features/choices/wish-acts.tsx'), 'WishActs');
const AddToAnyRun = lazyNamed(() => import('../../features/manage-runs/add-to-any-run.tsx'), 'AddToAnyRun');

export const loader = prefetch((client, search) =>
  client.prefetchQuery(managedShipmentsQuery({ ...parseManagedPageSearch(search), size: readRowsPerPage() })),
);

export function Component() {
  const [search] = useSearchParams();
  const wanted = parseManagedPageSearch(search);
  const size = useRowsPerPage();
  const asked = { ...wanted, size };
  const { page, ...filter } = wanted;
  const { work } = wanted;
  const shipments = useListWithSent(useList(managedShipmentsQuery(asked), asked, managedShipmentsOnDevice));
  const isAtDesk = useDesk();
  const selection = useSelection('shipments');
  const hasChosen = selection.chosen.length > 0;
  // Stays, to say what became of a change.
  const [isBarWanted, setBarWanted] = useState(hasChosen);
  if (hasChosen && !isBarWanted) setBarWanted(true);
  const savedFilters = <SavedFilters filter={filter} to={paths.manageShipments} />;
  const totalActs = (total: number) => (
    <>
      <SelectFilter filter={filter} total={total} selection={selection} />
      <span className="ml-auto pl-[14px] flex-none [&>button]:max-w-none">{!isAtDesk && savedFilters}</span>
      <ButtonLink small variant="quiet" to={paths.managePrints()}>
        Labels
      </ButtonLink>
      <ButtonLink small variant="quiet" className="-mr-[14px]" to={paths.manageBulks}>
        Bulk changes
      </ButtonLink>
    </>
  );
  return (
    <DeskPage
      title="Shipments"
      description="Every shipment, newest first."
      query={shipments}
      className="flex flex-col lg:[[data-desk]_&]:gap-3"
      heading={
        <div className="row justify-between">
          <h1 className="max-sm:w-full">Shipments</h1>
          {isAtDesk && shipments.data && !shipments.fromDevice && (
            <>
              <p role="status" className="soft tabular-nums">
                {formatTotal(shipments.data.total, filter, 'shipment')}
              </p>
              {totalActs(shipments.data.total)}
            </>
          )}
          <div className="max-sm:grid max-sm:grid-cols-[repeat(auto-fit,minmax(min(10.25rem,100%),1fr))] max-sm:w-full max-sm:[&>:last-child]:col-span-full max-sm:[&_.btn-face]:-mx-[20px] sm:max-lg:[--pad-ctl:8px] sm:max-lg:gap-2 sm:row gap-3">
            <ExportButton of={{ filter }}>Export CSV</ExportButton>
            <ButtonLink to={paths.importShipments} icon="file-up">
              Import CSV
            </ButtonLink>
            <ButtonLink to={paths.createShipment} variant="primary" icon="package-plus">
              Create shipment
            </ButtonLink>
          </div>
        </div>
      }
    >
      <ShipmentFilter
        filter={filter}
        hasLabels
        to={(target) => paths.manageShipments({ work, ...target })}
        more={
          isAtDesk && (
            <>
              {savedFilters}
              <ChooseColumns list="shipments" columns={SHIPMENT_COLUMNS} usual={USUAL_COLUMNS} />
            </>
          )
        }
      />
      <DeletedNotice search={filter.q} />
      <PendingShipments list={shipments.data} />
      <PagedView
        query={shipments}
        page={page}
        to={(target) => paths.manageShipments({ page: target, ...filter })}
        {...(!isAtDesk && {
          renderTotal: (total: number) => formatTotal(total, filter, 'shipment'),
          action: totalActs,
        })}
        size={size}
        onSize={setRowsPerPage}
      >
        {(rows, dimmed) => (
          <ManagedShipmentTable
            caption="Shipments"
            shipments={rows}
            dimmed={dimmed}
            selection={selection}
            renderAct={
              isAskedWork(work)
                ? (row) => (
                    <Suspense>
                      {row.wish ? (
                        <WishActs shipment={row} wish={row.wish} />
                      ) : (
                        <ResolveAsked shipment={row} work={work} />
                      )}
                    </Suspense>
                  )
                : undefined
            }
          />
        )}
      </PagedView>
      {isBarWanted && (
        <Suspense>
          <BulkBar
            filter={filter}
            shipments={shipments.data?.data ?? []}
            selection={selection}
            renderRuns={(onAdded) => <AddToAnyRun selection={selection} onAdded={onAdded} />}
          />
        </Suspense>
      )}
    </DeskPage>
  );
}
