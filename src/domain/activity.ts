import * as v from 'valibot';
import { IdSchema, moment, optionalText, strictInput } from './field-schemas.ts';
import { SHIPMENT_STATUSES, type ShipmentStatus } from './shipment-status.ts';

/** What wrote an entry: the shipment's creation, a change of its status, or a manager who added a location. */
export const ACTIVITY_KINDS = ['created', 'status', 'location'] as const;
export type ActivityKind = (typeof ACTIVITY_KINDS)[number];

/**
 * One thing that happened to a parcel. `occurredAt` is when it happened, said by the device; `createdAt` is when the
 * server got it. Order and shown dates go by `occurredAt`, then `createdAt`, then id (product decision 6). Where nothing
 * but a bracket is known there is `earliestAt`: it happened between that and `createdAt` (decision 0028).
 */
export const ActivitySchema = v.object({
  id: v.string(),
  createdAt: v.string(),
  occurredAt: v.string(),
  earliestAt: v.optional(v.string()),
  /** Missing in what a device stored before entries had one (0046). */
  kind: v.optional(v.picklist(ACTIVITY_KINDS)),
  comment: v.string(),
  address: v.string(),
  status: v.picklist(SHIPMENT_STATUSES),
});
export type Activity = v.InferOutput<typeof ActivitySchema>;

/** An entry that the server got later than this after it was done is marked as late, in milliseconds. */
export const LATE_AFTER = 60 * 60 * 1000;

/** How much later than it was done an entry was received, in milliseconds; 0 for less than `LATE_AFTER`. */
export function lateness({ occurredAt, createdAt }: Pick<Activity, 'occurredAt' | 'createdAt'>): number {
  const late = Date.parse(createdAt) - Date.parse(occurredAt);
  return late >= LATE_AFTER ? late : 0;
}

/**
 * The entry with which a parcel was delivered, of entries in order of occurrence, oldest first: the first of the last ones that say
 * so. Undefined where it is not delivered, or nothing says when.
 */
export function deliveryOf<Entry extends Pick<Activity, 'status'>>(
  status: ShipmentStatus,
  activity: readonly Entry[],
): Entry | undefined {
  if (status !== 'delivered') return undefined;
  const upToLast = activity.slice(0, activity.findLastIndex((entry) => entry.status === 'delivered') + 1);
  return upToLast[upToLast.findLastIndex((entry) => entry.status !== 'delivered') + 1];
}

/**
 * The latest change to this status, of entries in order of occurrence, oldest first. Undefined where there was none, or the
 * entries do not say their kinds.
 */
export function findStatusChange<Entry extends Pick<Activity, 'kind' | 'status'>>(
  status: ShipmentStatus,
  activity: readonly Entry[],
): Entry | undefined {
  return activity.findLast((entry) => entry.kind === 'status' && entry.status === status);
}

/**
 * What a device says of when something happened: by its clock, corrected as far as it knows; when that certainly was later
 * than (the last server time it had seen); and the key of what it did just before to the same shipment.
 */
export const timeEntries = {
  occurredAt: v.optional(moment('Time')),
  notBefore: v.optional(moment('Time')),
  after: v.optional(IdSchema),
};

/** What a list shows of a parcel without activity, or of an entry without an address (specification section 2). */
export const NO_ACTIVITY = 'Processing...';
export const NO_ADDRESS = 'N/A';

/** shipmentAdmin.updateShipmentActivity (Add new location). One of the two texts must say something. */
export const AddActivitySchema = v.pipe(
  strictInput({
    id: IdSchema,
    address: optionalText('Address', 200),
    comment: optionalText('Comment', 500),
    ...timeEntries,
  }),
  v.forward(
    v.partialCheck(
      [['address'], ['comment']],
      (input) => input.address !== '' || input.comment !== '',
      'Enter an address or a comment.',
    ),
    ['comment'],
  ),
);
export type AddActivity = v.InferOutput<typeof AddActivitySchema>;
