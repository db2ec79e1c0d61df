import { and, or, sql } from 'drizzle-orm';
import { pick } from '../../../src/domain/pick.ts';
import type { Executor } from '../../base/database/client.ts';
import { shipments } from '../../base/database/tables/shipments.ts';
import { anyOf } from '../../base/sql/lists.ts';
import { isNotDeleted } from '../../shipments/store/shipments.ts';

export async function listPrinted(executor: Executor, ids: readonly string[], ownerId: string | null) {
  const isTheirs = ownerId === null ? undefined : or(sql`sender_id = ${ownerId}`, sql`receiver_id = ${ownerId}`);
  return executor
    .select({
      ...pick(shipments, 'id', 'trackingId', 'reference', 'service', 'weight', 'parcels', 'timeWindow', 'codCents'),
      ...pick(shipments, 'senderName', 'senderCountry', 'receiverName', 'receiverCountry', 'shipTo', 'address'),
      ...pick(shipments, 'status', 'proof'),
    })
    .from(shipments)
    .where(and(anyOf(shipments.id, ids), isNotDeleted, isTheirs));
}
