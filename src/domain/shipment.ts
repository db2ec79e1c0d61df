import * as v from 'valibot';
import { ActivitySchema, timeEntries } from './activity.ts';
import { DeliveryVisitSchema, ProofPolicySchema } from './delivery.ts';
import {
  amountOf,
  baseOf,
  clearable,
  emailAddress,
  IdSchema,
  keysOf,
  moment,
  optionalText,
  phoneNumber,
  requiredText,
  storedEmailAddress,
  strictInput,
  TrackingIdSchema,
} from './field-schemas.ts';
import { SHIPMENT_STATUSES } from './shipment-status.ts';

/** The five service types, spelled as the specification spells them. */
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

/** Clearance detail is always this (specification section 2, the manager's detail grid). */
export const CLEARANCE = 'Cleared';
export const MAX_IMAGES = 10;

const status = v.picklist(SHIPMENT_STATUSES, 'Choose a status.');
const service = v.picklist(SERVICE_TYPES, 'Choose a service.');
const payer = v.picklist(PAYERS, 'Choose who pays.');
/** Defaults to the receiver. */
const payerOfNew = v.optional(
  v.pipe(
    v.picklist(['', ...PAYERS], 'Choose who pays.'),
    v.transform((chosen) => chosen || DEFAULT_PAYER),
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
);

const senderCountry = optionalText('Sender country', 100);
const receiverCountry = optionalText('Receiver country', 100);

/** The fields that creating and updating a shipment share. */
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
  senderName: requiredText('Sender name', 200),
  senderEmail: emailAddress('Sender email'),
  senderPhone: phoneNumber('Sender phone'),
  senderCountry: v.optional(senderCountry, ''),
  receiverName: requiredText('Receiver name', 200),
  receiverEmail: emailAddress('Receiver email'),
  receiverPhone: phoneNumber('Receiver phone'),
  receiverCountry: v.optional(receiverCountry, ''),
  images: v.optional(images, []),
};

/** Whether a delivery date, if there is one, is not before the ship date (both ISO). */
export const isDeliveredAfterShipping = ({
  shipDate,
  deliveryDate,
}: {
  shipDate: string;
  deliveryDate?: string | undefined;
}) => !deliveryDate || Date.parse(deliveryDate) >= Date.parse(shipDate);

/** What is wrong with a delivery date before the ship date. */
export const DELIVERED_BEFORE_SHIPPED = 'Delivery date can’t be before the ship date.';

/**
 * shipmentAdmin.createShipment (specification section 5): all required except countries, images,
 * and the payer, by default the receiver (section 4). The delivery date is only known later
 * (decision 0002).
 */
export const CreateShipmentSchema = v.pipe(
  strictInput({ ...sharedEntries, payer: payerOfNew, deliveryDate: v.optional(moment('Delivery date')) }),
  v.forward(v.partialCheck([['shipDate'], ['deliveryDate']], isDeliveredAfterShipping, DELIVERED_BEFORE_SHIPPED), [
    'deliveryDate',
  ]),
);
export type CreateShipment = v.InferOutput<typeof CreateShipmentSchema>;
export type CreateShipmentInput = v.InferInput<typeof CreateShipmentSchema>;

/** The shipment fields that a manager can edit in a form. */
export const SHIPMENT_FIELDS = [...keysOf(sharedEntries), 'deliveryDate'] as const;

/** shipmentAdmin.updateShipment, full fields, with the delivery date required. */
export const UpdateShipmentInfoSchema = v.pipe(
  strictInput({
    id: IdSchema,
    ...sharedEntries,
    senderEmail: storedEmailAddress('Sender email'),
    receiverEmail: storedEmailAddress('Receiver email'),
    senderCountry: clearable(senderCountry, ''),
    receiverCountry: clearable(receiverCountry, ''),
    images: clearable(images, []),
    deliveryDate: moment('Delivery date'),
    base: baseOf(SHIPMENT_FIELDS),
  }),
  v.forward(v.partialCheck([['shipDate'], ['deliveryDate']], isDeliveredAfterShipping, DELIVERED_BEFORE_SHIPPED), [
    'deliveryDate',
  ]),
);
export type UpdateShipmentInfo = v.InferOutput<typeof UpdateShipmentInfoSchema>;
export type UpdateShipmentInfoInput = v.InferInput<typeof UpdateShipmentInfoSchema>;

/** shipmentAdmin.updateShipment, status only; `baseStatusVersion` is what the device last saw. */
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

/** One procedure, two inputs: with `status` it changes the status, else the full fields. */
export const UpdateShipmentSchema = v.lazy<typeof UpdateShipmentInfoSchema | typeof UpdateShipmentStatusSchema>(
  (input) =>
    typeof input === 'object' && input !== null && 'status' in input
      ? UpdateShipmentStatusSchema
      : UpdateShipmentInfoSchema,
);

export const CreatedShipmentSchema = v.object({ id: v.string(), trackingId: v.string() });

/** shipment.getShipmentByTrackingId: the tracking look-up. */
export const ByTrackingIdSchema = strictInput({ trackingId: TrackingIdSchema });

/** The public view of a shipment (product decision 3): masked names, no addresses. */
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

