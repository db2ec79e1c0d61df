import { and, eq, ne, sql } from 'drizzle-orm';
import { DRAFT_DAYS } from '../../../src/domain/shops/draft.ts';
import type { Executor, Transaction } from '../../base/database/client.ts';
import { shipments } from '../../base/database/tables/shipments.ts';
import { drafts } from '../../base/database/tables/shops/drafts.ts';
import { anyOf } from '../../base/sql/lists.ts';
import { isNotDeleted } from '../../shipments/store/shipments.ts';

/** Has this account’s creations wait for each other until the transaction ends, so that a reference comes once. */
export async function lockShop(tx: Transaction, userId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`shop ${userId}`}, 0))`);
}

/**
 * Finds an account’s shipments with these references that were not cancelled, by reference. `connectionId`: as
 * orders of this shop, whose numbers other shops have, too, and began again long ago.
 */
export async function findByReferences(
  executor: Executor,
  senderId: string,
  references: readonly string[],
  connectionId: string | null = null,
): Promise<Map<string, { id: string; trackingId: string }>> {
  if (references.length === 0) return new Map();
  const rows = await executor
    .select({ id: shipments.id, trackingId: shipments.trackingId, reference: shipments.reference })
    .from(shipments)
    .where(
      and(
        eq(shipments.senderId, senderId),
        anyOf(shipments.reference, references),
        // Repeats the condition of the index, which has no row for empty ones.
        ne(shipments.reference, ''),
        isNotDeleted,
        ne(shipments.status, 'cancelled'),
        connectionId === null
          ? undefined
          : sql`${shipments.createdAt} > now() - ${DRAFT_DAYS} * interval '1 day' and not exists (select from ${drafts}
            where ${drafts.shipmentId} = ${shipments.id} and ${drafts.connectionId} <> ${connectionId})`,
      ),
    );
  return new Map(rows.map(({ reference, ...shipment }) => [reference, shipment]));
}
