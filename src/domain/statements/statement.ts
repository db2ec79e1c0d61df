/** Statements are numbered, and never changed once they are issued. */
import * as v from 'valibot';
import { amountOf, IdSchema, optionalText, requiredText, strictInput, sumOf } from '../field-schemas.ts';
import { SHOP_PERIODS, STATEMENT_PERIODS } from './periods.ts';
import type { TaxLine } from './taxes.ts';

export const STATEMENT_KINDS = ['statement', 'credit-note'] as const;
export type StatementKind = (typeof STATEMENT_KINDS)[number];

/** The accounts of a journal, whose numbers are a setting. */
export const JOURNAL_ACCOUNTS = [
  ...['shops', 'revenue', 'tax', 'bank', 'cod'],
  ...['courier', 'cash', 'card', 'difference', 'bills', 'rounding'],
] as const;
export type JournalAccount = (typeof JOURNAL_ACCOUNTS)[number];

/** Statements sum entries by these; `account` is the journal’s against `shops`. */
export const LINES = {
  shipping: { label: 'Shipments', account: 'revenue', isTaxed: true },
  return: { label: 'Returns', account: 'revenue', isTaxed: true },
  'cod-fee': { label: 'Fees for cash on delivery', account: 'revenue', isTaxed: true },
  fee: { label: 'Other fees', account: 'revenue', isTaxed: true },
  'fee-correction': { label: 'Corrections of fees', account: 'revenue', isTaxed: true },
  cod: { label: 'Cash on delivery', account: 'cod', isTaxed: false },
  payment: { label: 'Payments', account: 'bank', isTaxed: false },
  'deposit-correction': { label: 'Corrections of payments', account: 'bank', isTaxed: false },
  payout: { label: 'Payouts', account: 'bank', isTaxed: false },
  credit: { label: 'Credits', account: 'revenue', isTaxed: false },
  tax: { label: 'Tax', account: 'tax', isTaxed: false },
} as const satisfies Record<string, { label: string; account: JournalAccount; isTaxed: boolean }>;
export type LineKind = keyof typeof LINES;

/** Money from the door and bills: the first account gets it, the second gives it. */
export const OTHER_LINES = {
  collected: ['courier', 'cod'],
  'counted cash': ['cash', 'courier'],
  'counted card': ['card', 'courier'],
  difference: ['difference', 'courier'],
  /** What coins couldn’t pay of cash on delivery. */
  rounding: ['rounding', 'cod'],
  billed: ['bills', 'revenue'],
  'bill paid': ['bank', 'bills'],
  'bill reopened': ['bills', 'bank'],
  'bill deleted': ['revenue', 'bills'],
  'bill short': ['difference', 'bills'],
  'cash to bank': ['bank', 'cash'],
  'card to bank': ['bank', 'card'],
  /** Money that was given back is below zero. */
  'paid ahead': ['bank', 'cod'],
} as const satisfies Record<string, readonly [JournalAccount, JournalAccount]>;
export type OtherKind = keyof typeof OTHER_LINES;

/**
 * The first account gets what the second gives. In the ledger, `shops` gives what they are owed.
 */
export const accountsOf = (kind: LineKind | OtherKind): readonly [gets: JournalAccount, gives: JournalAccount] =>
  kind in OTHER_LINES ? OTHER_LINES[kind as OtherKind] : [LINES[kind as LineKind].account, 'shops'];

const TAKES: readonly LineKind[] = ['shipping', 'return', 'cod-fee', 'fee', 'deposit-correction', 'payout', 'tax'];
/** An amount that goes the other way is a correction. */
export const groupOf = (kind: LineKind, cents: bigint): string =>
  cents < 0n === TAKES.includes(kind) ? LINES[kind].label : 'Corrections';

/** `2026-0012`, `CN-2026-0003`. */
export const formatNumber = ({ kind, year, number }: { kind: StatementKind; year: number; number: number }): string =>
  `${kind === 'credit-note' ? 'CN-' : ''}${year}-${String(number).padStart(4, '0')}`;