/** What owners and grant holders see. */
export const ShipmentDetailsSchema = v.object({
  access: v.literal('detailed'),
  viewer: v.picklist(['grant', 'owner']),
  ...overviewEntries,
  senderEmail: v.string(),
  senderPhone: v.string(),
  receiverEmail: v.string(),
  receiverPhone: v.string(),
  shipTo: v.string(),
  deliveryDate: v.nullable(v.string()),
  receiverLinked: v.boolean(),
  activity: v.array(ActivitySchema),
  /** Missing in data stored before there were couriers. */
  visits: v.optional(v.array(DeliveryVisitSchema)),
});
export type ShipmentDetails = v.InferOutput<typeof ShipmentDetailsSchema>;

export const TrackedShipmentSchema = v.variant('access', [ShipmentOverviewSchema, ShipmentDetailsSchema]);
export type TrackedShipment = v.InferOutput<typeof TrackedShipmentSchema>;

/** shipment.getLabel: printed on the parcel for anyone to read, so no codes and no contacts. */
export const LabelSchema = v.pick(ShipmentDetailsSchema, [
  'trackingId',
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

/** shipment.verifyShipmentCode. */
export const VerifyShipmentCodeSchema = strictInput({ id: IdSchema, code: privateCode('Code') });
/** The part a person types. */
export const ShipmentCodeFormSchema = strictInput({ code: privateCode('Code') });
export const GrantSchema = v.object({ grant: v.string(), expiresAt: v.string() });
export type Grant = v.InferOutput<typeof GrantSchema>;

/** shipment.linkShipment: both codes are required. */
export const LinkShipmentSchema = strictInput({
  id: IdSchema,
  receiverCode: privateCode('Receiver code'),
  senderCode: privateCode('Sender code'),
});

/** The part of linking that a person types. */
export const LinkShipmentFormSchema = strictInput({
  receiverCode: privateCode('Receiver code'),
  senderCode: privateCode('Sender code'),
});

export const SHIPMENT_RELATIONS = ['receiver', 'sender'] as const;
export type ShipmentRelation = (typeof SHIPMENT_RELATIONS)[number];

/** A row of a person's list, with the newest activity entry or null. */
export const ShipmentSummarySchema = v.object({
  id: v.string(),
  trackingId: v.string(),
  description: v.string(),
  status: v.picklist(SHIPMENT_STATUSES),
  createdAt: v.string(),
  latestActivity: v.nullable(v.pick(ActivitySchema, ['comment', 'address', 'occurredAt'])),
});
export type ShipmentSummary = v.InferOutput<typeof ShipmentSummarySchema>;

/** shipment.getChanges: `since` is the `until` of an earlier response. */
export const ShipmentChangesSinceSchema = strictInput({ since: moment('Since') });

/**
 * Shipments that changed since then, latest first and at most ten of `total`, each with its newest
 * entry. `until` is the server's time of this query.
 */
export const ShipmentChangesSchema = v.object({
  data: v.array(ShipmentSummarySchema),
  total: v.number(),
  until: v.string(),
});
export type ShipmentChanges = v.InferOutput<typeof ShipmentChangesSchema>;

/** A row of the managers' list: also who it is between. */
export const ManagedShipmentSummarySchema = v.object({
  ...ShipmentSummarySchema.entries,
  senderName: v.string(),
  receiverName: v.string(),
});
export type ManagedShipmentSummary = v.InferOutput<typeof ManagedShipmentSummarySchema>;

/** Everything except the private codes; only from shipmentAdmin.getShipment. */
export const ManagedShipmentSchema = v.object({
  ...overviewEntries,
  senderId: v.nullable(v.string()),
  receiverId: v.nullable(v.string()),
  senderEmail: v.string(),
  senderPhone: v.string(),
  receiverEmail: v.string(),
  receiverPhone: v.string(),
  shipTo: v.string(),
  deliveryDate: v.nullable(v.string()),
  statusVersion: v.number(),
  activity: v.array(ActivitySchema),
  /** What has to prove its delivery; null for the brand's policy. */
  proof: v.optional(v.nullable(ProofPolicySchema)),
  brandProof: v.optional(ProofPolicySchema),
  /** Missing in data stored before there were couriers. */
  visits: v.optional(v.array(DeliveryVisitSchema)),
  /** The run it is in now, with its courier's name; left out if it is in none. */
  run: v.optional(v.object({ id: v.string(), name: v.string(), courier: v.string() })),
});
export type ManagedShipment = v.InferOutput<typeof ManagedShipmentSchema>;

/** shipmentAdmin.showCodes: the private codes, which no device stores (decision 0028). */
export const ShipmentCodesSchema = v.object({ senderCode: v.string(), receiverCode: v.string() });
export type ShipmentCodes = v.InferOutput<typeof ShipmentCodesSchema>;

/** The two sides of a shipment. */
export const PARTIES = ['sender', 'receiver'] as const;
export type Party = (typeof PARTIES)[number];

/**
 * shipmentAdmin.changeAccount: links the account with this `email`; null unlinks it. `from` is the
 * account the person saw, since someone else may have changed it.
 */
export const ChangeAccountSchema = strictInput({
  id: IdSchema,
  party: v.picklist(PARTIES, 'Choose sender or receiver.'),
  from: v.optional(IdSchema),
  email: v.nullable(storedEmailAddress('Email')),
});
export type ChangeAccount = v.InferOutput<typeof ChangeAccountSchema>;
/** The part a person types. */
export const LinkAccountFormSchema = strictInput({ email: storedEmailAddress('Email') });

/** shipmentAdmin.getShipment: by id, or by tracking ID (the manager's find form). */
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
