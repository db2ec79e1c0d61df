/** Amounts are in the brand’s currency. */
import { formatPrice } from '../../../config/currency.ts';
import { site } from '../../../config/site.ts';
import { toCash } from '../../../domain/cash.ts';
import { PAYMENT_METHODS, type Payment, type PaymentMethod } from '../../../domain/cod.ts';
import { fromCents, parseAmount, toCents } from '../../../domain/money.ts';
import { PAID_LABELS } from '../../../domain/reasons.ts';
import type { Parcel } from '../../../domain/runs/parcels.ts';

/** Keyed by task, as typed. */
export type EnteredPayments = Record<string, { method?: PaymentMethod | undefined; amount?: string }>;

export const codParcels = (parcels: readonly Parcel[]): Parcel[] => parcels.filter(({ cod = 0 }) => cod > 0);

const sumOf = (amounts: readonly number[]): number =>
  fromCents(amounts.reduce((sum, amount) => sum + toCents(amount), 0n));

export const dueOf = (parcels: readonly Parcel[]): number => sumOf(parcels.map(({ cod = 0 }) => cod));

/** It was paid to the bank, so nobody collects it. */
export const paidAheadOf = (parcels: readonly Parcel[]): number => sumOf(parcels.map(({ paidAhead = 0 }) => paidAhead));

const amountOf = (cod: number, method: PaymentMethod): number =>
  method === 'cash' ? toCash(cod, site.smallestCoin) : cod;

export const cashDueOf = (parcels: readonly Parcel[]): number =>
  sumOf(codParcels(parcels).map(({ cod = 0 }) => amountOf(cod, 'cash')));

/** Null if they are what is due. */
export function wrongPayment(parcels: readonly Parcel[], entered: EnteredPayments): string | null {
  for (const { id, description, cod = 0 } of codParcels(parcels)) {
    const { method, amount = '' } = entered[id] ?? {};
    if (!method) return `Choose how ${description} was paid.`;
    const due = amountOf(cod, method);
    if (parseAmount(amount, site.currency) !== due) {
      return amount === '' ? `Enter the amount for ${description}.` : `Collect ${formatPrice(due)} for ${description}.`;
    }
  }
  return null;
}

/** Null until all is paid: `sum` is what was due then, since a scan or the desk may have changed it. */
export function paymentsIn(
  search: URLSearchParams,
  parcels: readonly Parcel[],
  entered: EnteredPayments,
): (Payment & { taskId: string })[] | null {
  const due = codParcels(parcels);
  if (due.length === 0) return [];
  const paid = search.get('paid');
  const all = PAYMENT_METHODS.find((one) => one === paid);
  const isPaid = all ?? (paid === 'each' && wrongPayment(due, entered) === null);
  if (!isPaid || search.get('sum') !== String(dueOf(due))) return null;
  return due.flatMap(({ id, cod = 0 }) => {
    const method = all ?? entered[id]?.method;
    return method ? { taskId: id, method, amount: amountOf(cod, method) } : [];
  });
}

/** `Paid in cash: $499.00`, for each method. */
export const formatPaid = (payments: readonly Payment[]): string =>
  PAYMENT_METHODS.flatMap((method) => {
    const sum = sumOf(payments.flatMap((payment) => (payment.method === method ? payment.amount : [])));
    return sum > 0 ? `${PAID_LABELS[method]}: ${formatPrice(sum)}` : [];
  }).join(', ');
