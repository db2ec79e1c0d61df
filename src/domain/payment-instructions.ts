import * as v from 'valibot';
import { BankAccountSchema } from './bank-account.ts';

export const QR_KINDS = ['epc', 'swiss', 'swish', 'spayd'] as const;

/** How to pay a bill, or what an account owes. */
export const PaymentInstructionsSchema = v.object({
  reference: v.string(),
  /** Null where any amount will do. */
  amount: v.nullable(v.number()),
  /** To pay in the browser. */
  link: v.nullable(v.string()),
  account: v.nullable(v.pick(BankAccountSchema, ['accountName', 'accountNumber', 'bankName', 'routingNumber'])),
  /** The account number is an IBAN. */
  isIban: v.boolean(),
  /** What a banking app, or Swish’s, reads from a QR code. */
  qr: v.optional(v.nullable(v.object({ kind: v.picklist(QR_KINDS), text: v.string() }))),
});
export type PaymentInstructions = v.InferOutput<typeof PaymentInstructionsSchema>;
