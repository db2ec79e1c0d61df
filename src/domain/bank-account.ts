import * as v from 'valibot';
import { baseOf, IdSchema, keysOf, requiredText, strictInput } from './field-schemas.ts';

/** `fallback`: the general account. */
export const BankAccountSchema = v.object({
  id: v.string(),
  accountName: v.string(),
  accountNumber: v.string(),
  bankName: v.string(),
  routingNumber: v.string(),
  fallback: v.boolean(),
  userId: v.nullable(v.string()),
});
export type BankAccount = v.InferOutput<typeof BankAccountSchema>;

const fields = {
  accountName: requiredText('Account name', 200),
  bankName: requiredText('Bank name', 200),
  accountNumber: requiredText('Account number', 64),
  routingNumber: requiredText('Routing number', 64),
};

export const BANK_ACCOUNT_FIELDS = keysOf(fields);
const base = baseOf(BANK_ACCOUNT_FIELDS);

export type BankAccountFields = v.InferOutput<v.ObjectSchema<typeof fields, undefined>>;

/** The form; also transactionAdmin.createFallbackBankAccount. */
export const SaveBankAccountSchema = strictInput({ ...fields, base });
export type SaveBankAccount = v.InferOutput<typeof SaveBankAccountSchema>;
export const CreateBankAccountSchema = strictInput({ userId: IdSchema, ...fields, base });
export type CreateBankAccount = v.InferOutput<typeof CreateBankAccountSchema>;
export const UpdateBankAccountSchema = strictInput({ id: IdSchema, ...fields, base });
export type UpdateBankAccount = v.InferOutput<typeof UpdateBankAccountSchema>;