/** These facts never change. Amounts are cents, days are of the brand’s zone. */
export interface StatementFacts {
  seller: { name: string; address: string; taxNumber: string; contact: string };
  buyer: { name: string; address: string; email: string; taxNumber?: string };
  currency: string;
  zone: string;
  /** A credit note has the taxes on what it credits. */
  taxes: TaxLine[];
  due: string | null;
  pay?: string;
  /** The statement that a credit note corrects. */
  of?: string;
}

const SumSchema = v.object({ label: v.string(), amount: v.number() });
/** In the currency's unit. A negative balance is what the shop owes. */
export const StatementSchema = v.object({
  id: v.string(),
  kind: v.picklist(STATEMENT_KINDS),
  number: v.string(),
  from: v.string(),
  until: v.string(),
  opening: v.number(),
  closing: v.number(),
  due: v.nullable(v.string()),
  /** What a credit note corrects. */
  of: v.nullable(v.string()),
  issuedAt: v.string(),
});
export type Statement = v.InferOutput<typeof StatementSchema>;

export const ShopStatementsSchema = v.object({
  period: v.picklist(STATEMENT_PERIODS),
  /** Nobody has chosen it for this shop. */
  isUsual: v.optional(v.boolean()),
  taxNumber: v.string(),
  /** Null if nothing happened yet. `fees` are without `tax`, which only a statement charges. */
  draft: v.nullable(
    v.object({
      from: v.string(),
      opening: v.number(),
      sums: v.array(SumSchema),
      fees: v.number(),
      tax: v.optional(v.number()),
      closing: v.number(),
    }),
  ),
});
export type ShopStatements = v.InferOutput<typeof ShopStatementsSchema>;

export const SetPeriodSchema = strictInput({
  userId: IdSchema,
  period: v.picklist(SHOP_PERIODS, 'Choose a period.'),
  taxNumber: v.optional(optionalText('Tax number', 60)),
});
export type SetPeriod = v.InferOutput<typeof SetPeriodSchema>;

/** statementAdmin.credit: an amount without tax. */
export const CreditSchema = strictInput({
  id: IdSchema,
  amount: amountOf('Amount'),
  reason: requiredText('Reason', 200),
});
export type Credit = v.InferOutput<typeof CreditSchema>;
export const CreditedSchema = v.object({ number: v.nullable(v.string()), waits: v.boolean() });
export type Credited = v.InferOutput<typeof CreditedSchema>;

export const MAX_PAYOUTS = 100;
/** The last statement says that the brand owes this, and it isn’t paid yet. */
export const DuePayoutSchema = v.object({
  userId: v.string(),
  name: v.string(),
  number: v.string(),
  amount: v.number(),
  /** Null: no bank account to pay to. */
  iban: v.nullable(v.string()),
  holder: v.optional(v.string()),
});
export type DuePayout = v.InferOutput<typeof DuePayoutSchema>;
export const DuePayoutsSchema = v.object({ total: v.number(), payouts: v.array(DuePayoutSchema) });

/** The payouts are those that somebody has seen. */
export const PayOutSchema = strictInput({
  payouts: v.pipe(
    v.array(strictInput({ userId: IdSchema, amount: sumOf('Amount') }), 'Payouts must be a list.'),
    v.minLength(1, 'Choose a payout.'),
    v.maxLength(MAX_PAYOUTS, `Choose up to ${MAX_PAYOUTS} payouts.`),
  ),
});
export type PayOut = v.InferOutput<typeof PayOutSchema>;

/** Parses `shops=1510,revenue=3001`; an account without a number keeps its name. */
export function parseAccounts(text: string): Record<JournalAccount, string> | null {
  const given = text
    .split(',')
    .filter(Boolean)
    .map((pair) => pair.split('=').map((part) => part.trim()));
  const isFine = ([name, number, ...more]: string[]) =>
    JOURNAL_ACCOUNTS.some((one) => one === name) && /^[\w. -]{1,30}$/.test(number ?? '') && more.length === 0;
  if (!given.every(isFine)) return null;
  const own = Object.fromEntries(JOURNAL_ACCOUNTS.map((name) => [name, name]));
  return { ...own, ...Object.fromEntries(given) } as Record<JournalAccount, string>;
}
