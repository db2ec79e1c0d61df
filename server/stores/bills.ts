import { and, desc, eq, isNull } from 'drizzle-orm';
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

/** The open bills of a shipment, newest first. */
export async function listBillsOfShipment(executor: Executor, shipmentId: string): Promise<Bill[]> {
  const rows = await executor
    .select({
      id: bills.id,
      amountCents: bills.amountCents,
      summary: bills.summary,
      trackingId: shipments.trackingId,
      createdAt: bills.createdAt,
    })
    .from(bills)
    .innerJoin(shipments, eq(shipments.id, bills.shipmentId))
    .where(and(eq(bills.shipmentId, shipmentId), isNull(bills.deletedAt)))
    .orderBy(desc(bills.createdAt), desc(bills.id));
  return rows.map(({ amountCents, createdAt, ...bill }) => ({
    ...bill,
    amount: fromCents(amountCents),
    createdAt: createdAt.toISOString(),
  }));
}
