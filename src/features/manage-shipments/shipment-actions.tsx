import { Suspense, useEffect } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { useDesk } from '../../browser/density.ts';
import { useClosePanel } from '../../browser/panel-history.ts';
import { type ManageShipmentView, paths } from '../../domain/paths.ts';
import { type ManagedShipment, PARTIES } from '../../domain/shipment.ts';
import { ConfirmDialog } from '../../ui/dialog/dialog.tsx';
import { ActionBar, ActionLink, Panel } from '../../ui/layout/action-bar.tsx';
import { Notice } from '../../ui/notice.tsx';
import { FOR_SHIPMENTS, PrintDialog } from '../labels/lazy-print-dialog.tsx';
import { RepeatDialog } from '../recurring/repeat-dialog.tsx';
import { ConfirmReturn } from '../returns/confirm-return.tsx';
import { useCreateManagedReturn } from '../returns/mutations.ts';
import { useMay } from '../session/use-may.ts';
import { AccountDialogs } from './account-dialogs.tsx';
import { AddLocationForm } from './add-location-form.tsx';
import { CorrectDialog } from './correct-dialog.tsx';
import { useDeleteShipment } from './mutations.ts';
import { ProofDialog } from './proof-dialog.tsx';
import { UpdateInfoForm } from './update-info-form.tsx';
import { UpdateStatusForm } from './update-status-form.tsx';

const PANEL_ID = 'shipment-panel';

const PANELS = new Map<string | null, { title: string; Form: typeof UpdateInfoForm }>([
  ['add-location', { title: 'Add new location', Form: AddLocationForm }],
  ['update-status', { title: 'Update shipment status', Form: UpdateStatusForm }],
  ['update-info', { title: 'Update shipment info', Form: UpdateInfoForm }],
]);

/** The open panel is in the URL as `view` (specification section 2). */
export function ShipmentActions({ shipment, isDeleted }: { shipment: ManagedShipment; isDeleted: boolean }) {
  const [search] = useSearchParams();
  const may = useMay();
  const view = search.get('view');
  const closed = paths.manageShipment(shipment.id);
  const close = useClosePanel(closed);
  const link = (panel: ManageShipmentView) => ({
    to: view === panel ? closed : paths.manageShipment(shipment.id, { view: panel }),
    open: view === panel,
    controls: PANEL_ID,
  });
  const opened = PANELS.get(view);
  const createReturn = useCreateManagedReturn();
  // The specification's words are the names; at the desk all acts are in one line.
  const isAtDesk = useDesk();
  const words = (name: string, short: string) =>
    isAtDesk ? { 'aria-label': name, children: short } : { children: name };

  // The panel may be out of view on a long page.
  useEffect(() => {
    const panel = view && document.getElementById(PANEL_ID);
    if (panel && panel.getBoundingClientRect().top < 0) panel.scrollIntoView();
  }, [view]);

  return (
    <div className={isAtDesk ? 'contents' : '[@container_page_(width>=58rem)]:contents'}>
      <ActionBar label="Shipment actions">
        <ActionLink icon="map-pin-plus" {...link('add-location')} {...words('Add new location', 'Location')} />
        <ActionLink icon="refresh-cw" {...link('update-status')} {...words('Update shipment status', 'Status')} />
        <ActionLink
          icon="pencil"
          {...link('update-info')}
          {...(view === 'update-info' ? words('Cancel update', 'Cancel') : words('Update shipment info', 'Edit'))}
        />
        <ActionLink icon="printer" {...link('print')} open={undefined} {...words('Print label', 'Label')} />
        {shipment.returns?.offer && (
          <ActionLink icon="undo-2" {...link('return')} open={undefined} {...words('Return shipment', 'Return')} />
        )}
        <ActionLink icon="refresh-cw" {...link('repeat')} open={undefined} {...words('Repeat shipment', 'Repeat')} />
        <ActionLink
          icon="trash-2"
          destructive
          {...link('delete')}
          open={undefined}
          {...words('Delete shipment', 'Delete')}
        />
      </ActionBar>
      {opened && (
        <Panel key={view} id={PANEL_ID} closeTo={closed} title={opened.title}>
          {isDeleted && (
            <Notice tone="bad" title="Someone else deleted this shipment" live className="mb-4">
              Your changes can no longer be saved. Copy anything you still need.
            </Notice>
          )}
          <opened.Form shipment={shipment} onDone={close} />
        </Panel>
      )}
      {view === 'print' && (
        <Suspense>
          <PrintDialog toPrint={{ ids: [shipment.id], total: 1 }} documents={FOR_SHIPMENTS} onClose={close} />
        </Suspense>
      )}
      {view === 'return' && <ConfirmReturn create={createReturn} shipment={shipment} onClose={close} />}
      {view === 'repeat' && <RepeatDialog id={shipment.id} onClose={close} />}
      <DeleteDialog id={shipment.id} open={view === 'delete'} onClose={close} />
      {view === 'proof' && <ProofDialog shipment={shipment} onClose={close} />}
      {PARTIES.map(
        (party) =>
          view === `correct-${party}` && (
            <CorrectDialog key={party} shipment={shipment} party={party} onClose={close} />
          ),
      )}
      {may('shipmentAdmin.changeAccount') && <AccountDialogs shipment={shipment} view={view} onClose={close} />}
    </div>
  );
}

/** Returns to the list without waiting for the result (specification section 2). */
function DeleteDialog({ id, open, onClose }: { id: string; open: boolean; onClose: () => void }) {
  const navigate = useNavigate();
  const remove = useDeleteShipment();
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      onConfirm={() => {
        remove.mutate({ id });
        // Back must not reopen the confirmation.
        navigate(paths.manageShipments(), { replace: true });
      }}
      title="Delete shipment"
      confirmLabel="Delete"
      destructive
    >
      Are you sure you want to delete this shipment? Its bills will be closed.
    </ConfirmDialog>
  );
}
