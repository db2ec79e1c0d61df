import type { Party } from './shipment.ts';

export interface Contacts {
  senderEmail: string;
  receiverEmail: string;
  receiverPhone: string;
  receiverCountry: string;
}

/**
 * Whether messages to a party go elsewhere. Nobody texts senders, so their phone number doesn’t matter.
 * `numberOf`: what the receiver’s number is, however it is written.
 */
export const hasOtherContact = (
  before: Contacts,
  after: Contacts,
  party: Party,
  numberOf: (contacts: Contacts) => string,
): boolean =>
  before[`${party}Email`] !== after[`${party}Email`] || (party === 'receiver' && numberOf(before) !== numberOf(after));
