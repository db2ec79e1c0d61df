import * as v from 'valibot';
import { WishSchema } from './choices.ts';
import { SHIPMENT_STATUSES } from './shipment-status.ts';

/** A shipment is at most one of these. */
export const SHIPMENT_WORK = ['decide', 'missing', 'try-again', 'left-out', 'never-scanned'] as const;
/** Most of these exceptions are what a parcel’s parties ask of the desk. */
export const ASKED_WORK = {
  disputes: 'choice-disputed',
  wishes: 'choice-wish',
  complaints: 'went-badly',
  'give-back': 'arrived-cancelled',
} as const;
export type AskedWork = keyof typeof ASKED_WORK;
export const isAskedWork = (work: string | undefined): work is AskedWork => work !== undefined && work in ASKED_WORK;

/** These filter the shipments, too. */
export const OTHER_WORK = [
  'disputes',
  'wishes',
  'complaints',
  'give-back',
  'changed-orders',
  'codes',
  'refunds',
] as const;
export type OtherWork = (typeof OTHER_WORK)[number];
export const isOtherWork = (work: string): work is OtherWork => (OTHER_WORK as readonly string[]).includes(work);
export const FILTERED_WORK = [...SHIPMENT_WORK, ...OTHER_WORK] as const;
export type ShipmentWork = (typeof FILTERED_WORK)[number];

export const USER_WORK = ['approvals', 'withdrawals', 'unverified'] as const;
export type UserWork = (typeof USER_WORK)[number];

export const PICKUP_WORK = ['pickups', 'failed-pickups'] as const;
export type PickupWork = (typeof PICKUP_WORK)[number];

const WORK = [
  ...FILTERED_WORK,
  ...PICKUP_WORK,
  'surprises',
  'recurring',
  'cash',
  'failed-emails',
  'failed-texts',
  'failed-jobs',
  'held-payouts',
  'to-book',
  'overdue',
  'to-pay',
  ...USER_WORK,
] as const;
export type Work = (typeof WORK)[number];

const MONEY_WORK: readonly Work[] = [
  'refunds',
  'cash',
  'held-payouts',
  'to-book',
  'overdue',
  'to-pay',
  'approvals',
  'withdrawals',
];
export const isMoneyWork = (work: Work): boolean => MONEY_WORK.includes(work);

/** A new shipment becomes work if nobody scans it for this long. */
export const UNSCANNED_HOURS = 24;
export const PICTURED_DAYS = 14;

export const WORK_LABELS: Record<Work, string> = {
  decide: 'To decide',
  missing: 'Missing',
  'try-again': 'Try again',
  'left-out': 'Left at the depot',
  'never-scanned': 'Never scanned',
  disputes: 'Disputed choices',
  wishes: 'Wishes after release',
  complaints: 'Went badly',
  'give-back': 'Cancelled, but here',
  'changed-orders': 'Changed orders',
  codes: 'Codes to send',
  refunds: 'Paid ahead, to refund',
  pickups: 'Pickups to arrange',
  'failed-pickups': 'Failed pickups',
  surprises: 'Collected by surprise',
  recurring: 'Recurring orders not made',
  cash: 'Cash to count',
  'failed-emails': 'Failed emails',
  'failed-texts': 'Failed texts',
  'failed-jobs': 'Failed jobs',
  'held-payouts': 'Payouts held after a restore',
  'to-book': 'Bank entries to book',
  overdue: 'Overdue payments',
  'to-pay': 'Shops to pay out',
  approvals: 'People with payments to approve',
  withdrawals: 'People with withdrawals to pay',
  unverified: 'Unverified people',
};

export const shipmentWork = v.picklist(FILTERED_WORK, 'This work doesn’t exist.');
export const userWork = v.picklist(USER_WORK, 'This work doesn’t exist.');
export const pickupWork = v.picklist(PICKUP_WORK, 'This work doesn’t exist.');

/**
 * The most urgent comes first. `count` is that of the list that it opens; except for shipments, it
 * stops at 1,001.
 */
export const WorklistSchema = v.object({
  work: v.array(
    v.object({
      kind: v.picklist(WORK),
      count: v.number(),
      oldest: v.nullable(v.string()),
      /** The oldest of wishes. */
      wish: v.optional(v.object({ id: v.string(), trackingId: v.string(), ...WishSchema.entries })),
    }),
  ),
  /** Days are UTC, the oldest first; shipments are counted by their present status. */
  days: v.array(
    v.object({
      day: v.string(),
      counts: v.array(v.object({ status: v.picklist(SHIPMENT_STATUSES), count: v.number() })),
    }),
  ),
});
export type Worklist = v.InferOutput<typeof WorklistSchema>;
