/** Cash on delivery: what couriers collect, hold in their *purse* and owe. */
import * as v from 'valibot';
import { isRounded } from './cash.ts';
import { amountOf, IdSchema, requiredText, strictInput, sumOf } from './field-schemas.ts';
import { fromCents, MAX_SUM, writeFigure } from './money.ts';

/** `before`: the courier collects nothing. */
export const PAYMENT_METHODS = ['cash', 'card', 'before'] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];
export const COLLECTED_METHODS = ['cash', 'card'] as const satisfies readonly PaymentMethod[];

export const PAYMENT_LABELS: Record<PaymentMethod, string> = {
  cash: 'Cash',
  card: 'Card',
  before: 'Paid ahead',
};

export interface Payment {
  method: PaymentMethod;
  amount: number;
}

export const PaymentSchema = v.object({ method: v.picklist(PAYMENT_METHODS), amount: v.number() });

export const codAmount = amountOf('Cash on delivery');

/** Returns `COD 499.00`, or `COD 499` for yen. */
export const printCod = (cod: number, currency: string): string => `COD ${writeFigure(cod, currency)}`;

export const codOf = ({ codCents }: { codCents: bigint | null }): { cod?: number } =>
  codCents === null ? {} : { cod: fromCents(codCents) };

interface PaidVisit {
  visitId: string;
  result: string;
  payment?: Payment | undefined;
  supersedes?: string | null | undefined;
  /** Missing if all are of one run. */
  courierId?: string;
  runId?: string;
}

/**
 * Expects visits in order of time. It drops those that were corrected, and keeps one for each run,
 * whose courier may have used two phones.
 */
export function standingPayments<Visit extends PaidVisit>(visits: readonly Visit[]): (Visit & { payment: Payment })[] {
  const counted = new Map<string | undefined, Visit & { payment: Payment }>();
  for (const visit of visits) {
    const { payment, courierId, runId } = visit;
    const isCorrected = visits.some((later) => later.supersedes === visit.visitId && later.courierId === courierId);
    if (!payment || visit.result !== 'delivered' || isCorrected || counted.has(runId)) continue;
    counted.set(runId, { ...visit, payment });
  }
  return [...counted.values()];
}

/** No courier has the money of the others. */
export const countedPayments = <Visit extends PaidVisit>(visits: readonly Visit[]) =>
  standingPayments(visits).filter(({ payment }) => payment.method !== 'before');

export type PaymentProblem = 'cod-not-collected' | 'cod-differs' | 'cod-paid-before';

/** The desk should ask about this; `cod` is the shipment’s present one. */
export function paymentProblem(cod: number | null, payment: Payment | null, coin: number): PaymentProblem | null {
  if (payment === null) return cod === null ? null : 'cod-not-collected';
  if (payment.amount !== cod && !isRoundedCash(cod, payment, coin)) return 'cod-differs';
  return payment.method === 'before' ? 'cod-paid-before' : null;
}

export const isRoundedCash = (cod: number | null, { method, amount }: Payment, coin: number): boolean =>
  method === 'cash' && cod !== null && isRounded(amount, cod, coin);

/** A card terminal has the `card` part. */
export const MoneySchema = v.object({ cash: v.number(), card: v.number() });
export type Money = v.InferOutput<typeof MoneySchema>;

export const CashCountSchema = v.object({
  id: v.string(),
  at: v.string(),
  by: v.object({ id: v.string(), name: v.string() }),
  expected: MoneySchema,
  counted: MoneySchema,
  reason: v.string(),
});
export type CashCount = v.InferOutput<typeof CashCountSchema>;

const handedOver = v.nullable(v.object({ amount: v.number(), at: v.string() }));

export const RunCashSchema = v.object({
  collected: MoneySchema,
  /** It is not counted yet, and below zero if it was corrected after the count. */
  open: MoneySchema,
  isOpen: v.boolean(),
  /** What its courier says. */
  handedOver,
  counts: v.array(CashCountSchema),
});
export type RunCash = v.InferOutput<typeof RunCashSchema>;

/** It has runs that have ended, the oldest first. */
export const OpenCashSchema = v.array(
  v.object({
    id: v.string(),
    name: v.string(),
    day: v.string(),
    courier: v.object({ id: v.string(), name: v.string() }),
    closedAt: v.nullable(v.string()),
    open: MoneySchema,
    handedOver,
  }),
);
export type OpenCash = v.InferOutput<typeof OpenCashSchema>;
export const MAX_OPEN_CASH = 100;

/** A sum below zero was given back. */
const signed = (name: string) => sumOf(name, -MAX_SUM);

/** `seen` is the sum on screen; another one is a conflict. Only a difference needs a reason. */
export const CountCashSchema = strictInput({
  runId: IdSchema,
  seen: strictInput({ cash: signed('Cash'), card: signed('Card payments') }),
  cash: signed('Cash'),
  card: signed('Card payments'),
  reason: v.optional(requiredText('Reason', 300)),
});
export type CountCash = v.InferOutput<typeof CountCashSchema>;

/** Null allows no cash on delivery. */
export const SetCodSchema = strictInput({ userId: IdSchema, limit: v.nullable(amountOf('Limit')) });
export const CodLimitSchema = v.object({ limit: v.nullable(v.number()) });
