import { eq, inArray, sql } from 'drizzle-orm';
import type { NotificationPreferences } from '../../../src/domain/push.ts';
import { SHIPMENT_STATUSES } from '../../../src/domain/shipment-status.ts';
import type { Executor } from '../../database/client.ts';
import { notificationPreferences } from '../../database/schema.ts';

const { userId, mail, push } = notificationPreferences;

/** Of what a person is told: of everything, by mail and by push, until they say otherwise. */
export async function findPreferences(executor: Executor, id: string): Promise<NotificationPreferences> {
  const [row] = await executor.select({ mail, push }).from(notificationPreferences).where(eq(userId, id));
  return row ?? { mail: [...SHIPMENT_STATUSES], push: [...SHIPMENT_STATUSES] };
}

/** What those of these people have said who have said something, by their ids. */
export async function findStatedPreferences(
  executor: Executor,
  ids: readonly string[],
): Promise<Map<string, NotificationPreferences>> {
  if (ids.length === 0) return new Map();
  const rows = await executor
    .select({ userId, mail, push })
    .from(notificationPreferences)
    .where(inArray(userId, [...ids]));
  return new Map(rows.map((row) => [row.userId, row]));
}

/** Keeps what a person says, in place of what they said before; nothing is written where that was the same. */
export async function savePreferences(
  executor: Executor,
  id: string,
  preferences: NotificationPreferences,
): Promise<void> {
  await executor
    .insert(notificationPreferences)
    .values({ userId: id, ...preferences })
    .onConflictDoUpdate({
      target: userId,
      set: preferences,
      setWhere: sql`(${mail}, ${push}) is distinct from (excluded.mail, excluded.push)`,
    });
}
