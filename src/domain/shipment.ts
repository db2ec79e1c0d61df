import * as v from 'valibot';
import { ActivitySchema, timeEntries } from './activity.ts';
import { ChoicesSchema, WishSchema } from './choices.ts';
import { codAmount, PaymentSchema } from './cod.ts';
import { DeliveryVisitSchema, ProofPolicySchema } from './delivery.ts';
import {
  amountOf,
  baseOf,
  clearable,
  emailAddress,
  IdSchema,
  keysOf,
  moment,
  optionalEmailAddress,
  optionalStoredEmailAddress,
  optionalText,
  phoneNumber,
  requiredText,
  storedEmailAddress,
  strictInput,
  TrackingIdSchema,
} from './field-schemas.ts';
import { HandoverSchema } from './handover.ts';
import { ShownNextStepSchema } from './next-step.ts';
import { PaymentInstructionsSchema } from './payment-instructions.ts';
import { ReturnsOfShipmentSchema } from './returns.ts';
import { SHIPMENT_STATUSES } from './shipment-status.ts';
import { CHANGED_TEXT_ENTRIES, SHOWN_TEXT_ENTRIES, STORED_TEXT_ENTRIES, TEXT_ENTRIES } from './shipment-texts.ts';
import { MAX_PARCELS } from './tracking-id.ts';
import { ShownWhereaboutsSchema } from './whereabouts.ts';
import { shipmentWork } from './work.ts';

export const SERVICE_TYPES = [
  'Package',
  'Freight Fowarding',
  'Special Cargo',
  'Full Truck Load',
  'Warehousing & Storage',
] as const;
export type ServiceType = (typeof SERVICE_TYPES)[number];

export const PAYERS = ['sender', 'receiver', 'both'] as const;
export type Payer = (typeof PAYERS)[number];
export const DEFAULT_PAYER: Payer = 'receiver';

/** Specification section 2. */
export const CLEARANCE = 'Cleared';
export const MAX_IMAGES = 10;

const status = v.picklist(SHIPMENT_STATUSES, 'Choose a status.');
const service = v.pipe(v.picklist(SERVICE_TYPES, 'Choose a service.'), v.title('Service'));
const payer = v.pipe(v.picklist(PAYERS, 'Choose who pays.'), v.title('Payer'));
const payerOfNew = v.optional(
  v.pipe(
    v.picklist(['', ...PAYERS], 'Choose who pays.'),
    v.transform((chosen) => chosen || DEFAULT_PAYER),
    v.title('Payer'),
  ),
  DEFAULT_PAYER,
);
const images = v.pipe(
  v.array(
    v.pipe(
      v.string('An image must be a link.'),
      v.url('An image must be a link.'),
      v.regex(/^https?:[^\s\p{Cc}]+$/iu, 'An image must be a link.'),
      v.maxLength(500, 'An image link can have at most 500 characters.'),
    ),
    'Images must be a list of links.',
  ),
  v.maxLength(MAX_IMAGES, `A shipment can have at most ${MAX_IMAGES} images.`),
  v.title('Images'),
);

export const PARTIES = ['sender', 'receiver'] as const;
export type Party = (typeof PARTIES)[number];

const PARCELS_SENTENCE = `Parcels must be a whole number from 1 to ${MAX_PARCELS}.`;
const parcels = v.pipe(
  v.number(PARCELS_SENTENCE),
  v.integer(PARCELS_SENTENCE),
  v.minValue(1, PARCELS_SENTENCE),
  v.maxValue(MAX_PARCELS, PARCELS_SENTENCE),
  v.title('Parcels'),
);
const senderCountry = optionalText('Sender country', 100);
const receiverCountry = optionalText('Receiver country', 100);

const { reference, ...otherTexts } = TEXT_ENTRIES;

/** Null for nothing. */
const cod = v.optional(v.pipe(v.nullable(codAmount), v.title('Cash on delivery')));

/** The order is that of a file’s columns. */
const sharedEntries = {
  description: requiredText('Description', 200),
  service,
  dimensions: requiredText('Dimensions', 100),
  weight: requiredText('Weight', 50),
  value: amountOf('Value', 0),
  fee: amountOf('Shipping fee', 0),
  payer,
  shipTo: requiredText('Ship to', 300),
  shipDate: moment('Ship date'),
  deliveryDate: v.optional(moment('Delivery date')),
  senderName: requiredText('Sender name', 200),
  senderEmail: emailAddress('Sender email'),
  senderPhone: phoneNumber('Sender phone'),
  senderCountry: v.optional(senderCountry, ''),
  receiverName: requiredText('Receiver name', 200),
  receiverEmail: optionalEmailAddress('Receiver email'),
  receiverPhone: phoneNumber('Receiver phone'),
  receiverCountry: v.optional(receiverCountry, ''),
  images: v.optional(images, []),
  reference,
  parcels: v.optional(parcels, 1),
  ...otherTexts,
  cod,
};

