import { and, eq, isNull } from 'drizzle-orm';
import type { Executor } from '../../base/database/client.ts';
import { paymentReferences } from '../../base/database/tables/money/payments.ts';
import { anyOf } from '../../base/sql/lists.ts';

export async function findAccountReference(executor: Executor, userId: string): Promise<string> {
  const { reference, billId } = paymentReferences;
  const [row] = await executor
    .select({ reference })
    .from(paymentReferences)
    .where(and(eq(paymentReferences.userId, userId), isNull(billId)));
  if (!row) throw new Error('An account has no payment reference');
  return row.reference;
}

/** Null for one that never had cash on delivery. */
export async function findShipmentReference(executor: Executor, id: string): Promise<string | null> {
  const { reference, shipmentId } = paymentReferences;
  const [row] = await executor.select({ reference }).from(paymentReferences).where(eq(shipmentId, id));
  return row?.reference ?? null;
}

/** Keyed by the ids of bills. */
export async function listBillReferences(executor: Executor, ids: readonly string[]): Promise<Map<string, string>> {
  const { reference, billId } = paymentReferences;
  const rows = await executor.select({ reference, billId }).from(paymentReferences).where(anyOf(billId, ids));
  return new Map(rows.flatMap((row) => (row.billId ? [[row.billId, row.reference]] : [])));
}
