/** What a report says of money: each line sums some kinds of the journal’s entries. */
import * as v from 'valibot';
import { calendarDay, strictInput } from '../field-schemas.ts';
import type { LineKind, OtherKind } from './statement.ts';

export type JournalKind = LineKind | OtherKind;

/** `up` adds to a line, and `down` takes from it. */
export const MONEY_LINES = {
  billed: { label: 'Bills made', up: ['billed'], down: ['bill deleted'] },
  'bills-paid': { label: 'Bills paid', up: ['bill paid'], down: ['bill reopened'] },
  'bills-short': { label: 'Let go of short bills', up: ['bill short'], down: [] },
  payments: { label: 'Payments to accounts', up: ['payment', 'deposit-correction'], down: [] },
  fees: {
    label: 'Fees, net of tax and credits',
    up: [],
    down: ['shipping', 'return', 'cod-fee', 'fee', 'fee-correction', 'credit'],
  },
  tax: { label: 'Tax', up: [], down: ['tax'] },
  collected: { label: 'COD collected', up: ['collected'], down: [] },
  'paid-ahead': { label: 'COD paid ahead', up: ['paid ahead'], down: [] },
  counted: { label: 'COD counted', up: ['counted cash', 'counted card'], down: [] },
  banked: { label: 'COD brought to the bank', up: ['cash to bank', 'card to bank'], down: [] },
  difference: { label: 'Missing when counted', up: ['difference'], down: [] },
  rounding: { label: 'Rounding of cash', up: ['rounding'], down: [] },
  'cod-credited': { label: 'COD credited to senders', up: ['cod'], down: [] },
  'paid-out': { label: 'Paid out', up: [], down: ['payout'] },
} as const satisfies Record<string, { label: string; up: readonly JournalKind[]; down: readonly JournalKind[] }>;
export type MoneyLineName = keyof typeof MONEY_LINES;
export const MONEY_LINE_NAMES = Object.keys(MONEY_LINES) as MoneyLineName[];

export const kindsOfLine = (line: MoneyLineName): JournalKind[] => [...MONEY_LINES[line].up, ...MONEY_LINES[line].down];

/** Both days count. `line`: only its entries. */
export const JournalSchema = strictInput({
  from: calendarDay('From'),
  until: calendarDay('Until'),
  line: v.optional(v.picklist(MONEY_LINE_NAMES, 'Choose a line from the list.')),
});

/** reports.getMoneyLines: both days count. */
export const MoneyLinesSchema = strictInput({ from: calendarDay('From'), to: calendarDay('To') });

export const MoneyLineSchema = v.object({
  line: v.picklist(MONEY_LINE_NAMES),
  entries: v.number(),
  amount: v.number(),
});
export type MoneyLine = v.InferOutput<typeof MoneyLineSchema>;
