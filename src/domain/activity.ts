import * as v from 'valibot';
import { IdSchema, moment, optionalText, strictInput } from './field-schemas.ts';
import { SHIPMENT_STATUSES, type ShipmentStatus } from './shipment-status.ts';

export const ACTIVITY_KINDS = ['created', 'status', 'location'] as const;
export type ActivityKind = (typeof ACTIVITY_KINDS)[number];

/**
 * Sorted by `occurredAt` (device), `createdAt` (server), id (product decision 6). With `earliestAt`
 * it is a range (decision 0028).
 */
export const ActivitySchema = v.object({
  id: v.string(),
  createdAt: v.string(),
  occurredAt: v.string(),
  earliestAt: v.optional(v.string()),
  kind: v.picklist(ACTIVITY_KINDS),
  comment: v.string(),
  address: v.string(),
  status: v.picklist(SHIPMENT_STATUSES),
});
export type Activity = v.InferOutput<typeof ActivitySchema>;

/** In milliseconds. */
export const LATE_AFTER = 60 * 60 * 1000;

/** How late an entry was received, in milliseconds; 0 below `LATE_AFTER`. */
export function lateness({ occurredAt, createdAt }: Pick<Activity, 'occurredAt' | 'createdAt'>): number {
  const late = Date.parse(createdAt) - Date.parse(occurredAt);
  return late >= LATE_AFTER ? late : 0;
}

/**
 * Finds the entry in `activity`, oldest first, that delivered the shipment; undefined if unknown.
 */
export function deliveryOf<Entry extends Pick<Activity, 'status'>>(
  status: ShipmentStatus,
  activity: readonly Entry[],
): Entry | undefined {
  if (status !== 'delivered') return undefined;
  const upToLast = activity.slice(0, activity.findLastIndex((entry) => entry.status === 'delivered') + 1);
  return upToLast[upToLast.findLastIndex((entry) => entry.status !== 'delivered') + 1];
}

/** Finds the latest change to this status in `activity`, oldest first. */
export function findStatusChange<Entry extends Pick<Activity, 'kind' | 'status'>>(
  status: ShipmentStatus,
  activity: readonly Entry[],
): Entry | undefined {
  return activity.findLast((entry) => entry.kind === 'status' && entry.status === status);
}

/** `notBefore`: the last server time. `after`: the previous action's key. */
export const timeEntries = {
  occurredAt: v.optional(moment('Time')),
  notBefore: v.optional(moment('Time')),
  after: v.optional(IdSchema),
};

/** Specification section 2. */
export const NO_ACTIVITY = 'Processing...';
export const NO_ADDRESS = 'N/A';

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
