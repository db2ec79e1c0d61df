import type { Services } from '../../context/context.ts';
import { isUndone } from '../../stores/bulk/bulk-operations.ts';
import { deletePushDevice, findPushDevice, type PushDelivery } from '../../stores/push/push-devices.ts';
import { findShipment } from '../../stores/shipments/shipments.ts';

/**
 * Notifies a device, which fetches the latest status.
 * @throws Temporary errors, for the queue to retry.
 */
export async function deliverPush(
  { db, push }: Pick<Services, 'db' | 'push'>,
  { deviceId, shipmentId, kind = 'status-changed', ...undoable }: PushDelivery,
): Promise<void> {
  const device = await findPushDevice(db, deviceId);
  const shipment = device && (await findShipment(db, shipmentId));
  if (!shipment || (await isUndone(db, undoable, shipment))) return;
  const outcome = await push.send(device, { kind, trackingId: shipment.trackingId });
  if (outcome === 'gone') await deletePushDevice(db, deviceId);
}
