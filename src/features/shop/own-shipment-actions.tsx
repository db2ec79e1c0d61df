import { useState } from 'react';
import { Act } from '../../acts/act.tsx';
import { paths } from '../../domain/paths.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { PrintButton } from '../labels/print-button.tsx';
import { RepeatDialog } from '../recurring/repeat-dialog.tsx';
import { useMay } from '../session/use-may.ts';
import { ChangedOrders } from './changed-orders.tsx';

/** For shops, as long as nobody has loaded the shipment; the server knows. */
export function OwnShipmentActions({ id, trackingId }: { id: string; trackingId: string }) {
  const may = useMay();
  const [isRepeating, setRepeating] = useState(false);
  if (!may('shipper.cancelShipment')) return null;
  return (
    <>
      <ChangedOrders of={id} />
      <div className="grid sm:flex sm:flex-wrap gap-3">
        <PrintButton toPrint={{ ids: [id], total: 1 }} documents={['labels', 'handover']}>
          Print label
        </PrintButton>
        <ButtonLink to={paths.newShipment} icon="package-plus">
          Create another
        </ButtonLink>
        <Button icon="refresh-cw" onClick={() => setRepeating(true)}>
          Repeat
        </Button>
        {isRepeating && <RepeatDialog id={id} onClose={() => setRepeating(false)} />}
        <Act
          button={
            <Button variant="destructive" icon="ban">
              Cancel shipment
            </Button>
          }
          call="shipper.cancelShipment"
          input={{ id }}
          done="Shipment cancelled"
          failed="The shipment was not cancelled"
          title="Cancel this shipment?"
          label="Cancel shipment"
          cancelLabel="Keep it"
          pendingLabel="Cancelling"
          destructive
        >
          <p>
            Nobody will collect <span className="typed">{trackingId}</span>. We’ll notify the receiver.
          </p>
        </Act>
      </div>
    </>
  );
}
