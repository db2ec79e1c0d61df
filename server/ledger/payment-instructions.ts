import { and, eq, isNull } from 'drizzle-orm';
import { electronicFormatIBAN, isValidIBAN } from 'ibantools';
import { type Bill, type ManagedBill, type OpenBills, withoutPayer } from '../../src/domain/bill.ts';
import { decimalsOf } from '../../src/domain/currency.ts';
import { dayIn } from '../../src/domain/dates.ts';
import { shiftDay } from '../../src/domain/day.ts';
import { fromCents } from '../../src/domain/money.ts';
import type { Before } from '../../src/domain/paged.ts';
import type { PaymentInstructions } from '../../src/domain/payment-instructions.ts';
import type { ShipmentStatus } from '../../src/domain/shipment-status.ts';
import type { Environment } from '../base/config/env.ts';
import type { Executor } from '../base/database/client.ts';
import { paymentReferences } from '../base/database/tables/money/payments.ts';
import { anyOf } from '../base/sql/lists.ts';
import { listOpenBills, sumOpenBills } from '../bills/store/bills.ts';
import type { ShipmentRow } from '../shipments/store/shipments.ts';
import { paymentQr, type QrSettings } from './payment-qr.ts';
import { findBankAccountFor, findFallbackBankAccount } from './store/bank-accounts.ts';
import { findBalance } from './store/ledger.ts';

export type DueSettings = Pick<Environment, 'PAYMENT_DAYS' | 'TIME_ZONE'>;
export type HowSettings = Pick<Environment, 'PAYMENT_URL'> & QrSettings;
export type PaymentSettings = HowSettings & DueSettings;
type Payment = Pick<PaymentInstructions, 'reference' | 'amount' | 'account'>;

export function paymentInstructions(
  settings: HowSettings,
  { reference, amount, account }: Payment,
): PaymentInstructions {
  return {
    reference,
    amount,
    link: formatLink(settings, reference, amount),
    account: account && {
      accountName: account.accountName,
      accountNumber: account.accountNumber,
      bankName: account.bankName,
      routingNumber: account.routingNumber,
    },
    isIban: ibanOf(account) !== null,
    qr: paymentQr(settings, { reference, amount, account, iban: ibanOf(account) }),
  };
}

/** Null for a number of another kind. */
export function ibanOf(account: Pick<NonNullable<Payment['account']>, 'accountNumber'> | null): string | null {
  const iban = account && electronicFormatIBAN(account.accountNumber);
  return iban && isValidIBAN(iban) ? iban : null;
}

function formatLink({ PAYMENT_URL, CURRENCY }: HowSettings, reference: string, amount: number | null): string | null {
  if (!PAYMENT_URL || (amount === null && PAYMENT_URL.includes('{amount}'))) return null;
  const written = amount?.toFixed(decimalsOf(CURRENCY)) ?? '';
  return PAYMENT_URL.replaceAll('{amount}', written).replaceAll('{reference}', encodeURIComponent(reference));
}

interface Sources {
  executor: Executor;
  settings: PaymentSettings;
}

export const dueOf = ({ PAYMENT_DAYS, TIME_ZONE }: DueSettings, createdAt: Date): string =>
  shiftDay(dayIn(TIME_ZONE, createdAt), PAYMENT_DAYS);

export function withDue<Row extends Bill>(settings: DueSettings, bills: readonly Row[]): Row[] {
  const today = dayIn(settings.TIME_ZONE, new Date());
  return bills.map((bill) => {
    if (bill.paidAt) return bill;
    const due = dueOf(settings, new Date(bill.createdAt));
    return { ...bill, due, isOverdue: due < today };
  });
}

/** Keyed by the ids of bills. */
async function listBillReferences(executor: Executor, ids: readonly string[]): Promise<Map<string, string>> {
  const { reference, billId } = paymentReferences;
  const rows = await executor.select({ reference, billId }).from(paymentReferences).where(anyOf(billId, ids));
  return new Map(rows.flatMap((row) => (row.billId ? [[row.billId, row.reference]] : [])));
}

export async function withPayment(
  { executor, settings }: Sources,
  bills: readonly ManagedBill[],
): Promise<ManagedBill[]> {
  if (bills.length === 0) return [];
  const references = await listBillReferences(
    executor,
    bills.map(({ id }) => id),
  );
  const accounts = new Map<string, Payment['account']>();
  for (const id of new Set(bills.map(({ payer }) => payer.id))) {
    accounts.set(id, await findBankAccountFor(executor, id));
  }
  return withDue(settings, bills).map((bill) => {
    const reference = references.get(bill.id);
    if (!reference) return bill;
    const account = accounts.get(bill.payer.id) ?? null;
    return { ...bill, payment: paymentInstructions(settings, { reference, amount: bill.amount, account }) };
  });
}

/** Null for no such bill. */
export async function getBillPayment(
  { executor, settings }: Sources,
  bill: { id: string; userId: string; amount: number },
): Promise<PaymentInstructions | null> {
  const reference = (await listBillReferences(executor, [bill.id])).get(bill.id);
  if (!reference) return null;
  const account = await findBankAccountFor(executor, bill.userId);
  return paymentInstructions(settings, { reference, amount: bill.amount, account });
}

async function findAccountReference(executor: Executor, userId: string): Promise<string> {
  const { reference, billId } = paymentReferences;
  const [row] = await executor
    .select({ reference })
    .from(paymentReferences)
    .where(and(eq(paymentReferences.userId, userId), isNull(billId)));
  if (!row) throw new Error('An account has no payment reference');
  return row.reference;
}

export async function getAccountPayment({ executor, settings }: Sources, userId: string): Promise<PaymentInstructions> {
  const reference = await findAccountReference(executor, userId);
  const { totalCents } = await findBalance(executor, userId);
  const amount = totalCents < 0n ? fromCents(-totalCents) : null;
  return paymentInstructions(settings, { reference, amount, account: await findBankAccountFor(executor, userId) });
}

const PAYABLE_AHEAD: readonly ShipmentStatus[] = ['in-progress', 'shipped', 'held'];

/** Null for one that never had cash on delivery. */
async function findPaymentReference(executor: Executor, id: string): Promise<string | null> {
  const { reference, shipmentId } = paymentReferences;
  const [row] = await executor.select({ reference }).from(paymentReferences).where(eq(shipmentId, id));
  return row?.reference ?? null;
}

export async function describePayAhead(
  executor: Executor,
  settings: HowSettings,
  { id, status, codCents, receiverId }: Pick<ShipmentRow, 'id' | 'status' | 'codCents' | 'receiverId'>,
): Promise<{ payAhead?: PaymentInstructions }> {
  if (codCents === null || !PAYABLE_AHEAD.includes(status)) return {};
  const reference = await findPaymentReference(executor, id);
  const account = await (receiverId ? findBankAccountFor(executor, receiverId) : findFallbackBankAccount(executor));
  if (!reference || !(account || settings.PAYMENT_URL)) return {};
  return { payAhead: paymentInstructions(settings, { reference, amount: fromCents(codCents), account }) };
}

export async function getOpenBills(sources: Sources, userId: string, { before }: Before): Promise<OpenBills> {
  const { count, cents } = await sumOpenBills(sources.executor, userId);
  const rows = count === 0 ? [] : await listOpenBills(sources.executor, userId, before);
  return { count, amount: fromCents(cents), data: (await withPayment(sources, rows)).map(withoutPayer) };
}
