import { friendlyFormatIBAN, isValidIBAN } from 'ibantools';
import * as v from 'valibot';
import { amountOf, requiredText, strictInput } from './field-schemas.ts';
import { payoutAccountProblem } from './payout-account.ts';

export const WITHDRAWAL_HOURS = 24;
/** Banks take no longer name. */
const MAX_HOLDER = 70;

const ibanIn = (currency?: string) =>
  v.pipe(
    requiredText('IBAN', 64),
    v.transform(
      (typed) => (isValidIBAN(typed.replace(/[\s-]/g, '').toUpperCase()) && friendlyFormatIBAN(typed)) || typed,
    ),
    v.check(
      (iban) => payoutAccountProblem(iban, currency) === null,
      ({ input }) => payoutAccountProblem(input, currency) ?? '',
    ),
  );

/** Where a currency’s banks take other numbers, these are in place of an IBAN. Without a currency: those of any. */
export const withdrawSchemaIn = (currency?: string) =>
  strictInput({
    amount: amountOf('Amount'),
    holder: requiredText('Account holder', MAX_HOLDER),
    accountNumber: requiredText('Account number', 64),
    bankName: requiredText('Bank name', 200),
    routingNumber: requiredText('Routing number', 64),
    iban: ibanIn(currency),
    bankCode: requiredText('Bank code', 64),
    summary: requiredText('Summary', 300),
  });

/** transaction.withdraw (specification section 5). Without a holder it is the person who withdraws. */
export const WithdrawSchema = strictInput({
  ...withdrawSchemaIn().entries,
  holder: v.optional(requiredText('Account holder', MAX_HOLDER)),
});
export type Withdraw = v.InferOutput<typeof WithdrawSchema>;
