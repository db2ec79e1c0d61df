import { useQuery } from '@tanstack/react-query';
import { Link, type LoaderFunctionArgs, redirect, useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { queryClientContext } from '../../api/query-client.ts';
import { type ManageShipmentView, paths } from '../../domain/paths.ts';
import type { ManagedShipment } from '../../domain/shipment.ts';
import { AddLocationForm } from '../../features/manage-shipments/add-location-form.tsx';
import { useDeleteShipment } from '../../features/manage-shipments/mutations.ts';
import { PendingActivity } from '../../features/manage-shipments/pending-activity.tsx';
import { managedShipmentQuery } from '../../features/manage-shipments/queries.ts';
import { ShipmentGrid } from '../../features/manage-shipments/shipment-grid.tsx';
import { UpdateInfoForm } from '../../features/manage-shipments/update-info-form.tsx';
import { UpdateStatusForm } from '../../features/manage-shipments/update-status-form.tsx';
import { ShipmentImages } from '../../features/shipments/shipment-images.tsx';
import { ShipmentLabel } from '../../features/shipments/shipment-label.tsx';
import { ActivityList } from '../../features/shipments/timeline-view.tsx';
import { ConfirmedAt } from '../../offline/confirmed-at.tsx';
import { ActionLink, ActionStrip, Panel } from '../../ui/action-strip.tsx';
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { PageHead } from '../../ui/page-head.tsx';

/** A shipment that cannot be loaded leads to the users list (specification section 2). */
export async function loader({ params, context }: LoaderFunctionArgs) {
  try {
    const query = { ...managedShipmentQuery(params.id ?? ''), revalidateIfStale: true };
    await context.get(queryClientContext).ensureQueryData(query);
    return null;
  } catch {
    return redirect(paths.manageUsers());
  }
}

/** /manager/shipments/{id}: everything about a shipment, and what a manager does with it. */
export function Component() {
  const { id = '' } = useParams();
  const query = useQuery(managedShipmentQuery(id));
  const { data: shipment } = query;
  if (!shipment) return null;
  const title = `Shipment - #${shipment.trackingId}`;
  return (
    <>
      <ConfirmedAt query={query} />
      <main id="main" className="page stack">
        <PageHead title={title} description="Everything about one shipment." noindex />
        <Breadcrumbs
          crumbs={[
            { label: 'Manager', to: paths.manager },
            { label: 'Shipments', to: paths.manageShipments() },
            {
              label: (
                <>
                  Shipment - <span className="typed">#{shipment.trackingId}</span>
                </>
              ),
            },
          ]}
        />
        <ShipmentLabel shipment={shipment} />
        <Actions shipment={shipment} />
        <ShipmentGrid shipment={shipment} />
        <section aria-labelledby="activity">
          <div className="block-head mb-4">
            <h2 id="activity">Activity</h2>
            <Link to={paths.manageShipmentHistory(shipment.id)} className="go">
              History
            </Link>
          </div>
          <PendingActivity shipmentId={shipment.id} />
          <ActivityList activity={shipment.activity} receipts />
        </section>
        <ShipmentImages images={shipment.images} description={shipment.description} />
      </main>
    </>
  );
}

const PANEL_ID = 'shipment-panel';

function Actions({ shipment }: { shipment: ManagedShipment }) {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const view = search.get('view');
  const closed = paths.manageShipment(shipment.id);
  const close = () => navigate(closed, { replace: true, preventScrollReset: true });
  const link = (panel: ManageShipmentView) => ({
    to: view === panel ? closed : paths.manageShipment(shipment.id, { view: panel }),
    open: view === panel,
    controls: PANEL_ID,
    replace: true,
    preventScrollReset: true,
  });
  const panel = { id: PANEL_ID, closeTo: closed };
  return (
    <div>
      <ActionStrip label="Shipment actions">
        <ActionLink icon="map-pin-plus" {...link('add-location')}>
          Add new location
        </ActionLink>
        <ActionLink icon="refresh-cw" {...link('update-status')}>
          Update shipment status
        </ActionLink>
        <ActionLink icon="pencil" {...link('update-info')}>
          {view === 'update-info' ? 'Cancel update' : 'Update shipment info'}
        </ActionLink>
        <ActionLink icon="trash-2" bad {...link('delete')} open={undefined}>
          Delete shipment
        </ActionLink>
      </ActionStrip>
      {view === 'add-location' && (
        <Panel {...panel} title="Add new location">
          <AddLocationForm shipment={shipment} onDone={close} />
        </Panel>
      )}
      {view === 'update-status' && (
        <Panel {...panel} title="Update shipment status">
          <UpdateStatusForm shipment={shipment} onDone={close} />
        </Panel>
      )}
      {view === 'update-info' && (
        <Panel {...panel} title="Update shipment info">
          <UpdateInfoForm shipment={shipment} onDone={close} />
        </Panel>
      )}
      <DeleteDialog id={shipment.id} open={view === 'delete'} onClose={close} />
    </div>
  );
}

/** Goes to the list without waiting for the result (specification section 2). */
function DeleteDialog({ id, open, onClose }: { id: string; open: boolean; onClose: () => void }) {
  const navigate = useNavigate();
  const remove = useDeleteShipment();
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      onConfirm={() => {
        remove.mutate({ id });
        navigate(paths.manageShipments());
      }}
      title="Delete shipment"
      confirmLabel="Delete"
      bad
    >
      Are you sure you want to delete this shipment?
    </ConfirmDialog>
  );
}
