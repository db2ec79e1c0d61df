import { eq, sql } from 'drizzle-orm';
import type { Undoable } from '../../../src/domain/mail.ts';
import { pick } from '../../../src/domain/pick.ts';
import { MAX_PUSH_SUBSCRIPTIONS, type PushMessage, type PushSubscription } from '../../../src/domain/push.ts';
import type { Executor, Transaction } from '../../base/database/client.ts';
import { pushDevices } from '../../base/database/tables/push.ts';
import { sessions } from '../../base/database/tables/sessions.ts';
import { anyOf } from '../../base/sql/lists.ts';

/** `userId`: who is signed in there. */
export type PushDevice = PushSubscription & { id: string; userId: string | null };

export interface PushDelivery extends Undoable {
  deviceId: string;
  shipmentId: string;
  kind?: PushMessage['kind'];
}

export async function savePushDevice(
  tx: Transaction,
  { endpoint, keys: { p256dh, auth } }: PushSubscription,
  sessionId: string | null,
): Promise<string> {
  const [row] = await tx
    .insert(pushDevices)
    .values({ endpoint, p256dh, auth, sessionId })
    .onConflictDoUpdate({ target: pushDevices.endpoint, set: { p256dh, auth, ...(sessionId && { sessionId }) } })
    .returning({ id: pushDevices.id });
  if (!row) throw new Error('The device was not stored');
  return row.id;
}

export async function movePushDevice(
  tx: Transaction,
  from: string,
  { endpoint, keys: { p256dh, auth } }: PushSubscription,
): Promise<void> {
  if (from === endpoint) return;
  const rows = await tx
    .select()
    .from(pushDevices)
    .where(anyOf(pushDevices.endpoint, [from, endpoint]))
    .orderBy(pushDevices.id)
    .for('update');
  const old = rows.find((row) => row.endpoint === from);
  const known = rows.find((row) => row.endpoint === endpoint);
  if (!old) return;
  if (!known) {
    await tx.update(pushDevices).set({ endpoint, p256dh, auth }).where(eq(pushDevices.id, old.id));
    return;
  }
  await tx.execute(sql`
    insert into push_follows (device_id, shipment_id)
    select ${known.id}, shipment_id from push_follows f where device_id = ${old.id}
      and not exists (select 1 from push_follows where device_id = ${known.id} and shipment_id = f.shipment_id)
    order by created_at desc
    limit greatest(0, ${MAX_PUSH_SUBSCRIPTIONS} - (select count(*) from push_follows where device_id = ${known.id}))`);
  // Following all takes the session that asked for it.
  const own = old.allOwn ? { allOwn: true, sessionId: old.sessionId } : {};
  await tx
    .update(pushDevices)
    .set({ p256dh, auth, ...own })
    .where(eq(pushDevices.id, known.id));
  await tx.delete(pushDevices).where(eq(pushDevices.id, old.id));
}

export async function findPushDevice(executor: Executor, id: string): Promise<PushDevice | null> {
  const [row] = await executor
    .select({ ...pick(pushDevices, 'id', 'endpoint', 'p256dh', 'auth'), userId: sessions.userId })
    .from(pushDevices)
    .leftJoin(sessions, eq(sessions.id, pushDevices.sessionId))
    .where(eq(pushDevices.id, id));
  if (!row) return null;
  const { p256dh, auth, ...device } = row;
  return { ...device, keys: { p256dh, auth } };
}

export async function deletePushDevice(executor: Executor, id: string): Promise<void> {
  await executor.delete(pushDevices).where(eq(pushDevices.id, id));
}
