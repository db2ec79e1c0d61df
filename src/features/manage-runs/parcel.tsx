import * as v from 'valibot';
import { SchemaDialog } from '../../acts/schema-dialog.tsx';
import { formatPrice } from '../../config/currency.ts';
import { ReleaseCodeSchema } from '../../domain/handover.ts';
import { paths } from '../../domain/paths.ts';
import { isOpenTask } from '../../domain/runs/task-status.ts';
import type { ManagedTask } from '../../domain/runs/views.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { RowLink } from '../../ui/list/row-link.tsx';
import { VisitList } from '../deliveries/visit-list.tsx';
import { useMay } from '../session/use-may.ts';
import { PendingChange } from '../shipments/pending-change.tsx';
import type { Moving } from './move-dialog.tsx';
import { useReleaseCode } from './mutations.ts';
import { TASK_STYLE } from './run-style.ts';

interface ParcelProps {
  task: ManagedTask;
  /** Undefined if it can't be moved by itself. */
  onMove: ((moving: Moving) => void) | undefined;
}

export function Parcel({ task, onMove }: ParcelProps) {
  const { id, status, shipmentId, trackingId, description, parcels = 1, cod, isDeleted, needsCode, visits } = task;
  const may = useMay();
  const style = TASK_STYLE[status];
  return (
    <li className="grid gap-2 py-2 grid-cols-[minmax(0,1fr)]">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="relative min-w-0 min-h-$h-touch grow basis-64">
          <RowLink
            to={isDeleted ? paths.manageShipmentHistory(shipmentId) : paths.manageShipment(shipmentId)}
            className="cover line-clamp-2 break-anywhere"
          >
            {description}
          </RowLink>
          <span translate="no" className="second-line typed">
            {trackingId}
          </span>
          {parcels > 1 && <span className="second-line">{parcels} parcels</span>}
          {cod && <span className="second-line font-650">COD {formatPrice(cod)}</span>}
          {isDeleted && <span className="second-line">This shipment was deleted.</span>}
          <PendingChange shipmentId={shipmentId} />
        </div>
        <div className="flex flex-wrap items-center gap-3 max-sm:w-full">
          <Badge {...style} />
          {needsCode && may('runAdmin.releaseCode') && (
            <Button
              opens={(close) => <ReleaseDialog id={id} trackingId={trackingId} onClose={close} />}
              small
              icon="key-round"
              aria-label={`Deliver ${trackingId} without a code`}
            >
              No code
            </Button>
          )}
          {onMove && isOpenTask(status) && (
            <Button
              small
              icon="route"
              aria-label={`Move parcel ${trackingId}`}
              onClick={() => onMove({ title: `Move parcel ${trackingId}`, taskIds: [id] })}
            >
              Move parcel
            </Button>
          )}
        </div>
      </div>
      {visits.length > 0 && <VisitList visits={visits} />}
    </li>
  );
}

const ReasonSchema = v.pick(ReleaseCodeSchema, ['reason']);

function ReleaseDialog({ id, trackingId, onClose }: { id: string; trackingId: string; onClose: () => void }) {
  const release = useReleaseCode();
  return (
    <SchemaDialog
      title="Deliver without the code"
      schema={ReasonSchema}
      values={{ reason: '' }}
      errorTitle="The code is still needed"
      send={({ reason }) => release.mutateAsync({ id, reason })}
      submit={{ label: 'Allow it', pendingLabel: 'Allowing', icon: 'check' }}
      onClose={onClose}
    >
      <p>
        The courier may hand over <b className="typed">{trackingId}</b> once without the receiver’s code. Your name and
        the reason stay in its history.
      </p>
      <TextField name="reason" label="Reason" autoComplete="off" />
    </SchemaDialog>
  );
}
