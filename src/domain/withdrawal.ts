import type * as v from 'valibot';
import { amountOf, requiredText, strictInput } from './field-schemas.ts';

export const WITHDRAWAL_HOURS = 24;

/** transaction.withdraw: all fields are required (specification section 5). */
export const WithdrawSchema = strictInput({
  amount: amountOf('Amount'),
  accountNumber: requiredText('Account number', 64),
  bankName: requiredText('Bank name', 200),
  routingNumber: requiredText('Routing number', 64),
  iban: requiredText('IBAN', 64),
  bankCode: requiredText('Bank code', 64),
  summary: requiredText('Summary', 300),
});
export type Withdraw = v.InferOutput<typeof WithdrawSchema>;
