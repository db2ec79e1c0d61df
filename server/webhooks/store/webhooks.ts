import { and, eq, lt, ne, sql } from 'drizzle-orm';
import { WEBHOOK_EVENT_DAYS } from '../../../src/domain/webhook.ts';
import type { Executor, Transaction } from '../../base/database/client.ts';
import type { Locked } from '../../base/database/locked.ts';
import {
  type webhookDeliveries,
  webhookEndpoints,
  webhookEvents,
  webhookMessages,
} from '../../base/database/tables/v1/webhooks.ts';
import { deleteBatch } from '../../base/sql/delete-batch.ts';
import { inBatches } from '../../base/sql/lists.ts';

export type EndpointRow = typeof webhookEndpoints.$inferSelect;
export type EventRow = typeof webhookEvents.$inferSelect;
export type DeliveryRow = typeof webhookDeliveries.$inferSelect;

export type MessageRow = typeof webhookMessages.$inferSelect;

export interface EndpointOwner {
  userId: string;
  isTest?: boolean;
}

export const isEndpointOf = ({ userId, isTest }: EndpointOwner) =>
  and(eq(webhookEndpoints.userId, userId), isTest === undefined ? undefined : eq(webhookEndpoints.isTest, isTest));

export async function updateEndpoint(
  tx: Transaction,
  id: string,
  { waitSeconds, ...changes }: Partial<Omit<EndpointRow, 'id' | 'createdAt'>> & { waitSeconds?: number },
): Promise<EndpointRow | null> {
  const wait = waitSeconds === undefined ? {} : { nextAttemptAt: inSeconds(waitSeconds) };
  const [row] = await tx
    .update(webhookEndpoints)
    .set({ ...changes, ...wait })
    .where(eq(webhookEndpoints.id, id))
    .returning();
  return row ?? null;
}

/** Pauses all of a user's endpoints that were not off, with this reason, and returns how many. */
export async function pauseWebhooksOf(tx: Transaction, userId: string, problem: string): Promise<number> {
  const { rowCount } = await tx
    .update(webhookEndpoints)
    .set({ state: 'paused', problem })
    .where(and(eq(webhookEndpoints.userId, userId), ne(webhookEndpoints.state, 'off')));
  return rowCount ?? 0;
}

export async function deleteEndpointsOf(tx: Transaction, userId: string): Promise<number> {
  const { rowCount } = await tx.delete(webhookEndpoints).where(eq(webhookEndpoints.userId, userId));
  return rowCount ?? 0;
}

export async function insertEvents(tx: Transaction, events: readonly Omit<EventRow, 'createdAt'>[]): Promise<void> {
  for (const some of inBatches(events)) await tx.insert(webhookEvents).values(some);
}

/** Queues events for endpoints. One that already waits there is not queued twice. */
export async function insertMessages(
  tx: Transaction,
  messages: readonly Pick<MessageRow, 'endpointId' | 'eventId' | 'shipmentId' | 'sequence'>[],
): Promise<number> {
  let queued = 0;
  for (const some of inBatches(messages)) {
    const { rowCount } = await tx.insert(webhookMessages).values(some).onConflictDoNothing();
    queued += rowCount ?? 0;
  }
  return queued;
}

export const inSeconds = (seconds: number) => sql`now() + ${seconds} * interval '1 second'`;

export async function lockEndpoint(tx: Transaction, id: string): Promise<Locked<EndpointRow> | null> {
  const [row] = await tx.select().from(webhookEndpoints).where(eq(webhookEndpoints.id, id)).for('no key update');
  return (row as Locked<EndpointRow> | undefined) ?? null;
}

/** Deletes events of more than 30 days ago, with their attempts. */
export const deleteOldEvents = (executor: Executor): Promise<boolean> =>
  deleteBatch(
    executor,
    webhookEvents,
    lt(webhookEvents.createdAt, sql`now() - ${WEBHOOK_EVENT_DAYS} * interval '1 day'`),
  );

export const countEndpoints = (executor: Executor, owner: EndpointOwner): Promise<number> =>
  executor.$count(webhookEndpoints, isEndpointOf(owner));
