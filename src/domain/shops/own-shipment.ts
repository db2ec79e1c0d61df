/** The server adds its sender and the fee. */
import * as v from 'valibot';
import { codeRule } from '../delivery.ts';
import { amountOf, strictInput } from '../field-schemas.ts';
import { pick } from '../pick.ts';
import { CREATE_SHIPMENT_ENTRIES } from '../shipment.ts';
import { TEXT_ENTRIES } from '../shipment-texts.ts';
import { ADDRESS_ENTRIES, CITY_REQUIRED, lacksCity } from './address.ts';
import { PARCEL_ENTRIES } from './parcel-size.ts';

const { description, service, value, shipDate, location, parcels, cod } = CREATE_SHIPMENT_ENTRIES;
const { reference, ...otherTexts } = TEXT_ENTRIES;

export const OWN_SHIPMENT_ENTRIES = {
  ...pick(CREATE_SHIPMENT_ENTRIES, 'receiverName', 'receiverEmail', 'receiverPhone'),
  ...ADDRESS_ENTRIES,
  description,
  reference,
  ...PARCEL_ENTRIES,
  parcels,
  ...otherTexts,
  value: v.optional(value, 0),
  cod,
  /** The shop's setting, if left out. */
  handoverCode: v.optional(v.pipe(codeRule, v.title('Receiver’s code'))),
  service: v.optional(service, 'Package'),
  /** Now, if left out. */
  shipDate: v.optional(shipDate),
  location,
};

/** The person was shown `seenFee`; another one is a conflict. */
export const CreateOwnShipmentSchema = v.pipe(
  strictInput({ ...OWN_SHIPMENT_ENTRIES, seenFee: v.optional(amountOf('Shipping fee', 0)) }),
  v.forward(
    v.partialCheck([['city'], ['country']], (address) => !lacksCity(address), CITY_REQUIRED),
    ['city'],
  ),
);
export type CreateOwnShipment = v.InferOutput<typeof CreateOwnShipmentSchema>;
export type CreateOwnShipmentInput = v.InferInput<typeof CreateOwnShipmentSchema>;

export const OwnShipmentCreatedSchema = v.object({ id: v.string(), trackingId: v.string(), fee: v.number() });
export type OwnShipmentCreated = v.InferOutput<typeof OwnShipmentCreatedSchema>;

export const GetQuoteSchema = strictInput({
  country: ADDRESS_ENTRIES.country,
  postcode: ADDRESS_ENTRIES.postcode,
  weightG: PARCEL_ENTRIES.weightG,
  parcels,
});
export type GetQuote = v.InferOutput<typeof GetQuoteSchema>;

/**
 * Null without a matching rate; `available`: the prepaid balance, where fees are taken from it.
 * `codFee` is charged once the cash on delivery is paid, up to `codLimit`.
 */
export const QuoteSchema = v.object({
  fee: v.nullable(v.number()),
  available: v.optional(v.number()),
  codFee: v.optional(v.number()),
  codLimit: v.optional(v.number()),
});
export type Quote = v.InferOutput<typeof QuoteSchema>;
