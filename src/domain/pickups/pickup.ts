import * as v from 'valibot';
import { ReportProofsSchema } from '../delivery.ts';
import { calendarDay, emailAddress, IdSchema, optionalText, requiredText, strictInput } from '../field-schemas.ts';
import { clockTime } from '../limit-schemas.ts';
import { PageNumberSchema, paged } from '../paged.ts';
import { AddressSchema } from '../shops/address.ts';
import { weekdays } from '../weekdays.ts';
import { pickupWork } from '../work.ts';
import { COLLECTION_KINDS, type CollectionState } from './collection.ts';

/** Programs read these: a done pickup stays arranged, a failed one is declined for its reason. */
export const PICKUP_STATES = ['pending', 'arranged', 'declined', 'cancelled'] as const;
export type PickupState = (typeof PICKUP_STATES)[number];

export const pickupState = (state: CollectionState): PickupState =>
  state === 'done' ? 'arranged' : state === 'failed' ? 'declined' : state;

export const MAX_PICKUP_PARCELS = 1_000;
export const MAX_PICKUP_DAYS = 60;
export const MAX_PENDING_PICKUPS = 20;
/** Pickups are kept this long after their day. */
export const PICKUP_DAYS = 90;
export const PICKUPS_AT_ONCE = 50;

const PARCELS = `Parcels must be a whole number from 1 to ${MAX_PICKUP_PARCELS}.`;

export const CreatePickupSchema = strictInput({
  day: v.pipe(calendarDay('Day'), v.description('On which we come, in our time zone')),
  from: v.pipe(clockTime('From'), v.description('Not earlier, such as 09:30')),
  until: v.pipe(clockTime('Until'), v.description('Not later')),
  parcels: v.pipe(
    v.number(PARCELS),
    v.integer(PARCELS),
    v.minValue(1, PARCELS),
    v.maxValue(MAX_PICKUP_PARCELS, PARCELS),
    v.description('How many there will be'),
  ),
  address: v.optional(
    v.pipe(AddressSchema, v.description('Where they are; the address of your profile, if you leave it out')),
  ),
  note: v.optional(
    v.pipe(optionalText('Note', 200), v.description('What the courier should know, such as which door')),
  ),
});
export type CreatePickup = v.InferOutput<typeof CreatePickupSchema>;

export const PickupSchema = v.object({
  id: v.string(),
  day: v.string(),
  from: v.string(),
  until: v.string(),
  parcels: v.number(),
  address: v.pipe(v.string(), v.description('On one line')),
  state: v.pipe(v.picklist(PICKUP_STATES), v.description('pending until our desk has arranged or declined it')),
  reason: v.pipe(v.string(), v.description('Why it was declined; else empty')),
  created_at: v.string(),
});
export type Pickup = v.InferOutput<typeof PickupSchema>;
export const PickupsSchema = v.object({
  data: v.array(PickupSchema),
  next_cursor: v.pipe(
    v.nullable(v.string()),
    v.description('Send it as cursor to get the next page; null on the last'),
  ),
});
export type Pickups = v.InferOutput<typeof PickupsSchema>;
const CURSOR = 'Send the next_cursor of the page before.';
export const V1ListPickupsSchema = strictInput({
  cursor: v.optional(
    v.pipe(
      v.string(CURSOR),
      v.maxLength(36, CURSOR),
      v.uuid(CURSOR),
      v.description('The next_cursor of the page before'),
    ),
  ),
});

/** `numbers`: of a shipment of which the other parcels were collected. */
const LeftSchema = v.object({
  trackingId: v.string(),
  reason: v.string(),
  numbers: v.optional(v.array(v.number())),
});

/** `collected` and `expected` count parcels. */
export const PickupVisitSchema = v.object({
  state: v.picklist(['planned', 'on-the-way', 'done', 'failed']),
  run: v.object({ id: v.string(), name: v.string(), day: v.string(), courier: v.string() }),
  stopsBefore: v.optional(v.number()),
  from: v.optional(v.string()),
  to: v.optional(v.string()),
  expected: v.number(),
  collected: v.number(),
  unlabelled: v.number(),
  left: v.array(LeftSchema),
  /** It has at most `MAX_PRINTED` ids. */
  shipments: v.optional(v.array(v.string())),
  at: v.optional(v.string()),
  givenBy: v.optional(v.string()),
  pictures: ReportProofsSchema,
});
export type PickupVisit = v.InferOutput<typeof PickupVisitSchema>;

