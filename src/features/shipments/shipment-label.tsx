import type { ReactNode } from 'react';
import { type Activity, deliveryOf } from '../../domain/activity.ts';
import { formatOccurrence } from '../../domain/dates.ts';
import { estimatedDelivery, type ShipmentStatus, statusLabel } from '../../domain/shipment-status.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { GroupedCode } from '../../ui/grouped-code.tsx';
import { Cell, Cells } from '../../ui/layout/cells.tsx';
import { Label } from '../../ui/layout/label.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { Barcode } from './barcode.tsx';
import { ShareButton } from './share-button.tsx';
import { STATUS_LOOK } from './status-look.ts';

interface ShipmentLabelProps {
  shipment: { trackingId: string; status: ShipmentStatus; description: string; activity?: readonly Activity[] };
  /** An extra item on the stub, such as an action. */
  children?: ReactNode;
}

/** A shipment's status, tracking ID (the page's heading) and description. */
export function ShipmentLabel({ shipment, children }: ShipmentLabelProps) {
  const { tone, icon } = STATUS_LOOK[shipment.status];
  const delivery = deliveryOf(shipment.status, shipment.activity ?? []);
  return (
    <Label
      aria-label="Shipping label"
      state={{ tone, icon, caption: 'Status', word: statusLabel(shipment.status) }}
      stub={
        <Cells columns={2} boxed={false}>
          <Cell caption="Description" wide>
            {shipment.description}
          </Cell>
          <Cell caption="Estimated delivery" wide={!children}>
            {estimatedDelivery(shipment.status)}
            {delivery && (
              <time dateTime={delivery.occurredAt} className="second-line">
                {formatOccurrence(delivery)}
              </time>
            )}
          </Cell>
          {children}
        </Cells>
      }
    >
      <div className="flex items-center justify-between -mr-3">
        <span className="cap mr-auto">Tracking ID</span>
        <ShareButton trackingId={shipment.trackingId} />
        <CopyButton
          value={shipment.trackingId}
          label="Copy tracking ID"
          onCopied={() => toast.good('Tracking ID copied')}
          onFailed={() => toast.bad('Tracking ID not copied', 'Select it and copy it by hand.')}
        />
      </div>
      <GroupedCode code={shipment.trackingId} as="h1" className="text-id font-800 tracking-[-.02em]" />
      <Barcode code={shipment.trackingId} />
    </Label>
  );
}