export const isDeliveredAfterShipping = ({
  shipDate,
  deliveryDate,
}: {
  shipDate: string;
  deliveryDate?: string | undefined;
}) => !deliveryDate || Date.parse(deliveryDate) >= Date.parse(shipDate);

export const DELIVERED_BEFORE_SHIPPED = 'Delivery date can’t be before the ship date.';

const degrees = (name: string, most: number, example: string) =>
  v.pipe(
    v.number(`Enter the ${name.toLowerCase()} like this: ${example}`),
    v.minValue(-most, `${name} must be between -${most} and ${most}.`),
    v.maxValue(most, `${name} must be between -${most} and ${most}.`),
    v.title(name),
  );

/** Where the receiver’s door is, in degrees. */
export const LOCATION_ENTRIES = {
  latitude: degrees('Latitude', 90, '57.7089'),
  longitude: degrees('Longitude', 180, '11.9746'),
};
const location = v.optional(
  v.pipe(
    strictInput(LOCATION_ENTRIES),
    v.forward(
      v.check(
        ({ latitude, longitude }) => latitude !== 0 || longitude !== 0,
        'Latitude and longitude 0 are in the sea. Leave both out if you don’t know them.',
      ),
      ['latitude'],
    ),
  ),
);

export const CREATE_SHIPMENT_ENTRIES = { ...sharedEntries, payer: payerOfNew, location };

export const NOT_YOUR_FEE = 'Managers set the shipping fee. Enter 0.';
export const NOT_YOUR_COD = 'Managers set cash on delivery. Leave it empty.';

/** See sections 4 and 5 of the specification. */
export const CreateShipmentSchema = v.pipe(
  strictInput(CREATE_SHIPMENT_ENTRIES),
  v.forward(v.partialCheck([['shipDate'], ['deliveryDate']], isDeliveredAfterShipping, DELIVERED_BEFORE_SHIPPED), [
    'deliveryDate',
  ]),
);
export type CreateShipment = v.InferOutput<typeof CreateShipmentSchema>;
export type CreateShipmentInput = v.InferInput<typeof CreateShipmentSchema>;

export const SHIPMENT_FIELDS = keysOf(sharedEntries);

const { fee, cod: ofReceiver, ...parcelEntries } = sharedEntries;
/** Leaves out the money that it costs. */
export const PARCEL_FIELDS = keysOf(parcelEntries);
const updateEntries = {
  id: IdSchema,
  ...parcelEntries,
  senderEmail: optionalStoredEmailAddress('Sender email'),
  receiverEmail: optionalStoredEmailAddress('Receiver email'),
  ...CHANGED_TEXT_ENTRIES,
  senderCountry: clearable(senderCountry, ''),
  receiverCountry: clearable(receiverCountry, ''),
  images: clearable(images, []),
  parcels: v.optional(parcels),
  deliveryDate: moment('Delivery date'),
  location,
  base: baseOf(SHIPMENT_FIELDS),
};

/** It requires the delivery date. */
export const UpdateShipmentInfoSchema = v.pipe(
  strictInput({ ...updateEntries, fee, cod }),
  v.forward(v.partialCheck([['shipDate'], ['deliveryDate']], isDeliveredAfterShipping, DELIVERED_BEFORE_SHIPPED), [
    'deliveryDate',
  ]),
);
export type UpdateShipmentInfo = v.InferOutput<typeof UpdateShipmentInfoSchema>;
export type UpdateShipmentInfoInput = v.InferInput<typeof UpdateShipmentInfoSchema>;

/** Staff who set no price send this, so the fee stays. */
export const UpdateParcelSchema = v.pipe(
  strictInput({ ...updateEntries, value: v.optional(sharedEntries.value), payer: v.optional(payer) }),
  v.forward(v.partialCheck([['shipDate'], ['deliveryDate']], isDeliveredAfterShipping, DELIVERED_BEFORE_SHIPPED), [
    'deliveryDate',
  ]),
);
export type UpdateParcel = v.InferOutput<typeof UpdateParcelSchema>;

