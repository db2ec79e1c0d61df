import { and, count, desc, eq, isNull, type SQL, sql, sum } from 'drizzle-orm';
import type { ManagedBill } from '../../../src/domain/bill.ts';
import { fromCents } from '../../../src/domain/money.ts';
import { ROWS_AT_ONCE } from '../../../src/domain/pagination.ts';
import { fullName } from '../../../src/domain/user.ts';
import type { Executor, Transaction } from '../../base/database/client.ts';
import { bills } from '../../base/database/tables/bills.ts';
import { shipments } from '../../base/database/tables/shipments.ts';
import { users } from '../../base/database/tables/users.ts';
import { isBefore } from '../../base/sql/lists.ts';

export interface NewBill {
  userId: string;
  shipmentId: string;
  amountCents: bigint;
  summary: string;
}

const columns = {
  id: bills.id,
  amountCents: bills.amountCents,
  summary: bills.summary,
  trackingId: shipments.trackingId,
  createdAt: bills.createdAt,
  paidAt: bills.paidAt,
};

async function listBills(executor: Executor, whose: SQL, before?: string): Promise<ManagedBill[]> {
  const { id, firstName, lastName, email } = users;
  const rows = await executor
    .select({ ...columns, user: { id, firstName, lastName, email } })
    .from(bills)
    .innerJoin(shipments, eq(shipments.id, bills.shipmentId))
    .innerJoin(users, eq(users.id, bills.userId))
    .where(and(whose, isNull(bills.deletedAt), isBefore(bills, before)))
    .orderBy(desc(bills.createdAt), desc(bills.id))
    .limit(ROWS_AT_ONCE);
  return rows.map(({ amountCents, createdAt, paidAt, user, ...bill }) => ({
    ...bill,
    amount: fromCents(amountCents),
    createdAt: createdAt.toISOString(),
    paidAt: paidAt?.toISOString() ?? null,
    payer: { id: user.id, name: fullName(user) },
  }));
}

export const listManagedBills = (executor: Executor, shipmentId: string): Promise<ManagedBill[]> =>
  listBills(executor, eq(bills.shipmentId, shipmentId));

export const listBillsOfUser = (executor: Executor, userId: string, before?: string): Promise<ManagedBill[]> =>
  listBills(executor, eq(bills.userId, userId), before);

const isOpenOf = (userId: string) => sql`${eq(bills.userId, userId)} and ${isNull(bills.paidAt)}`;

export const listOpenBills = (executor: Executor, userId: string, before?: string): Promise<ManagedBill[]> =>
  listBills(executor, isOpenOf(userId), before);

export async function sumOpenBills(executor: Executor, userId: string): Promise<{ count: number; cents: bigint }> {
  const [row] = await executor
    .select({ count: count(), cents: sum(bills.amountCents) })
    .from(bills)
    .where(and(isOpenOf(userId), isNull(bills.deletedAt)));
  return { count: row?.count ?? 0, cents: BigInt(row?.cents ?? 0) };
}

/** Those of a user that are open, or all of a shipment. */
export async function countBills(
  executor: Executor,
  whose: { userId: string } | { shipmentId: string },
): Promise<number> {
  const isTheirs =
    'userId' in whose
      ? and(eq(bills.userId, whose.userId), isNull(bills.paidAt))
      : eq(bills.shipmentId, whose.shipmentId);
  const [row] = await executor
    .select({ total: count() })
    .from(bills)
    .where(and(isTheirs, isNull(bills.deletedAt)));
  return row?.total ?? 0;
}

export async function lockBill(
  tx: Transaction,
  id: string,
): Promise<
  (Omit<NewBill, 'shipmentId'> & { id: string; trackingId: string; paidAt: Date | null; shortCents: bigint }) | null
> {
  const [row] = await tx
    .select({ ...columns, userId: bills.userId, shortCents: bills.shortCents })
    .from(bills)
    .innerJoin(shipments, eq(shipments.id, bills.shipmentId))
    .where(and(eq(bills.id, id), isNull(bills.deletedAt)))
    .for('update', { of: bills });
  return row ?? null;
}

export async function findBill(
  executor: Executor,
  id: string,
): Promise<{ userId: string; shipmentId: string; amount: number; summary: string; createdAt: Date } | null> {
  const { userId, shipmentId, amountCents, summary, createdAt } = bills;
  const [row] = await executor
    .select({ userId, shipmentId, amountCents, summary, createdAt })
    .from(bills)
    .where(and(eq(bills.id, id), isNull(bills.deletedAt)));
  return row ? { ...row, amount: fromCents(row.amountCents) } : null;
}
