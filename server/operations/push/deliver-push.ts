import type { Services } from '../../context/context.ts';
import { deletePushDevice, findPushDevice, type PushDelivery } from '../../stores/push/push-devices.ts';
import { findShipment } from '../../stores/shipments/shipments.ts';

/**
 * Tells one device that a shipment has a new status. It says of which, and not what: the device looks that up, so that it
 * shows the newest however late it is told. Nothing is sent about a shipment that is deleted meanwhile; a device that is
 * gone is forgotten. Throws what may pass, so that the queue tries again.
 */
export async function deliverPush(
  { db, push }: Pick<Services, 'db' | 'push'>,
  { deviceId, shipmentId }: PushDelivery,
): Promise<void> {
  const device = await findPushDevice(db, deviceId);
  const shipment = device && (await findShipment(db, shipmentId));
  if (!shipment) return;
  const outcome = await push.send(device, { kind: 'status-changed', trackingId: shipment.trackingId });
  if (outcome === 'gone') await deletePushDevice(db, deviceId);
}
