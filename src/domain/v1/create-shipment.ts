/** What shops send to create and change shipments. */
import * as v from 'valibot';
import { IdSchema, strictInput } from '../field-schemas.ts';
import { countUpTo } from '../limit-schemas.ts';
import { SHIPMENT_TEXTS, type ShipmentTexts } from '../shipment-texts.ts';
import { AddressSchema } from '../shops/address.ts';
import { type CreateOwnShipment, OWN_SHIPMENT_ENTRIES } from '../shops/own-shipment.ts';
import { MAX_PARCELS } from '../tracking-id.ts';
import { codNote, labelNote } from './shipments.ts';

export const MAX_V1_BATCH = 100;

const { receiverName, receiverEmail, receiverPhone, ...own } = OWN_SHIPMENT_ENTRIES;

export const V1CreateShipmentSchema = strictInput({
  reference: v.pipe(own.reference, v.description('Your own number for it, such as an order number')),
  on_duplicate_reference: v.optional(
    v.pipe(
      v.picklist(['reject', 'return'], 'Choose reject or return.'),
      v.description('If you have a shipment with this reference: reject answers 409, return answers 200 with that one'),
    ),
    'reject',
  ),
  description: own.description,
  receiver: strictInput({ name: receiverName, email: v.optional(receiverEmail, ''), phone: receiverPhone }),
  address: AddressSchema,
  location: own.location,
  weight_g: v.pipe(own.weightG, v.description('Of each parcel, in grams')),
  length_mm: own.lengthMm,
  width_mm: own.widthMm,
  height_mm: own.heightMm,
  parcels: v.pipe(own.parcels, v.description('How many parcels, each with its own label')),
  time_window: v.pipe(
    own.timeWindow,
    v.description('When it may be delivered: before 12, after 17, 14:00-16:00, not Sat; any time, if you leave it out'),
  ),
  value: v.pipe(own.value, v.description('What is in them is worth')),
  cod: v.pipe(own.cod, v.description('Cash on delivery: what the receiver pays at the door, if we allow you that')),
  handover_code: v.pipe(
    own.handoverCode,
    v.description(
      'Whether the courier needs the receiver’s code: required, qr (only the QR code will do) or off; as you have set for your shop, if you leave it out. Never less than we ask of all',
    ),
  ),
  service: own.service,
  ship_date: v.pipe(own.shipDate, v.description('When it is handed over; now, if you leave it out')),
});
export type V1CreateShipment = v.InferOutput<typeof V1CreateShipmentSchema>;

export const V1CreatedSchema = v.object({
  id: v.string(),
  tracking_id: v.string(),
  tracking_url: v.string(),
  label_url: v.pipe(v.string(), v.description('The label as a PDF; fetch it with your key')),
  label_note: labelNote,
  cod_note: codNote,
  fee: v.pipe(v.number(), v.description('What it costs you')),
});
export type V1Created = v.InferOutput<typeof V1CreatedSchema>;

export const V1CreateReturnSchema = strictInput({
  shipment: v.pipe(IdSchema, v.description('The id of your shipment that goes back')),
  parcels: v.optional(
    v.pipe(countUpTo('Parcels', MAX_PARCELS), v.description('How many of its parcels; without it, all that still can')),
  ),
});
export type V1CreateReturn = v.InferOutput<typeof V1CreateReturnSchema>;

/** `/v1` has other names than the app. */
const POINTERS = {
  receiverName: 'receiver.name',
  receiverEmail: 'receiver.email',
  receiverPhone: 'receiver.phone',
  line1: 'address.line1',
  line2: 'address.line2',
  city: 'address.city',
  postcode: 'address.postcode',
  country: 'address.country',
  receiverCountry: 'address.country',
  shipTo: 'address',
  weightG: 'weight_g',
  lengthMm: 'length_mm',
  widthMm: 'width_mm',
  heightMm: 'height_mm',
  shipDate: 'ship_date',
  timeWindow: 'time_window',
  handoverCode: 'handover_code',
} as const satisfies Record<string, string>;

export const v1PathOf = (field: string): string =>
  Object.hasOwn(POINTERS, field) ? POINTERS[field as keyof typeof POINTERS] : field;

export const toV1Texts = (texts: ShipmentTexts) =>
  Object.fromEntries(SHIPMENT_TEXTS.map((text) => [v1PathOf(text), texts[text]]));

export function toOwnShipment({
  receiver,
  address,
  weight_g: weightG,
  length_mm: lengthMm,
  width_mm: widthMm,
  height_mm: heightMm,
  ship_date: shipDate,
  time_window: timeWindow,
  handover_code: handoverCode,
  on_duplicate_reference,
  ...same
}: V1CreateShipment): CreateOwnShipment {
  const { name: receiverName, email: receiverEmail, phone: receiverPhone } = receiver;
  const parts = { receiverName, receiverEmail, receiverPhone, ...address };
  return {
    ...same,
    ...parts,
    timeWindow,
    weightG,
    lengthMm,
    widthMm,
    heightMm,
    ...(shipDate !== undefined && { shipDate }),
    ...(handoverCode !== undefined && { handoverCode }),
  };
}

/** One bad shipment must not hold up the others. */
export const V1CreateBatchSchema = strictInput({
  shipments: v.pipe(
    v.array(v.looseObject({}, 'Send an object.'), 'Send a list of shipments.'),
    v.minLength(1, 'Send at least one shipment.'),
    v.maxLength(MAX_V1_BATCH, `Send at most ${MAX_V1_BATCH} shipments at a time.`),
  ),
});

export const V1BatchResultSchema = v.object({
  status: v.pipe(v.number(), v.description('What the call for this one alone would answer')),
  shipment: v.optional(V1CreatedSchema),
  problem: v.optional(v.looseObject({ code: v.string(), detail: v.string() })),
});
export const V1BatchSchema = v.object({
  results: v.pipe(v.array(V1BatchResultSchema), v.description('In the order you sent them')),
});
export type V1BatchResult = v.InferOutput<typeof V1BatchResultSchema>;

/** What is left out stays. */
export const V1ChangeShipmentSchema = strictInput({
  reference: v.exactOptional(v.unwrap(own.reference)),
  description: v.exactOptional(own.description),
  time_window: v.exactOptional(v.unwrap(own.timeWindow)),
  cod: v.exactOptional(v.pipe(v.unwrap(own.cod), v.description('Null takes it away'))),
  receiver: v.exactOptional(
    strictInput({
      name: v.exactOptional(receiverName),
      email: v.exactOptional(receiverEmail),
      phone: v.exactOptional(receiverPhone),
    }),
  ),
  address: v.exactOptional(AddressSchema),
});
export type V1ChangeShipment = v.InferOutput<typeof V1ChangeShipmentSchema>;

/** All else has the app’s names. */
export const toChanges = ({ time_window: timeWindow, receiver, address, ...same }: V1ChangeShipment) => ({
  ...same,
  ...(timeWindow !== undefined && { timeWindow }),
});
