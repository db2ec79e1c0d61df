import { and, eq } from 'drizzle-orm';
import type { Executor } from '../../base/database/client.ts';
import { collectReports, runCollections } from '../../base/database/tables/shops/collections.ts';
import { pickups } from '../../base/database/tables/shops/pickups.ts';
import { UserError } from '../../base/errors/errors.ts';
import type { Services } from '../../context/context.ts';
import { findShipment } from '../../shipments/store/shipments.ts';
import { findProof } from '../store/visit-proofs.ts';
import type { ProofAddress } from './receive-proof.ts';

/** `userId` is null unless verified. */
export interface ProofReader {
  userId: string | null;
  readsAll: boolean;
  grants: readonly string[];
}

/** Whether a report is of a collection of this shop. */
export async function isShopOfReport(executor: Executor, factId: string, userId: string): Promise<boolean> {
  const rows = await executor
    .select({ id: pickups.id })
    .from(collectReports)
    .innerJoin(runCollections, eq(runCollections.id, collectReports.runCollectionId))
    .innerJoin(pickups, eq(pickups.id, runCollections.collectionId))
    .where(and(eq(collectReports.factId, factId), eq(pickups.userId, userId), eq(pickups.kind, 'pickup')));
  return rows.length > 0;
}

/**
 * Reads a picture for staff who see every shipment, owners and grant holders; of a collection for its shop.
 * @throws NOT_FOUND to everyone else.
 */
export async function readProof(
  { db, secrets, proofs }: Pick<Services, 'db' | 'secrets' | 'proofs'>,
  reader: ProofReader,
  { visitId, sha256 }: ProofAddress,
): Promise<NonNullable<Awaited<ReturnType<Services['proofs']['find']>>>> {
  const missing = new UserError('NOT_FOUND', 'This picture doesn’t exist, or has been deleted.');
  const proof = await findProof(db, visitId, Buffer.from(sha256, 'hex'));
  if (!proof?.storageKey) throw missing;
  let mayRead = reader.readsAll || (reader.userId !== null && (await isShopOfReport(db, visitId, reader.userId)));
  for (const id of mayRead ? [] : proof.shipmentIds) {
    const shipment = await findShipment(db, id);
    if (!shipment) continue;
    const { senderId, receiverId } = shipment;
    const isOwner = reader.userId !== null && (reader.userId === senderId || reader.userId === receiverId);
    mayRead ||= isOwner || reader.grants.some((grant) => secrets.isGrantFor(shipment, grant, Date.now()));
  }
  const file = mayRead ? await proofs.find(proof.storageKey) : null;
  if (!file) throw missing;
  return file;
}
