import { friendlyFormatIBAN, isValidIBAN } from 'ibantools';
import * as v from 'valibot';
import { amountOf, requiredText, strictInput } from './field-schemas.ts';

export const WITHDRAWAL_HOURS = 24;

const IbanSchema = v.pipe(
  requiredText('IBAN', 64),
  v.transform((typed) => friendlyFormatIBAN(typed) ?? typed),
  v.check((iban) => isValidIBAN(iban.replaceAll(' ', '')), 'This is not a valid IBAN. Check it for typos.'),
);

/** transaction.withdraw (specification section 5). */
export const WithdrawSchema = strictInput({
  amount: amountOf('Amount'),
  accountNumber: requiredText('Account number', 64),
  bankName: requiredText('Bank name', 200),
  routingNumber: requiredText('Routing number', 64),
  iban: IbanSchema,
  bankCode: requiredText('Bank code', 64),
  summary: requiredText('Summary', 300),
});
export type Withdraw = v.InferOutput<typeof WithdrawSchema>;
