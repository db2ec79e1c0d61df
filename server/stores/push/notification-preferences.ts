import { eq, sql } from 'drizzle-orm';
import type { NotificationPreferences } from '../../../src/domain/push.ts';
import { SHIPMENT_STATUSES } from '../../../src/domain/shipment-status.ts';
import type { Executor } from '../../database/client.ts';
import { notificationPreferences } from '../../database/tables/users.ts';
import { anyOf } from '../lists.ts';

const { userId, mail, push } = notificationPreferences;

export async function findPreferences(executor: Executor, id: string): Promise<NotificationPreferences> {
  const [row] = await executor.select({ mail, push }).from(notificationPreferences).where(eq(userId, id));
  return row ?? { mail: [...SHIPMENT_STATUSES], push: [...SHIPMENT_STATUSES] };
}

export async function findSavedPreferences(
  executor: Executor,
  ids: readonly string[],
): Promise<Map<string, NotificationPreferences>> {
  if (ids.length === 0) return new Map();
  const rows = await executor.select({ userId, mail, push }).from(notificationPreferences).where(anyOf(userId, ids));
  return new Map(rows.map((row) => [row.userId, row]));
}

/** Replaces a user's preferences unless unchanged. */
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
