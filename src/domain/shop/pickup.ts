/** A courier comes to a shop and takes what waits there. */
import * as v from 'valibot';
import type { CollectionState } from '../collections/collection.ts';
import { calendarDay, IdSchema, requiredText, strictInput } from '../field-schemas.ts';
import { PageNumberSchema, paged } from '../paged.ts';
import { AddressSchema } from './address.ts';

/** As programs read it: what is done was arranged, what failed is declined for its reason. */
export const PICKUP_STATES = ['pending', 'arranged', 'declined', 'cancelled'] as const;
export type PickupState = (typeof PICKUP_STATES)[number];

export const pickupState = (state: CollectionState): PickupState =>
  state === 'done' ? 'arranged' : state === 'failed' ? 'declined' : state;

export const MAX_PICKUP_PARCELS = 1_000;
/** How many days ahead a pickup can be. */
export const MAX_PICKUP_DAYS = 60;
export const MAX_PENDING_PICKUPS = 20;
/** How long pickups are kept after their day. */
export const PICKUP_DAYS = 90;
export const PICKUPS_AT_ONCE = 50;

const clock = (name: string) =>
  v.pipe(
    v.string(`${name} must be a time, such as 09:30.`),
    v.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, `${name} must be a time, such as 09:30.`),
    v.title(name),
  );
const PARCELS = `Parcels must be a whole number from 1 to ${MAX_PICKUP_PARCELS}.`;

export const CreatePickupSchema = strictInput({
  day: v.pipe(calendarDay('Day'), v.description('On which we come, in our time zone')),
  from: v.pipe(clock('From'), v.description('Not earlier, such as 09:30')),
  until: v.pipe(clock('Until'), v.description('Not later')),
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

/** shipper.getPickups: those to come. `address`: of the profile, or empty. */
export const OwnPickupsSchema = v.object({ data: v.array(PickupSchema), address: v.string() });

export const ListPickupsSchema = strictInput({ page: PageNumberSchema });
export const DeclinePickupSchema = strictInput({ id: IdSchema, reason: requiredText('Reason', 200) });
export type DeclinePickup = v.InferOutput<typeof DeclinePickupSchema>;
/** With who asked, and what waits there to be taken: at most `MAX_PRINTED`. */
export const ManagedPickupSchema = v.object({
  ...PickupSchema.entries,
  shop: v.object({ id: v.string(), name: v.string(), phone: v.string() }),
  shipments: v.array(v.string()),
});
export type ManagedPickup = v.InferOutput<typeof ManagedPickupSchema>;
export const ManagedPickupsSchema = paged(ManagedPickupSchema);
