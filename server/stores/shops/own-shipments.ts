import { and, eq, ne, sql } from 'drizzle-orm';
import type { Executor, Transaction } from '../../database/client.ts';
import { shipments } from '../../database/tables/shipments.ts';
import { isNotDeleted } from '../shipments/shipments.ts';

/** Has this account’s creations wait for each other until the transaction ends, so that a reference comes once. */
export async function lockShop(tx: Transaction, userId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`shop ${userId}`}, 0))`);
}

/** Finds an account’s shipment with this reference that was not cancelled; null if there is none. */
export async function findByReference(
  executor: Executor,
  senderId: string,
  reference: string,
): Promise<{ id: string; trackingId: string } | null> {
  const [row] = await executor
    .select({ id: shipments.id, trackingId: shipments.trackingId })
    .from(shipments)
    .where(
      and(
        eq(shipments.senderId, senderId),
        eq(shipments.reference, reference),
        // As the index says, which has no row for empty ones.
        ne(shipments.reference, ''),
        isNotDeleted,
        ne(shipments.status, 'cancelled'),
      ),
    )
    .limit(1);
  return row ?? null;
}

/** Remembers which transaction has paid a new shipment. */
export async function setFeeTransaction(tx: Transaction, id: string, feeTransactionId: string): Promise<void> {
  await tx.update(shipments).set({ feeTransactionId }).where(eq(shipments.id, id));
}
