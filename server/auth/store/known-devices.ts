import { and, eq, isNull, lt, ne, sql } from 'drizzle-orm';
import type { Executor } from '../../base/database/client.ts';
import { knownDevices } from '../../base/database/tables/sessions.ts';
import { users } from '../../base/database/tables/users.ts';
import { hashToken } from '../../base/secrets/secrets.ts';
import { deleteBatch } from '../../base/sql/delete-batch.ts';

export async function isKnownDevice(executor: Executor, ticketHash: Buffer, email: string): Promise<boolean> {
  const rows = await executor
    .select({ userId: knownDevices.userId })
    .from(knownDevices)
    .innerJoin(users, eq(users.id, knownDevices.userId))
    .where(and(eq(knownDevices.ticketHash, ticketHash), eq(users.email, email), isNull(users.deletedAt)));
  return rows.length > 0;
}

/** Deletes a user's known devices, except one ticket's. */
export async function deleteKnownDevicesOf(
  executor: Executor,
  userId: string,
  { except = null }: { except?: string | null } = {},
): Promise<void> {
  const others = except === null ? undefined : ne(knownDevices.ticketHash, hashToken(except));
  await executor.delete(knownDevices).where(and(eq(knownDevices.userId, userId), others));
}

export const deleteUnusedDevices = (executor: Executor): Promise<boolean> =>
  deleteBatch(executor, knownDevices, lt(knownDevices.lastSeenAt, sql`now() - interval '180 days'`));
