import * as v from 'valibot';
import { amountOf, IdSchema, requiredText, strictInput, TrackingIdSchema } from './field-schemas.ts';
import { ROWS_AT_ONCE } from './pagination.ts';
import { PaymentInstructionsSchema } from './payment-instructions.ts';
import { findTrackingId, normalizeTrackingId } from './tracking-id.ts';

/** They are shown at once. */
export const MAX_BILLS_OF_SHIPMENT = ROWS_AT_ONCE;

export const BillSchema = v.object({
  id: v.string(),
  amount: v.number(),
  summary: v.string(),
  trackingId: v.string(),
  createdAt: v.string(),
  /** Missing from a server before 0.2.0; null while it is open. */
  paidAt: v.optional(v.nullable(v.string())),
  /** It is the last day to pay; missing unless the bill is open. */
  due: v.optional(v.string()),
  isOverdue: v.optional(v.boolean()),
  /** How to pay it while it is open. */
  payment: v.optional(PaymentInstructionsSchema),
});
export type Bill = v.InferOutput<typeof BillSchema>;

/** `data` is a part of them. */
export const OpenBillsSchema = v.object({ count: v.number(), amount: v.number(), data: v.array(BillSchema) });
export type OpenBills = v.InferOutput<typeof OpenBillsSchema>;

export const ManagedBillSchema = v.object({
  ...BillSchema.entries,
  payer: v.object({ id: v.string(), name: v.string() }),
});
export type ManagedBill = v.InferOutput<typeof ManagedBillSchema>;

export const withoutPayer = ({ payer, ...bill }: ManagedBill): Bill => bill;

export const SetBillPaidSchema = strictInput({ id: IdSchema, paid: v.boolean('Choose whether it is paid.') });
export type SetBillPaid = v.InferOutput<typeof SetBillPaidSchema>;

export const ForShipmentSchema = strictInput({ shipmentId: IdSchema });

export const BillsOfShipmentSchema = strictInput({ trackingId: TrackingIdSchema });

export const AddBillSchema = strictInput({
  userId: IdSchema,
  amount: amountOf('Amount'),
  summary: requiredText('Summary', 300),
  trackingId: v.pipe(
    v.string('Tracking ID is required.'),
    v.transform((text) => findTrackingId(text) ?? text),
    requiredText('Tracking ID', 100),
    // Text without an ID stays as it is: the server says that there is no such shipment.
    v.transform((text) => normalizeTrackingId(text) || text),
  ),
});
export type AddBill = v.InferOutput<typeof AddBillSchema>;
