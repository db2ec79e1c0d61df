import { useEffect } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { type ManageShipmentView, paths } from '../../domain/paths.ts';
import type { ManagedShipment } from '../../domain/shipment.ts';
import { ActionLink, ActionStrip, Panel } from '../../ui/action-strip.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { AccountDialogs } from './account-dialogs.tsx';
import { AddLocationForm } from './add-location-form.tsx';
import { useDeleteShipment } from './mutations.ts';
import { UpdateInfoForm } from './update-info-form.tsx';
import { UpdateStatusForm } from './update-status-form.tsx';

const PANEL_ID = 'shipment-panel';

/** What a manager does with a shipment; the open panel stands in the address as `view` (specification section 2). */
export function ShipmentActions({ shipment }: { shipment: ManagedShipment }) {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const view = search.get('view');
  const closed = paths.manageShipment(shipment.id);
  const close = () => navigate(closed, { replace: true, preventScrollReset: true });
  // Somebody who has gone on to another panel or page while it was being sent is not called back.
  const done = (panel: ManageShipmentView) => () => {
    if (location.pathname + location.search === paths.manageShipment(shipment.id, { view: panel })) close();
  };
  const link = (panel: ManageShipmentView) => ({
    to: view === panel ? closed : paths.manageShipment(shipment.id, { view: panel }),
    open: view === panel,
    controls: PANEL_ID,
    replace: true,
    preventScrollReset: true,
  });
  const panel = { id: PANEL_ID, closeTo: closed };

  // Beside a long page the strip is in view where the panel is not.
  useEffect(() => {
    const opened = view && document.getElementById(PANEL_ID);
    if (opened && opened.getBoundingClientRect().top < 0) opened.scrollIntoView();
  }, [view]);

  return (
    <div className="lg:contents">
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
          <AddLocationForm shipment={shipment} onDone={done('add-location')} />
        </Panel>
      )}
      {view === 'update-status' && (
        <Panel {...panel} title="Update shipment status">
          <UpdateStatusForm shipment={shipment} onDone={done('update-status')} />
        </Panel>
      )}
      {view === 'update-info' && (
        <Panel {...panel} title="Update shipment info">
          <UpdateInfoForm shipment={shipment} onDone={done('update-info')} />
        </Panel>
      )}
      <DeleteDialog id={shipment.id} open={view === 'delete'} onClose={close} />
      <AccountDialogs shipment={shipment} view={view} onClose={close} />
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
      Are you sure you want to delete this shipment? Its bills will be closed.
    </ConfirmDialog>
  );
}
