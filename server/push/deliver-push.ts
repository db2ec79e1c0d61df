import { eq } from 'drizzle-orm';
import { pick } from '../../src/domain/pick.ts';
import type { Executor } from '../base/database/client.ts';
import { pushDevices } from '../base/database/tables/push.ts';
import { sessions } from '../base/database/tables/sessions.ts';
import { isUndone } from '../bulk/store/bulk-operations.ts';
import type { Services } from '../context/context.ts';
import { findShipment } from '../shipments/store/shipments.ts';
import { describeNextStep } from '../tracking/read-next-step.ts';
import type { PushDelivery, PushDevice } from './store/push-devices.ts';

async function findPushDevice(executor: Executor, id: string): Promise<PushDevice | null> {
  const [row] = await executor
    .select({ ...pick(pushDevices, 'id', 'endpoint', 'p256dh', 'auth'), userId: sessions.userId })
    .from(pushDevices)
    .leftJoin(sessions, eq(sessions.id, pushDevices.sessionId))
    .where(eq(pushDevices.id, id));
  if (!row) return null;
  const { p256dh, auth, ...device } = row;
  return { ...device, keys: { p256dh, auth } };
}

async function deletePushDevice(executor: Executor, id: string): Promise<void> {
  await executor.delete(pushDevices).where(eq(pushDevices.id, id));
}

/**
 * Notifies a device, which fetches the latest status.
 * @throws Temporary errors, for the queue to retry.
 */
export async function deliverPush(
  { db, environment, push }: Pick<Services, 'db' | 'environment' | 'push'>,
  { deviceId, shipmentId, kind = 'status-changed', ...undoable }: PushDelivery,
): Promise<void> {
  const device = await findPushDevice(db, deviceId);
  const shipment = device && (await findShipment(db, shipmentId));
  if (!shipment || (await isUndone(db, undoable, shipment))) return;
  const isOwn = device.userId !== null && [shipment.senderId, shipment.receiverId].includes(device.userId);
  const reader = device.userId === shipment.senderId ? 'sender' : 'receiver';
  const isNext = isOwn && kind === 'delivery-attempted';
  const step = isNext ? await describeNextStep(db, environment, shipment, reader) : undefined;
  const outcome = await push.send(device, {
    kind,
    trackingId: shipment.trackingId,
    ...(step && { says: step.says }),
  });
  if (outcome === 'gone') await deletePushDevice(db, deviceId);
}
