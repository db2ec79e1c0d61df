import type { Receipt } from '../../src/domain/receipt.ts';
import type { Executor } from '../base/database/client.ts';
import { UserError } from '../base/errors/errors.ts';
import { listVisitsOf } from '../deliveries/list-visits.ts';
import { getSigner, type KeySources } from '../handover/signing-keys.ts';
import { listProofs } from '../runs/store/visit-proofs.ts';
import { findLastEntry } from '../shipments/store/activities.ts';
import { findShipmentByTrackingId, type ShipmentRow } from '../shipments/store/shipments.ts';
import { accessOf, findByTypedId, type LookUpSources, type Viewer } from './track-shipment.ts';

type Sources = KeySources & { publicUrl: string };

/**
 * Signs the courier's report of a delivery, or the desk's hand-over, for people who see it.
 * @throws NOT_FOUND
 */
export async function getReceipt(
  sources: LookUpSources & Sources,
  viewer: Viewer,
  trackingId: string,
): Promise<{ jws: string }> {
  const shipment = await findByTypedId(sources, trackingId, findShipmentByTrackingId);
  const isParty = accessOf(shipment, viewer, sources.secrets) !== 'visitor';
  const delivery = isParty ? await readDelivery(sources.executor, shipment) : null;
  if (!delivery) throw new UserError('NOT_FOUND', 'There is no receipt for this shipment.');
  return { jws: await signReceipt(sources, shipment, delivery) };
}

type Delivery = NonNullable<Awaited<ReturnType<typeof readDelivery>>>;

/** Null if it isn’t delivered. Without a visit it was given away at the depot. */
export async function readDelivery(executor: Executor, shipment: ShipmentRow) {
  const entry = shipment.status === 'delivered' ? await findLastEntry(executor, shipment.id, 'status') : null;
  if (!entry) return null;
  const visits = await listVisitsOf(executor, shipment.id);
  const visit = visits.findLast(({ result, corrected }) => result === 'delivered' && !corrected);
  return { entry, visit, proofs: await listProofs(executor, visit ? [visit.id] : []) };
}

export async function signReceipt(
  sources: Sources,
  shipment: ShipmentRow,
  { entry, visit, proofs }: Delivery,
): Promise<string> {
  const stored = new Map(proofs.map((row) => [row.sha256.toString('hex'), row.storedSha256]));
  const receipt: Receipt = {
    iss: sources.publicUrl,
    trackingId: shipment.trackingId,
    outcome: 'delivered',
    deliveredAt: visit?.occurredAt ?? entry.occurredAt.toISOString(),
    reportedAt: visit?.createdAt ?? entry.createdAt.toISOString(),
    method: visit?.method ?? null,
    code: visit?.codeResult ?? null,
    proofs: (visit?.proofs ?? []).map(({ kind, sha256 }) => {
      const served = stored.get(sha256)?.toString('hex');
      return { kind, sha256, ...(served && { stored: served }) };
    }),
  };
  const signer = await getSigner(sources);
  const parts = [{ alg: 'ES256', kid: signer.id, typ: 'waybill-receipt+jws' }, receipt];
  const signed = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  return `${signed}.${signer.sign(Buffer.from(signed)).toString('base64url')}`;
}