/** shipmentAdmin.updateShipment, status only. */
export const UpdateShipmentStatusSchema = strictInput({
  id: IdSchema,
  status,
  ...timeEntries,
  baseStatusVersion: v.optional(
    v.pipe(
      v.number('This version doesn’t exist.'),
      v.integer('This version doesn’t exist.'),
      v.minValue(0, 'This version doesn’t exist.'),
    ),
  ),
});
export type UpdateShipmentStatus = v.InferOutput<typeof UpdateShipmentStatusSchema>;

export const UpdateShipmentSchema = v.lazy<typeof UpdateShipmentInfoSchema | typeof UpdateShipmentStatusSchema>(
  (input) =>
    typeof input === 'object' && input !== null && 'status' in input
      ? UpdateShipmentStatusSchema
      : UpdateShipmentInfoSchema,
);

export const CreatedShipmentSchema = v.object({ id: v.string(), trackingId: v.string() });

/** The server searches them, and devices search those that their rows have. */
export const SEARCHED_FIELDS = [
  ...(['trackingId', 'reference', 'description', 'shipTo'] as const),
  ...(['senderName', 'senderEmail', 'receiverName', 'receiverEmail'] as const),
] as const;

export const ByTrackingIdSchema = strictInput({ trackingId: TrackingIdSchema });

/** Missing in stored data of 0.1.0. */
const storedParcels = v.optional(v.number(), 1);

/** For anyone (product decision 3). */
const overviewEntries = {
  id: v.string(),
  trackingId: v.string(),
  description: v.string(),
  status: v.picklist(SHIPMENT_STATUSES),
  createdAt: v.string(),
  service: v.picklist(SERVICE_TYPES),
  images: v.array(v.string()),
  senderName: v.string(),
  senderCountry: v.string(),
  receiverName: v.string(),
  receiverCountry: v.string(),
  dimensions: v.string(),
  weight: v.string(),
  value: v.number(),
  fee: v.number(),
  payer: v.picklist(PAYERS),
  shipDate: v.string(),
};

export const ShipmentOverviewSchema = v.object({
  access: v.literal('overview'),
  viewer: v.literal('visitor'),
  ...overviewEntries,
});
export type ShipmentOverview = v.InferOutput<typeof ShipmentOverviewSchema>;

/** `stopsBefore` is missing once its door was tried. */
const TodaySchema = v.object({
  state: v.picklist(['on-a-run', 'out']),
  /** `yyyy-mm-dd` */
  day: v.string(),
  stopsBefore: v.optional(v.number()),
  from: v.optional(v.string()),
  to: v.optional(v.string()),
  /** When the courier's phone last reported. */
  confirmedAt: v.string(),
});
export type Today = v.InferOutput<typeof TodaySchema>;

/** Only its parties and the desk see these. */
export const DETAIL_ENTRIES = {
  senderEmail: v.string(),
  senderPhone: v.string(),
  receiverEmail: v.string(),
  receiverPhone: v.string(),
  ...STORED_TEXT_ENTRIES,
  parcels: storedParcels,
  shipTo: v.string(),
};

/** What the receiver pays at the door; missing for nothing. */
const shownCod = v.optional(v.number());

export const ShipmentDetailsSchema = v.object({
  access: v.literal('detailed'),
  viewer: v.picklist(['grant', 'owner']),
  ...overviewEntries,
  ...DETAIL_ENTRIES,
  cod: shownCod,
  /** It may be paid ahead. `counted`: the sender is owed it. */
  paid: v.optional(v.object({ ...PaymentSchema.entries, at: v.string(), counted: v.boolean() })),
  /** The receiver can pay like this while there is time. */
  payAhead: v.optional(PaymentInstructionsSchema),
  deliveryDate: v.nullable(v.string()),
  receiverLinked: v.boolean(),
  activity: v.array(ActivitySchema),
  visits: v.array(DeliveryVisitSchema),
  today: v.optional(TodaySchema),
  /** Each is a sentence about parcels that are apart. */
  places: v.optional(v.array(v.string())),
  returns: v.optional(ReturnsOfShipmentSchema),
  /** Only the receiver sees it, while a courier will ask for it. */
  handover: v.optional(HandoverSchema),
  choices: v.optional(ChoicesSchema),
  nextStep: v.optional(ShownNextStepSchema),
});
export type ShipmentDetails = v.InferOutput<typeof ShipmentDetailsSchema>;

