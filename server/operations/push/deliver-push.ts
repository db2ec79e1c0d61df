import type { Services } from '../../context/context.ts';
import { deletePushDevice, findPushDevice, type PushDelivery } from '../../stores/push/push-devices.ts';
import { findShipment } from '../../stores/shipments/shipments.ts';

/**
 * Notifies one device of a shipment's new status. The message only names the shipment and the
 * device fetches the status, so that it always shows the latest. Sends nothing if the shipment was
 * deleted; deletes a device that no longer exists.
 * @throws Temporary errors, so that the queue retries.
 */
export async function deliverPush(
  { db, push }: Pick<Services, 'db' | 'push'>,
  { deviceId, shipmentId, kind = 'status-changed' }: PushDelivery,
): Promise<void> {
  const device = await findPushDevice(db, deviceId);
  const shipment = device && (await findShipment(db, shipmentId));
  if (!shipment) return;
  const outcome = await push.send(device, { kind, trackingId: shipment.trackingId });
  if (outcome === 'gone') await deletePushDevice(db, deviceId);
}
