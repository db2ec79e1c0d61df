/** Fees have left debts on an account; bills are open. */
import * as v from 'valibot';
import { IdSchema, optionalText, strictInput } from './field-schemas.ts';
import { MAX_SEARCH_LENGTH, PageNumberSchema, PageSizeSchema, paged } from './paged.ts';

export const owingShow = v.picklist(['overdue', 'deleted'], 'Show must be overdue or deleted.');

const OwingSearchSchema = strictInput({
  page: v.optional(PageNumberSchema),
  size: PageSizeSchema,
  q: v.optional(optionalText('Search', MAX_SEARCH_LENGTH)),
  show: v.optional(owingShow),
});
/** transactionAdmin.getOwing. */
export const OwingFileSchema = v.pick(OwingSearchSchema, ['q', 'show']);
export type OwingFilter = v.InferOutput<typeof OwingFileSchema>;
export const GetOwingSchema = strictInput({ page: OwingSearchSchema });
export type OwingSearch = v.InferOutput<typeof OwingSearchSchema>;

export const DebtorSchema = v.object({
  id: v.string(),
  name: v.string(),
  email: v.string(),
  /** Below zero, the account was deleted and is owed something. */
  amount: v.number(),
  /** No statement has these fees yet. */
  unstated: v.number(),
  /** Later payments do not cover the oldest fee or bill, of this date. */
  since: v.string(),
  isOverdue: v.boolean(),
  lastPayment: v.nullable(v.string()),
  lastReminder: v.nullable(v.string()),
});
export type Debtor = v.InferOutput<typeof DebtorSchema>;

export const OwingSchema = v.object({
  ...paged(DebtorSchema).entries,
  /** They are of all pages of the search. */
  sums: v.object({ owed: v.number(), overdue: v.number() }),
});
export type Owing = v.InferOutput<typeof OwingSchema>;

export const MAX_REMINDED = 100;
export const REMINDER_HOURS = 24;

export const RemindSchema = strictInput({
  ids: v.pipe(
    v.array(IdSchema, 'Choose whom to remind.'),
    v.minLength(1, 'Choose whom to remind.'),
    v.maxLength(MAX_REMINDED, `You can remind ${MAX_REMINDED} people at once.`),
    v.transform((ids) => [...new Set(ids)]),
  ),
});
/** Others were reminded in the last 24 hours, or owe nothing any more. */
export const RemindedSchema = v.object({ reminded: v.number() });
