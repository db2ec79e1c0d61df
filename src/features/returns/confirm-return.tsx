import { ConfirmChange } from '../../acts/confirm-change.tsx';
import type { ReturnsOfShipment } from '../../domain/returns.ts';
import { Verbatim } from '../../ui/verbatim.tsx';
import { useHowMany } from './how-many.tsx';
import type { useCreateOwnReturn } from './mutations.ts';

interface ConfirmReturnProps {
  create: ReturnType<typeof useCreateOwnReturn>;
  shipment: { id: string; receiverName: string; returns?: ReturnsOfShipment | undefined };
  onClose: () => void;
}

/** For shops and staff. */
export function ConfirmReturn({ create, shipment: { id, receiverName, returns }, onClose }: ConfirmReturnProps) {
  const { fee = null, parcels: all, payer } = returns?.offer ?? {};
  const { price, field, parcels } = useHowMany({ fee, parcels: all });
  return (
    <ConfirmChange
      change={create}
      input={{ id, ...parcels }}
      onClose={onClose}
      title="Return this shipment?"
      label="Create return"
      pendingLabel="Creating"
    >
      <p>
        <Verbatim>{receiverName}</Verbatim> gets the label by email and sends it back to the address in the sender’s
        profile.
        {price !== null && ` It costs ${price}, which the ${payer === 'shop' ? 'shop' : 'receiver'} pays.`}
      </p>
      {field}
    </ConfirmChange>
  );
}
