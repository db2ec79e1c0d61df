import { and, desc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { Bill } from '../../src/domain/bill.ts';
import { fromCents } from '../../src/domain/money.ts';
import type { Executor, Transaction } from '../database/client.ts';
import { bills, shipments } from '../database/schema.ts';

export interface NewBill {
  userId: string;
  shipmentId: string;
  amountCents: bigint;
  summary: string;
}

/** Adds a bill and answers its id. */
export async function insertBill(tx: Transaction, bill: NewBill): Promise<string> {
  const [row] = await tx.insert(bills).values(bill).returning({ id: bills.id });
  if (!row) throw new Error('A bill was not inserted');
  return row.id;
}

const columns = {
  id: bills.id,
  amountCents: bills.amountCents,
  summary: bills.summary,
  trackingId: shipments.trackingId,
  createdAt: bills.createdAt,
};

async function listBills(executor: Executor, whose: SQL): Promise<Bill[]> {
  const rows = await executor
    .select(columns)
    .from(bills)
    .innerJoin(shipments, eq(shipments.id, bills.shipmentId))
    .where(and(whose, isNull(bills.deletedAt)))
    .orderBy(desc(bills.createdAt), desc(bills.id));
  return rows.map(({ amountCents, createdAt, ...bill }) => ({
    ...bill,
    amount: fromCents(amountCents),
    createdAt: createdAt.toISOString(),
  }));
}

/** The open bills of a shipment, newest first. */
export const listBillsOfShipment = (executor: Executor, shipmentId: string): Promise<Bill[]> =>
  listBills(executor, eq(bills.shipmentId, shipmentId));

/** The open bills of a person, newest first. */
export const listBillsOfUser = (executor: Executor, userId: string): Promise<Bill[]> =>
  listBills(executor, eq(bills.userId, userId));

/** A bill locked until the transaction ends, with its shipment's tracking ID; null where there is none, or it was deleted. */
export async function lockBill(
  tx: Transaction,
  id: string,
): Promise<(Omit<NewBill, 'shipmentId'> & { trackingId: string }) | null> {
  const [row] = await tx
    .select({ ...columns, userId: bills.userId })
    .from(bills)
    .innerJoin(shipments, eq(shipments.id, bills.shipmentId))
    .where(and(eq(bills.id, id), isNull(bills.deletedAt)))
    .for('update', { of: bills });
  return row ?? null;
}

/** Hides a bill everywhere; the audit trail keeps it. */
export async function hideBill(tx: Transaction, id: string): Promise<void> {
  await tx.update(bills).set({ deletedAt: sql`now()` }).where(eq(bills.id, id));
}

/** What a bill is for, as its mail tells it; null where there is none, or it was deleted. `amount` in dollars. */
export async function findBill(
  executor: Executor,
  id: string,
): Promise<{ shipmentId: string; amount: number; summary: string } | null> {
  const [row] = await executor
    .select({ shipmentId: bills.shipmentId, amountCents: bills.amountCents, summary: bills.summary })
    .from(bills)
    .where(and(eq(bills.id, id), isNull(bills.deletedAt)));
  return row ? { shipmentId: row.shipmentId, amount: fromCents(row.amountCents), summary: row.summary } : null;
}