export const TrackedShipmentSchema = v.variant('access', [ShipmentOverviewSchema, ShipmentDetailsSchema]);
export type TrackedShipment = v.InferOutput<typeof TrackedShipmentSchema>;

/** Anyone can read it, so it has no codes and no contacts. */
export const LabelSchema = v.pick(ShipmentDetailsSchema, [
  'trackingId',
  'reference',
  'service',
  'weight',
  'dimensions',
  'senderName',
  'senderCountry',
  'receiverName',
  'receiverCountry',
  'shipTo',
  'shipDate',
  'deliveryDate',
]);
export type Label = v.InferOutput<typeof LabelSchema>;

const privateCode = (name: string) => v.pipe(requiredText(name, 50));

export const VerifyShipmentCodeSchema = strictInput({ id: IdSchema, code: privateCode('Code') });
export const ShipmentCodeFormSchema = strictInput({ code: privateCode('Code') });
export const GrantSchema = v.object({ grant: v.string(), expiresAt: v.string() });
export type Grant = v.InferOutput<typeof GrantSchema>;

export const LinkShipmentSchema = strictInput({
  id: IdSchema,
  receiverCode: privateCode('Receiver code'),
  senderCode: privateCode('Sender code'),
});

export const LinkShipmentFormSchema = strictInput({
  receiverCode: privateCode('Receiver code'),
  senderCode: privateCode('Sender code'),
});

export const SHIPMENT_RELATIONS = ['receiver', 'sender'] as const;
export type ShipmentRelation = (typeof SHIPMENT_RELATIONS)[number];

export const ShipmentSummarySchema = v.object({
  id: v.string(),
  trackingId: v.string(),
  reference: STORED_TEXT_ENTRIES.reference,
  description: v.string(),
  status: v.picklist(SHIPMENT_STATUSES),
  createdAt: v.string(),
  latestActivity: v.nullable(v.pick(ActivitySchema, ['comment', 'address', 'occurredAt'])),
  /** Nobody here has scanned it yet. Missing in stored data of 0.2.0. */
  announced: v.optional(v.boolean()),
  cod: shownCod,
  /** These are tracking IDs. */
  returnOf: v.optional(v.string()),
  returnedAs: v.optional(v.string()),
  /** Only senders’ own lists have the receiver, and the fee if the sender pays it. Stored data of 0.2.0 has neither. */
  to: v.optional(v.object({ name: v.string(), town: v.string() })),
  fee: v.optional(v.number()),
});
export type ShipmentSummary = v.InferOutput<typeof ShipmentSummarySchema>;

/** shipment.getChanges. `since`: an earlier `until`. */
export const ShipmentChangesSinceSchema = strictInput({ since: moment('Since') });

/** It has at most ten of `total`; `until` is by the server’s clock. */
export const ShipmentChangesSchema = v.object({
  data: v.array(ShipmentSummarySchema),
  total: v.number(),
  until: v.string(),
});
export type ShipmentChanges = v.InferOutput<typeof ShipmentChangesSchema>;

export const ManagedShipmentSummarySchema = v.object({
  ...SHOWN_TEXT_ENTRIES,
  ...ShipmentSummarySchema.entries,
  senderName: v.string(),
  receiverName: v.string(),
  /** These four are missing in stored data of 0.1.0. */
  work: v.optional(v.nullable(shipmentWork)),
  statusVersion: v.optional(v.number()),
  statusSince: v.optional(v.string()),
  printed: v.optional(v.boolean()),
  /** These are missing in stored data of 0.2.0. */
  shipTo: v.optional(v.string()),
  run: v.optional(v.object({ id: v.string(), name: v.string(), day: v.string() })),
  /** Only in the list of such work. */
  wish: v.optional(WishSchema),
});
export type ManagedShipmentSummary = v.InferOutput<typeof ManagedShipmentSummarySchema>;

