import * as v from 'valibot';
import { BankAccountSchema } from './bank-account.ts';

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
  /** What a banking app reads from a QR code (EPC069-12): SEPA transfers in euro only. */
  epcPayload: v.nullable(v.string()),
});
export type PaymentInstructions = v.InferOutput<typeof PaymentInstructionsSchema>;
