import type { ShipmentStatus } from '../../../src/domain/shipment-status.ts';
import type { UnitOfWork } from '../../context/unit-of-work.ts';
import { PUSH_QUEUE } from '../../jobs/queue.ts';
import { findStatedPreferences } from '../../stores/push/notification-preferences.ts';
import { listDevicesToTell, type PushDelivery } from '../../stores/push/push-devices.ts';
import type { ShipmentRow } from '../../stores/shipments/shipments.ts';
import { mailParties } from './mail-parties.ts';

/**
 * Notifies people of a shipment's new status once this commits: sender and receiver by email, and
 * the devices that follow it by push. Users with an account are notified as they have chosen.
 * Source: product decision 6; decision 0018.
 */
export async function tellOfStatus(
  unit: UnitOfWork,
  shipment: ShipmentRow,
  { status, when }: { status: ShipmentStatus; when: Date },
): Promise<void> {
  const { id, senderId, receiverId } = shipment;
  const ownerIds = [senderId, receiverId].filter((ownerId) => ownerId !== null);
  const stated = await findStatedPreferences(unit.tx, ownerIds);
  const ownerOf = { sender: senderId, receiver: receiverId };
  await mailParties(unit, shipment, ({ party, email }) => {
    const wanted = stated.get(ownerOf[party] ?? '')?.mail.includes(status) ?? true;
    const about = { shipmentId: id, party, status, occurredAt: when.toISOString() };
    return wanted ? { kind: 'status-changed', receiver: email, about } : null;
  });
  const devices = await listDevicesToTell(unit.tx, { shipmentId: id, ownerIds, status });
  const deliveries = devices.map((deviceId): PushDelivery => ({ deviceId, shipmentId: id }));
  await unit.services.jobs.sendMany(unit.tx, PUSH_QUEUE, deliveries, { behindOthers: false });
}