/** A shop does not see the run and the courier. */
export const OwnPickupSchema = v.object({
  ...PickupSchema.entries,
  note: v.optional(v.string()),
  visit: v.optional(v.omit(PickupVisitSchema, ['run'])),
});
export type OwnPickup = v.InferOutput<typeof OwnPickupSchema>;

/** shipper.savePickupDays: 1 is Monday; none ends it. */
export const PickupDaysSchema = strictInput({
  weekdays,
  from: CreatePickupSchema.entries.from,
  until: CreatePickupSchema.entries.until,
  parcels: CreatePickupSchema.entries.parcels,
});
export type PickupDays = v.InferOutput<typeof PickupDaysSchema>;

/** `address` is the profile’s, or empty. */
export const OwnPickupsSchema = v.object({
  data: v.array(OwnPickupSchema),
  address: v.string(),
  /** A courier comes on these weekdays without being asked. */
  days: v.optional(
    v.object({ weekdays: v.array(v.number()), from: v.string(), until: v.string(), parcels: v.number() }),
  ),
});
export type OwnPickups = v.InferOutput<typeof OwnPickupsSchema>;

/** The desk has to agree to another day. */
export const ChangePickupSchema = strictInput({
  id: IdSchema,
  day: CreatePickupSchema.entries.day,
  from: CreatePickupSchema.entries.from,
  until: CreatePickupSchema.entries.until,
  parcels: CreatePickupSchema.entries.parcels,
  note: CreatePickupSchema.entries.note.wrapped,
});
export type ChangePickup = v.InferOutput<typeof ChangePickupSchema>;

/** A shop that calls is found by its email. The profile’s address is used if none is given. */
export const MakePickupSchema = strictInput({
  email: emailAddress('Email'),
  day: CreatePickupSchema.entries.day,
  from: CreatePickupSchema.entries.from,
  until: CreatePickupSchema.entries.until,
  parcels: CreatePickupSchema.entries.parcels,
  address: v.optional(optionalText('Address', 300)),
  note: CreatePickupSchema.entries.note,
});
export type MakePickup = v.InferOutput<typeof MakePickupSchema>;

const V1ParcelSchema = v.object({ tracking_id: v.string(), reference: v.string() });
export const PickupDetailsSchema = v.object({
  ...PickupSchema.entries,
  result: v.pipe(
    v.nullable(v.picklist(['done', 'failed'])),
    v.description('done: parcels were taken; failed: none was; null until our courier was there'),
  ),
  collected_at: v.nullable(v.string()),
  collected: v.array(V1ParcelSchema),
  left: v.pipe(
    v.array(
      v.object({
        ...V1ParcelSchema.entries,
        reason: v.string(),
        parcels: v.pipe(
          v.optional(v.array(v.number())),
          v.description('Their numbers, where the others of the shipment were collected'),
        ),
      }),
    ),
    v.description('What was expected and stayed'),
  ),
  unlabelled: v.pipe(v.number(), v.description('How many were taken without a label')),
});
export type PickupDetails = v.InferOutput<typeof PickupDetailsSchema>;

export const ListPickupsSchema = strictInput({ page: PageNumberSchema, work: v.optional(pickupWork) });
export type ListPickups = v.InferOutput<typeof ListPickupsSchema>;
export const DeclinePickupSchema = strictInput({ id: IdSchema, reason: requiredText('Reason', 200) });
export type DeclinePickup = v.InferOutput<typeof DeclinePickupSchema>;
/** It lists at most `MAX_PRINTED` waiting shipments. */
export const ManagedPickupSchema = v.object({
  ...PickupSchema.entries,
  shop: v.object({ id: v.string(), name: v.string(), phone: v.string() }),
  shipments: v.array(v.string()),
  kind: v.optional(v.picklist(COLLECTION_KINDS)),
  note: v.optional(v.string()),
  /** It was asked for by hand before this became a day off, so the desk decides. */
  isDayOff: v.optional(v.boolean()),
  visit: v.optional(PickupVisitSchema),
});
export type ManagedPickup = v.InferOutput<typeof ManagedPickupSchema>;
export const ManagedPickupsSchema = paged(ManagedPickupSchema);
