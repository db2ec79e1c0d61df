import { and, or, sql } from 'drizzle-orm';
import type { Executor } from '../../database/client.ts';
import { shipments } from '../../database/tables/shipments.ts';
import { anyOf } from '../lists.ts';
import { isNotDeleted } from './shipments.ts';

export async function listPrinted(executor: Executor, ids: readonly string[], ownerId: string | null) {
  const isTheirs = ownerId === null ? undefined : or(sql`sender_id = ${ownerId}`, sql`receiver_id = ${ownerId}`);
  return executor
    .select({
      id: shipments.id,
      trackingId: shipments.trackingId,
      reference: shipments.reference,
      service: shipments.service,
      weight: shipments.weight,
      parcels: shipments.parcels,
      timeWindow: shipments.timeWindow,
      codCents: shipments.codCents,
      senderName: shipments.senderName,
      senderCountry: shipments.senderCountry,
      receiverName: shipments.receiverName,
      receiverCountry: shipments.receiverCountry,
      shipTo: shipments.shipTo,
      address: shipments.address,
      status: shipments.status,
      proof: shipments.proof,
    })
    .from(shipments)
    .where(and(anyOf(shipments.id, ids), isNotDeleted, isTheirs));
}
