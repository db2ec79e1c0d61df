/** What a new brand has got so far, as its records have it. */
import * as v from 'valibot';

/** With so many parcels, a first day is worth a plan. */
export const FIRST_PARCELS = 10;

export const SetUpSchema = v.object({
  rates: v.number(),
  /** Who may drive, and how many of them have signed in. */
  couriers: v.number(),
  couriersHere: v.number(),
  isLabelPrinted: v.boolean(),
  /** It stops at `FIRST_PARCELS`. */
  parcels: v.number(),
  hasRun: v.boolean(),
  isDelivered: v.boolean(),
});
export type SetUp = v.InferOutput<typeof SetUpSchema>;
