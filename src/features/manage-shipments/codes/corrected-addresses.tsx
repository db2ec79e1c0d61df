import { type Control, useWatch } from 'react-hook-form';
import {
  type ManagedShipment,
  PARTIES,
  type Party,
  type UpdateShipmentInfo,
  type UpdateShipmentInfoInput,
} from '../../../domain/shipment.ts';
import { normalizeEmail } from '../../../domain/text.ts';
import { Notice } from '../../../ui/notice.tsx';
import { useMay } from '../../session/use-may.ts';

interface CorrectedAddressesProps {
  control: Control<UpdateShipmentInfoInput, unknown, UpdateShipmentInfo>;
  shipment: ManagedShipment;
}

export function CorrectedAddresses({ control, shipment }: CorrectedAddressesProps) {
  const [sender, receiver] = useWatch({ control, name: ['senderEmail', 'receiverEmail'] });
  return <NewCodeNotice typed={{ sender, receiver }} shipment={shipment} />;
}

/** Says what a corrected email address does to the private code and the account. */
export function NewCodeNotice({ typed, shipment }: { typed: { [P in Party]?: string }; shipment: ManagedShipment }) {
  const may = useMay();
  const corrected = PARTIES.filter((party) => {
    const email = typed[party];
    return email !== undefined && normalizeEmail(email).toLowerCase() !== shipment[`${party}Email`].toLowerCase();
  });
  if (corrected.length === 0) return null;
  const parties = corrected.join(' and ');
  const isSent = may('shipmentAdmin.sendCode');
  return (
    <Notice tone="warn" icon="key-round" title={`New code for the ${parties}`} live>
      The old {parties} code will stop working
      {corrected.some((party) => typed[party]) &&
        (isSent ? ', and we’ll send a new one to the new address' : ', and a manager has to send a new one there')}
      . An account linked through the old address will be unlinked.
    </Notice>
  );
}
