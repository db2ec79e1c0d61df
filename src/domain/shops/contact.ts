/** The address book: parties of earlier shipments, found as shipments are, so nobody keeps it. */
import * as v from 'valibot';
import { requiredText, strictInput } from '../field-schemas.ts';
import { MAX_SEARCH_LENGTH } from '../paged.ts';
import { PARTIES } from '../shipment.ts';
import { ADDRESS_ENTRIES } from './address.ts';

export const MAX_CONTACTS = 8;
/** Shorter names are nearly everybody’s. */
export const MIN_CONTACT_SEARCH = 2;

export const FindReceiversSchema = strictInput({ q: requiredText('Search', MAX_SEARCH_LENGTH) });
export type FindReceivers = v.InferOutput<typeof FindReceiversSchema>;

export const FindContactsSchema = strictInput({
  ...FindReceiversSchema.entries,
  party: v.picklist(PARTIES, 'Party must be sender or receiver.'),
});
export type FindContacts = v.InferOutput<typeof FindContactsSchema>;

/** A party as the latest of its shipments has it. */
export const ContactSchema = v.object({
  /** The shipment. */
  id: v.string(),
  name: v.string(),
  email: v.string(),
  phone: v.string(),
  country: v.string(),
  /** Empty for a sender. */
  shipTo: v.string(),
  /** The parts of `shipTo`, where a shop gave them. */
  address: v.optional(v.object(ADDRESS_ENTRIES)),
  /** What was asked of the courier at this door. */
  asked: v.array(v.string()),
});
export type Contact = v.InferOutput<typeof ContactSchema>;
