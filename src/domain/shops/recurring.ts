/** An order that comes again on weekdays: as the shipment says that it repeats, corrected or not. */
import * as v from 'valibot';
import { IdSchema, strictInput } from '../field-schemas.ts';
import { weekdays } from '../weekdays.ts';

export const MAX_RECURRING = 200;

/** `id` is the shipment's; no days end it. */
export const RepeatSchema = strictInput({ id: IdSchema, weekdays });
export type Repeat = v.InferOutput<typeof RepeatSchema>;

export const RecurringSchema = v.object({
  /** The shipment. */
  id: v.string(),
  trackingId: v.string(),
  description: v.string(),
  senderName: v.string(),
  receiverName: v.string(),
  shipTo: v.string(),
  weekdays: v.array(v.number()),
  /** Null while all its days are off. */
  nextOn: v.nullable(v.string()),
  /** Why the last one was not made; empty if it was. */
  problem: v.string(),
  /** Its shop deals with what can’t be made, and not the desk. */
  isOfShop: v.optional(v.boolean()),
});
export type Recurring = v.InferOutput<typeof RecurringSchema>;
