import { type Control, useWatch } from 'react-hook-form';
import { type Contacts, hasOtherContact } from '../../../domain/contact.ts';
import { dialedNumber } from '../../../domain/phone-number.ts';
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
  const [senderEmail, receiverEmail, receiverPhone, receiverCountry] = useWatch({
    control,
    name: ['senderEmail', 'receiverEmail', 'receiverPhone', 'receiverCountry'],
  });
  return <NewCodeNotice typed={{ senderEmail, receiverEmail, receiverPhone, receiverCountry }} shipment={shipment} />;
}

/** Only the server knows which number this is: two spellings of one number look like two numbers here. */
function spellingOf({ receiverPhone, receiverCountry }: Contacts): string {
  const dialed = dialedNumber(receiverPhone);
  return /^(?:\+|00)/.test(dialed) ? dialed : `${dialed} ${receiverCountry}`;
}

interface NewCodeNoticeProps {
  typed: { [Field in keyof Contacts]?: string | null | undefined };
  shipment: ManagedShipment;
}

/** Says what another email address or number does to the private code and the account. */
export function NewCodeNotice({ typed, shipment }: NewCodeNoticeProps) {
  const may = useMay();
  const email = (party: Party) => normalizeEmail(typed[`${party}Email`] ?? shipment[`${party}Email`]).toLowerCase();
  const after = {
    senderEmail: email('sender'),
    receiverEmail: email('receiver'),
    receiverPhone: typed.receiverPhone ?? shipment.receiverPhone,
    receiverCountry: typed.receiverCountry ?? shipment.receiverCountry,
  };
  const corrected = PARTIES.filter((party) => hasOtherContact(shipment, after, party, spellingOf));
  if (corrected.length === 0) return null;
  const parties = corrected.join(' and ');
  const isUnlinked = corrected.some((party) => after[`${party}Email`] !== shipment[`${party}Email`]);
  return (
    <Notice tone="warn" icon="key-round" title={`New code for the ${parties}`} live>
      {isUnlinked ? 'The' : 'If this is another number, the'} old {parties} code and links will stop working
      {may('shipmentAdmin.sendCode')
        ? corrected.some((party) => after[`${party}Email`]) && ', and we’ll email a new one'
        : ', and a manager has to send a new code. We’ll let the old contact know'}
      .{isUnlinked && ' An account linked through the old address will be unlinked.'}
    </Notice>
  );
}
