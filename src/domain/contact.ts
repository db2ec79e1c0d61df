import { internationalNumber } from './international-number.ts';
import type { Party } from './shipment.ts';

export interface Contacts {
  senderEmail: string;
  receiverEmail: string;
  receiverPhone: string;
  receiverCountry: string;
}

/** However it is written; a country completes it. */
const numberOf = ({ receiverPhone, receiverCountry }: Contacts): string =>
  internationalNumber(receiverPhone, receiverCountry) ?? receiverPhone.replace(/\D/g, '');

/** Whether messages to a party go elsewhere. Nobody texts senders, so their phone number doesn’t matter. */
export const hasOtherContact = (before: Contacts, after: Contacts, party: Party): boolean =>
  before[`${party}Email`] !== after[`${party}Email`] || (party === 'receiver' && numberOf(before) !== numberOf(after));
