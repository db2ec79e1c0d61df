import { and, desc, eq, sql } from 'drizzle-orm';
import type { Executor } from '../base/database/client.ts';
import { knownDevices } from '../base/database/tables/sessions.ts';
import { createToken, hashToken } from '../base/secrets/secrets.ts';
import { inQuery } from '../base/sql/lists.ts';

interface KnownDevice {
  userId: string;
  ticketHash: Buffer;
}

const MAX_DEVICES = 50;

async function isIssuedTicket(executor: Executor, ticketHash: Buffer): Promise<boolean> {
  const [given] = await executor
    .select({ userId: knownDevices.userId })
    .from(knownDevices)
    .where(eq(knownDevices.ticketHash, ticketHash))
    .limit(1);
  return given !== undefined;
}

async function insertKnownDevice(executor: Executor, device: KnownDevice): Promise<boolean> {
  const [row] = await executor
    .insert(knownDevices)
    .values(device)
    .onConflictDoUpdate({ target: [knownDevices.ticketHash, knownDevices.userId], set: { lastSeenAt: sql`now()` } })
    .returning({ isNew: sql<boolean>`xmax = 0` });
  const surplus = executor
    .select({ ticketHash: knownDevices.ticketHash })
    .from(knownDevices)
    .where(eq(knownDevices.userId, device.userId))
    .orderBy(desc(knownDevices.lastSeenAt))
    .offset(MAX_DEVICES);
  await executor
    .delete(knownDevices)
    .where(and(eq(knownDevices.userId, device.userId), inQuery(knownDevices.ticketHash, surplus)));
  return row?.isNew ?? false;
}

export async function rememberDevice(
  executor: Executor,
  userId: string,
  ticket: string | null,
): Promise<{ deviceTicket?: string; isNew: boolean }> {
  const ticketHash = ticket === null ? null : hashToken(ticket);
  if (ticketHash !== null && (await isIssuedTicket(executor, ticketHash)))
    return { isNew: await insertKnownDevice(executor, { userId, ticketHash }) };
  const { token, hash } = createToken();
  return { isNew: await insertKnownDevice(executor, { userId, ticketHash: hash }), deviceTicket: token };
}
