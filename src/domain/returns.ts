/** A return is another shipment with sender and receiver swapped. */
import * as v from 'valibot';
import { formatDay, shiftDay } from './day.ts';
import { calendarDay, IdSchema, optionalText, strictInput } from './field-schemas.ts';
import { clockTime, countUpTo } from './limit-schemas.ts';
import { SHIPMENT_STATUSES, type ShipmentStatus } from './shipment-status.ts';
import { type ClockWindow, ClockWindowSchema } from './time-window.ts';
import { MAX_PARCELS } from './tracking-id.ts';

export const MAX_RETURN_DAYS = 365;
export const MAX_RETURNS = 10;

/** `ask`: the shop confirms each. `days` count from the delivery. */
export const ReturnRulesSchema = strictInput({
  mode: v.picklist(['off', 'ask', 'on'], 'Choose the mode: off, ask or on.'),
  days: v.pipe(countUpTo('Days', MAX_RETURN_DAYS), v.title('Days')),
  payer: v.picklist(['shop', 'receiver'], 'Choose who pays.'),
  perShipment: v.pipe(countUpTo('Returns per shipment', MAX_RETURNS), v.title('Returns per shipment')),
});
export type ReturnRules = v.InferOutput<typeof ReturnRulesSchema>;
export const NO_RETURNS: ReturnRules = { mode: 'off', days: 14, payer: 'shop', perShipment: 1 };

/** All parcels that may go back do so without a number. */
export const CreateReturnSchema = strictInput({
  id: IdSchema,
  parcels: v.optional(countUpTo('Parcels', MAX_PARCELS)),
});
export type CreateReturn = v.InferOutput<typeof CreateReturnSchema>;

/** shipper.decideReturn. */
export const DecideReturnSchema = strictInput({
  id: IdSchema,
  accept: v.boolean('Accept must be true or false.'),
  reason: v.optional(optionalText('Reason', 200), ''),
});
export type DecideReturn = v.InferOutput<typeof DecideReturnSchema>;

export const AskedReturnSchema = v.object({
  id: v.string(),
  shipmentId: v.string(),
  trackingId: v.string(),
  reference: v.string(),
  description: v.string(),
  receiverName: v.string(),
  /** Missing means all of its parcels. */
  parcels: v.optional(v.number()),
  createdAt: v.string(),
});
export type AskedReturn = v.InferOutput<typeof AskedReturnSchema>;
export const MAX_ASKED_RETURNS = 50;

/** shipper.getReturns. `address`: where they go. */
export const ReturnsSchema = v.object({
  rules: v.object(ReturnRulesSchema.entries),
  address: v.string(),
  asked: v.array(AskedReturnSchema),
});
export type Returns = v.InferOutput<typeof ReturnsSchema>;

/** The shop decides first if the tracking ID is missing. */
export const RequestedReturnSchema = v.object({
  trackingId: v.nullable(v.string()),
  grant: v.nullable(v.object({ grant: v.string(), expiresAt: v.string() })),
});
export type RequestedReturn = v.InferOutput<typeof RequestedReturnSchema>;

export const RETURN_COLLECTION_DAYS = 7;

/** `from` is a window’s. */
export const CollectReturnSchema = strictInput({
  id: IdSchema,
  day: calendarDay('Day'),
  from: clockTime('From', '09:00'),
});
export type CollectReturn = v.InferOutput<typeof CollectReturnSchema>;

export const ReturnsOfShipmentSchema = v.object({
  /** The shipment that this one returns. */
  of: v.optional(v.object({ id: v.string(), trackingId: v.string() })),
  made: v.array(v.object({ id: v.string(), trackingId: v.string(), status: v.picklist(SHIPMENT_STATUSES) })),
  /** When a courier comes for this return. */
  collection: v.optional(v.object({ day: v.string(), ...ClockWindowSchema.entries })),
  /** Nobody came or will come for it on this day. */
  notCollected: v.optional(v.object({ day: v.string(), reason: v.string() })),
  /** When one can. */
  collectable: v.optional(
    v.object({
      days: v.array(v.string()),
      windows: v.array(ClockWindowSchema),
      /** The brand has other times from these days on. */
      later: v.optional(v.array(v.object({ from: v.string(), windows: v.array(ClockWindowSchema) }))),
    }),
  ),
  asked: v.optional(v.boolean()),
  /** Why the shop said no. */
  declined: v.optional(v.string()),
  /** `fee` is for all its parcels, null without a price. `until`: the last day, for receivers. */
  offer: v.optional(
    v.object({
      parcels: v.optional(v.number()),
      by: v.picklist(['receiver', 'shop']),
      mode: v.picklist(['ask', 'on']),
      payer: ReturnRulesSchema.entries.payer,
      fee: v.nullable(v.number()),
      until: v.optional(v.string()),
    }),
  ),
  /** Why there is no offer. */
  refusal: v.optional(v.string()),
});
/** The times that one can choose on a day. */
export const windowsOn = (
  { windows, later = [] }: NonNullable<ReturnsOfShipment['collectable']>,
  day: string,
): readonly ClockWindow[] => later.findLast(({ from }) => from <= day)?.windows ?? windows;

export type ReturnsOfShipment = v.InferOutput<typeof ReturnsOfShipmentSchema>;

interface Situation {
  status: ShipmentStatus;
  /** `yyyy-mm-dd`; null if it was not. */
  deliveredOn: string | null;
  isReturn: boolean;
  /** Returns that were not cancelled. */
  made: readonly { trackingId: string }[];
  /** No return has these parcels yet. */
  left: number;
  isAsked: boolean;
  isDeclined: boolean;
}

export const lastReturnDay = (deliveredOn: string, { days }: ReturnRules): string => shiftDay(deliveredOn, days);

/** Shops and staff have no mode and no last day. */
export function returnRefusal(
  { status, deliveredOn, isReturn, made, left, isAsked, isDeclined }: Situation,
  { rules, by, today }: { rules: ReturnRules; by: 'receiver' | 'shop'; today: string },
): string | null {
  const [first] = made;
  if (isReturn) return 'This is a return. It can’t be returned again.';
  if (status === 'cancelled') return 'This shipment was cancelled.';
  if (by === 'receiver' && rules.mode === 'off') return 'The sender doesn’t take returns here. Please ask them.';
  const isEnough = by === 'receiver' && made.length >= rules.perShipment;
  if (first && (isEnough || (left < 1 && made.length === 1)))
    return `This shipment already has a return: ${first.trackingId}.`;
  if (first && left < 1) return `All of its parcels have a return already: ${first.trackingId}.`;
  if (by === 'shop') return null;
  if (isAsked) return 'You have already asked for this return. The sender will reply.';
  if (isDeclined) return 'The sender has declined this return.';
  if (status !== 'delivered' || deliveredOn === null) return 'You can return it once it’s delivered.';
  const last = lastReturnDay(deliveredOn, rules);
  return today > last ? `It’s too late: you could return it until ${formatDay(last)}.` : null;
}