export const ManagedShipmentSchema = v.object({
  ...overviewEntries,
  /** Dispatchers’ data of earlier versions lacks these. */
  value: v.optional(v.number()),
  fee: v.optional(v.number()),
  senderId: v.nullable(v.string()),
  receiverId: v.nullable(v.string()),
  ...DETAIL_ENTRIES,
  cod: shownCod,
  paid: ShipmentDetailsSchema.entries.paid,
  deliveryDate: v.nullable(v.string()),
  statusVersion: v.number(),
  activity: v.array(ActivitySchema),
  /** Null for the brand's policy. */
  proof: v.nullable(ProofPolicySchema),
  brandProof: ProofPolicySchema,
  visits: v.array(DeliveryVisitSchema),
  run: v.optional(v.object({ id: v.string(), name: v.string(), courier: v.string() })),
  whereabouts: v.optional(v.array(ShownWhereaboutsSchema)),
  today: v.optional(TodaySchema),
  choices: v.optional(ChoicesSchema),
  nextStep: v.optional(ShownNextStepSchema),
  returns: v.optional(ReturnsOfShipmentSchema),
  /** Their email was corrected by somebody who may not send the new code. */
  codeless: v.optional(v.array(v.picklist(PARTIES))),
  /** It says in a sentence what its shop has changed since it was confirmed. */
  orderChange: v.optional(v.string()),
  prints: v.optional(v.object({ count: v.number(), last: v.string() })),
});
export type ManagedShipment = v.InferOutput<typeof ManagedShipmentSchema>;

/** `email` and `phone` are those the person saw. */
export const SendCodeSchema = strictInput({
  id: IdSchema,
  party: v.picklist(PARTIES, 'Choose sender or receiver.'),
  email: optionalStoredEmailAddress('Email'),
  /** Missing in older apps. */
  phone: v.optional(phoneNumber('Phone')),
});
export type SendCode = v.InferOutput<typeof SendCodeSchema>;

/** A code is empty where none is sent. No device stores them (decision 0033). */
export const ShipmentCodesSchema = v.object({ senderCode: v.string(), receiverCode: v.string() });
export type ShipmentCodes = v.InferOutput<typeof ShipmentCodesSchema>;

/** `email` links an account, and null unlinks it. `from` is the account the person saw. */
export const ChangeAccountSchema = strictInput({
  id: IdSchema,
  party: v.picklist(PARTIES, 'Choose sender or receiver.'),
  from: v.optional(IdSchema),
  email: v.nullable(storedEmailAddress('Email')),
});
export type ChangeAccount = v.InferOutput<typeof ChangeAccountSchema>;
export const LinkAccountFormSchema = strictInput({ email: storedEmailAddress('Email') });

const CORRECTED_FIELDS = ['name', 'email', 'phone', 'shipTo'] as const;

/** A missing field keeps its value. Only a receiver has an address. */
export const CorrectPartySchema = v.pipe(
  strictInput({
    id: IdSchema,
    party: v.picklist(PARTIES, 'Choose sender or receiver.'),
    name: v.optional(requiredText('Name', 200)),
    email: v.optional(optionalStoredEmailAddress('Email')),
    phone: v.optional(phoneNumber('Phone')),
    shipTo: v.optional(requiredText('Ship to', 300)),
    base: baseOf(CORRECTED_FIELDS),
  }),
  v.forward(
    v.check(({ party, shipTo }) => party === 'receiver' || shipTo === undefined, 'A sender has no delivery address.'),
    ['shipTo'],
  ),
);
export type CorrectParty = v.InferOutput<typeof CorrectPartySchema>;

/** Returns them by the names of `CorrectPartySchema`. */
export const correctedFields = (shipment: PartyFields, party: Party) => ({
  name: shipment[`${party}Name`],
  email: shipment[`${party}Email`],
  phone: shipment[`${party}Phone`],
  ...(party === 'receiver' && { shipTo: shipment.shipTo }),
});
type PartyFields = Pick<ManagedShipment, `${Party}${'Name' | 'Email' | 'Phone'}` | 'shipTo'>;

export const fieldsOfCorrection = ({
  party,
  name,
  email,
  phone,
  shipTo,
}: Omit<CorrectParty, 'id' | 'base'>): Partial<PartyFields> => ({
  ...(name !== undefined && { [`${party}Name`]: name }),
  ...(email !== undefined && { [`${party}Email`]: email }),
  ...(phone !== undefined && { [`${party}Phone`]: phone }),
  ...(shipTo !== undefined && { shipTo }),
});

export const FindShipmentSchema = v.lazy<typeof ByTrackingIdSchema | typeof ShipmentByIdSchema>((input) =>
  typeof input === 'object' && input !== null && 'trackingId' in input ? ByTrackingIdSchema : ShipmentByIdSchema,
);
const ShipmentByIdSchema = strictInput({ id: IdSchema });

export const ShipmentStatisticsSchema = v.object({
  inProgress: v.number(),
  delivered: v.number(),
  cancelled: v.number(),
  failed: v.number(),
});
export type ShipmentStatistics = v.InferOutput<typeof ShipmentStatisticsSchema>;
