import { randomBytes } from 'node:crypto';
import type { CreateShipment } from '../../src/domain/shipment.ts';
import { composeTrackingId, TRACKING_ID_RANDOM_LENGTH } from '../../src/domain/tracking-id.ts';
import { newPrivateCode } from '../auth/secrets.ts';
import { assertImageLinks } from '../images/image-links.ts';
import { insertActivity } from '../stores/activities.ts';
import { insertShipment, type ShipmentRow } from '../stores/shipments.ts';
import { findVerifiedUserId } from '../stores/users.ts';
import type { UnitOfWork } from '../unit-of-work.ts';
import { auditedShipment } from './audited-shipment.ts';

export const FIRST_COMMENT = 'Label created';

/**
 * Creates a shipment (shipmentAdmin.createShipment): a fresh tracking ID, two private codes, status in-progress with its
 * first activity entry, accounts linked where a party's address belongs to a verified person, and a mail with the own
 * code to each party. Source: specification sections 3, 5 and 7; product decisions 3 and 6.
 */
export async function createShipment(
  unit: UnitOfWork,
  input: CreateShipment,
): Promise<{ id: string; trackingId: string }> {
  const { secrets, environment } = unit.services;
  assertImageLinks(environment, input.images);
  const made = {
    senderId: await findVerifiedUserId(unit.tx, input.senderEmail),
    receiverId: await findVerifiedUserId(unit.tx, input.receiverEmail),
    senderCode: secrets.encryptCode(newPrivateCode()),
    receiverCode: secrets.encryptCode(newPrivateCode()),
  };
  let shipment: ShipmentRow | null = null;
  while (!shipment) {
    const trackingId = composeTrackingId(environment.BRAND_LETTER, randomBytes(TRACKING_ID_RANDOM_LENGTH));
    shipment = await insertShipment(unit.tx, input, { ...made, trackingId });
  }

  await insertActivity(unit.tx, {
    shipmentId: shipment.id,
    status: shipment.status,
    comment: FIRST_COMMENT,
    address: '',
    occurredAt: shipment.createdAt,
    createdBy: unit.actor?.id ?? null,
    idempotencyKey: null,
  });
  await unit.audit({ entity: 'shipment', entityId: shipment.id, after: auditedShipment(shipment) });
  await unit.mail({
    kind: 'shipment-created',
    receiver: shipment.senderEmail,
    about: { shipmentId: shipment.id, party: 'sender' },
  });
  await unit.mail({
    kind: 'shipment-created',
    receiver: shipment.receiverEmail,
    about: { shipmentId: shipment.id, party: 'receiver' },
  });
  return { id: shipment.id, trackingId: shipment.trackingId };
}
