import { aliasedTable, and, asc, desc, eq, isNull, ne, or } from 'drizzle-orm';
import { MAX_ASKED_RETURNS } from '../../../src/domain/returns.ts';
import type { Executor, Transaction } from '../../base/database/client.ts';
import { shipments } from '../../base/database/tables/shipments.ts';
import { returns } from '../../base/database/tables/shops/returns.ts';
import { anyOf } from '../../base/sql/lists.ts';
import { isNotDeleted } from '../../shipments/store/shipments.ts';

export type ReturnRow = typeof returns.$inferSelect;

export async function insertReturn(tx: Transaction, row: typeof returns.$inferInsert): Promise<string> {
  const [made] = await tx.insert(returns).values(row).returning({ id: returns.id });
  if (!made) throw new Error('A return was not inserted');
  return made.id;
}

/** Under the lock of its first shipment. */
export async function answerAskedReturn(
  tx: Transaction,
  id: string,
  end: Pick<ReturnRow, 'status'> & Partial<Pick<ReturnRow, 'returnId' | 'reason'>>,
): Promise<void> {
  await tx.update(returns).set(end).where(eq(returns.id, id));
}

/** Null where there is none, or it was deleted. */
export async function listReturnsOf(executor: Executor, shipmentId: string) {
  return executor
    .select({
      asked: returns,
      shipment: {
        id: shipments.id,
        trackingId: shipments.trackingId,
        status: shipments.status,
        parcels: shipments.parcels,
      },
    })
    .from(returns)
    .leftJoin(shipments, and(eq(shipments.id, returns.returnId), isNotDeleted))
    .where(eq(returns.shipmentId, shipmentId))
    .orderBy(desc(returns.createdAt), desc(returns.id));
}

/** Finds the shipments that are returned, keyed by the ids of the returns. */
export async function findReturned(
  executor: Executor,
  returnIds: readonly string[],
): Promise<Map<string, { id: string; trackingId: string }>> {
  if (returnIds.length === 0) return new Map();
  const rows = await executor
    .select({ returnId: returns.returnId, id: shipments.id, trackingId: shipments.trackingId })
    .from(returns)
    .innerJoin(shipments, eq(shipments.id, returns.shipmentId))
    .where(anyOf(returns.returnId, returnIds));
  return new Map(rows.map(({ returnId, ...shipment }) => [returnId ?? '', shipment]));
}

const first = aliasedTable(shipments, 'first');
const back = aliasedTable(shipments, 'back');

interface ReturnLink {
  returnOf?: string;
  returnedAs?: string;
}

/** Keyed by shipment: the tracking IDs of what it returns, and of what returns it. */
export async function listReturnLinks(executor: Executor, ids: readonly string[]): Promise<Map<string, ReturnLink>> {
  if (ids.length === 0) return new Map();
  const rows = await executor
    .select({
      first: { id: first.id, trackingId: first.trackingId },
      back: { id: back.id, trackingId: back.trackingId },
    })
    .from(returns)
    .innerJoin(first, eq(first.id, returns.shipmentId))
    .innerJoin(back, and(eq(back.id, returns.returnId), ne(back.status, 'cancelled'), isNull(back.deletedAt)))
    .where(or(anyOf(returns.shipmentId, ids), anyOf(returns.returnId, ids)));
  return new Map<string, ReturnLink>(
    rows.flatMap((row) => [
      [row.first.id, { returnedAs: row.back.trackingId }] as const,
      [row.back.id, { returnOf: row.first.trackingId }] as const,
    ]),
  );
}

export async function listAskedReturns(executor: Executor, shopId: string) {
  return executor
    .select({
      id: returns.id,
      createdAt: returns.createdAt,
      shipmentId: first.id,
      trackingId: first.trackingId,
      reference: first.reference,
      description: first.description,
      receiverName: first.receiverName,
      parcels: returns.parcels,
    })
    .from(returns)
    .innerJoin(first, eq(first.id, returns.shipmentId))
    .where(and(eq(returns.status, 'asked'), eq(first.senderId, shopId), isNull(first.deletedAt)))
    .orderBy(asc(returns.createdAt), asc(returns.id))
    .limit(MAX_ASKED_RETURNS);
}
