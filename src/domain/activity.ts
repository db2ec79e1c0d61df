import * as v from 'valibot';
import { IdSchema, moment, optionalText, strictInput } from './field-schemas.ts';
import { SHIPMENT_STATUSES } from './shipment-status.ts';

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

/** `notBefore`: the last server time. `after`: the previous action's key. */
export const timeEntries = {
  occurredAt: v.optional(moment('Time')),
  notBefore: v.optional(moment('Time')),
  after: v.optional(IdSchema),
};

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
