import { and, count, desc, eq, isNull, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { pick } from '../../src/domain/pick.ts';
import {
  isLive,
  MAX_DELIVERIES_SHOWN,
  TEST_EVENT,
  type WebhookDelivery,
  type WebhookPayload,
} from '../../src/domain/webhook.ts';
import type { Executor, Transaction } from '../base/database/client.ts';
import type { Locked } from '../base/database/locked.ts';
import { type Replay, webhookDeliveries, webhookEvents, webhookMessages } from '../base/database/tables/v1/webhooks.ts';
import { UserError } from '../base/errors/errors.ts';
import { anyOf } from '../base/sql/lists.ts';
import type { Services } from '../context/context.ts';
import { inUnitOfWork, type UnitOfWork } from '../context/unit-of-work.ts';
import { REPLAY_QUEUE } from '../jobs/queues.ts';
import type { JobTurn } from '../jobs/run-jobs.ts';
import { NOBODY } from '../shipments/store/shipment-work.ts';
import { exactTime } from '../v1/store/shop-shipments.ts';
import { type ById, lockOwnEndpoint, type Reader, requireEndpoint } from './manage-webhooks.ts';
import {
  type DeliveryRow,
  type EndpointOwner,
  type EndpointRow,
  type EventRow,
  insertEvents,
  insertMessages,
  lockEndpoint,
  updateEndpoint,
} from './store/webhooks.ts';

type Queued = { queued: number };

/** @throws NOT_FOUND, PRECONDITION_FAILED. */
export async function testWebhook(unit: UnitOfWork, owner: EndpointOwner, { id }: ById): Promise<Queued> {
  const { userId, isTest } = await requireLive(unit.tx, owner, id);
  const now = new Date().toISOString();
  const data = { id: '', tracking_id: '', reference: '', sequence: 0, status: '', reason: '' };
  const payload: WebhookPayload = {
    type: TEST_EVENT,
    timestamp: now,
    ...(isTest && { test: true }),
    data: { ...data, occurred_at: now, received_at: now },
  };
  const event = { id: uuidv7(), userId, shipmentId: null, testShipmentId: null, sequence: 0, payload };
  await insertEvents(unit.tx, [event]);
  await updateEndpoint(unit.tx, id, { waitSeconds: 0 });
  return queue(unit, id, [event]);
}

const REPLAY_BATCH = 1_000;

const isHeard = ({ userId, isTest, events }: EndpointRow) =>
  sql`${webhookEvents.userId} = ${userId}
    and ${webhookEvents.testShipmentId} ${sql.raw(isTest ? 'is not null' : 'is null')}
    and ${anyOf(sql`${webhookEvents.payload} ->> 'type'`, events)}`;

/** Keeps what a replay under way has left. */
async function startReplay(tx: Transaction, endpoint: Locked<EndpointRow>, since: Date): Promise<Replay> {
  const left = endpoint.replay?.at;
  const at = left && new Date(left) < since ? left : since.toISOString();
  const [found] = await tx
    .select({ total: count(), until: exactTime(sql`now()`) })
    .from(webhookEvents)
    .where(and(isHeard(endpoint), sql`${webhookEvents.createdAt} >= ${at}::timestamptz`));
  return { at, id: NOBODY, until: found?.until ?? '', queued: 0, total: found?.total ?? 0 };
}

/** Skips what waits already. Returns false once all are queued. */
async function queueReplay(tx: Transaction, endpoint: Locked<EndpointRow>, replay: Replay): Promise<boolean> {
  const { rows } = await tx.execute<{ at: string; id: string; read: number }>(sql`
    with batch as (
      select id, coalesce(shipment_id, test_shipment_id) as shipment_id, sequence, created_at from ${webhookEvents}
      where ${isHeard(endpoint)} and created_at <= ${replay.until}::timestamptz
        and (created_at, id) > (${replay.at}::timestamptz, ${replay.id}::uuid)
      order by created_at, id limit ${REPLAY_BATCH}
    ), queued as (
      insert into ${webhookMessages} (endpoint_id, event_id, shipment_id, sequence)
      select ${endpoint.id}::uuid, id, shipment_id, sequence from batch on conflict do nothing
    )
    select ${exactTime(sql`created_at`)} as at, id, (select count(*)::int from batch) as read from batch
    order by created_at desc, id desc limit 1`);
  const [last] = rows;
  const isDone = !last || last.read < REPLAY_BATCH;
  const rest = last && { ...replay, at: last.at, id: last.id, queued: replay.queued + last.read };
  await updateEndpoint(tx, endpoint.id, { replay: isDone ? null : rest });
  return !isDone;
}

/**
 * Queues the first ones here, the others by a job. What waits already is sent once.
 * @throws NOT_FOUND, PRECONDITION_FAILED.
 */
export async function replayWebhook(
  unit: UnitOfWork,
  owner: EndpointOwner,
  { id, since }: ById & { since: string },
): Promise<Queued> {
  const endpoint = await lockOwnEndpoint(unit.tx, owner, id);
  assertLive(endpoint);
  const replay = await startReplay(unit.tx, endpoint, new Date(since));
  if (await queueReplay(unit.tx, endpoint, replay)) {
    await unit.services.jobs.send(unit.tx, REPLAY_QUEUE, { endpointId: id }, { person: owner.userId });
  }
  return { queued: replay.total };
}

/** Returns true once all is queued. */
export async function runReplay(services: Services, endpointId: string, turn: JobTurn): Promise<boolean> {
  const order = { services, actor: null, procedure: 'webhooks' as const, requestId: endpointId };
  const queueMore = async ({ tx }: UnitOfWork) => {
    const endpoint = await lockEndpoint(tx, endpointId);
    return endpoint?.replay && queueReplay(tx, endpoint, endpoint.replay);
  };
  while (await inUnitOfWork(order, queueMore)) {
    if (await turn.isOver()) return false;
  }
  return true;
}

async function findEvent(
  executor: Executor,
  { userId, isTest }: Pick<EndpointRow, 'userId' | 'isTest'>,
  id: string,
): Promise<EventRow | null> {
  const isKind = isNull(isTest ? webhookEvents.shipmentId : webhookEvents.testShipmentId);
  const [row] = await executor
    .select()
    .from(webhookEvents)
    .where(and(eq(webhookEvents.id, id), eq(webhookEvents.userId, userId), isKind));
  return row ?? null;
}

/**
 * `message_id` is the `webhook-id` of the message.
 * @throws NOT_FOUND, PRECONDITION_FAILED.
 */
export async function resendMessage(
  unit: UnitOfWork,
  owner: EndpointOwner,
  { id, message_id }: ById & { message_id: string },
): Promise<Queued> {
  const endpoint = await requireLive(unit.tx, owner, id);
  const event = await findEvent(unit.tx, endpoint, message_id);
  if (!event) throw new UserError('NOT_FOUND', 'This message is no longer kept.');
  return queue(unit, id, [event]);
}

async function requireLive(executor: Executor, owner: EndpointOwner, id: string): Promise<EndpointRow> {
  const endpoint = await requireEndpoint(executor, owner, id);
  assertLive(endpoint);
  return endpoint;
}

function assertLive(endpoint: EndpointRow): void {
  if (!isLive(endpoint)) throw new UserError('PRECONDITION_FAILED', 'Turn the webhook on first.');
}

async function queue(
  { tx }: UnitOfWork,
  endpointId: string,
  events: readonly Pick<EventRow, 'id' | 'shipmentId' | 'testShipmentId' | 'sequence'>[],
) {
  const messages = events.map(({ id: eventId, shipmentId, testShipmentId, sequence }) => ({
    endpointId,
    eventId,
    shipmentId: shipmentId ?? testShipmentId,
    sequence,
  }));
  return { queued: await insertMessages(tx, messages) };
}

function listDeliveries(executor: Executor, endpointId: string): Promise<{ delivery: DeliveryRow; type: string }[]> {
  return executor
    .select({ delivery: webhookDeliveries, type: sql<string>`${webhookEvents.payload} ->> 'type'` })
    .from(webhookDeliveries)
    .innerJoin(webhookEvents, eq(webhookEvents.id, webhookDeliveries.eventId))
    .where(eq(webhookDeliveries.endpointId, endpointId))
    .orderBy(desc(webhookDeliveries.createdAt), desc(webhookDeliveries.id))
    .limit(MAX_DELIVERIES_SHOWN);
}

/** @throws NOT_FOUND */
export async function listWebhookDeliveries({ db }: Pick<Reader, 'db'>, owner: EndpointOwner, { id }: ById) {
  await requireEndpoint(db, owner, id);
  const data = (await listDeliveries(db, id)).map(
    ({ delivery, type }): WebhookDelivery => ({
      id: delivery.id,
      message_id: delivery.eventId,
      type,
      ...pick(delivery, 'attempt', 'status', 'ms', 'answer', 'problem'),
      created_at: delivery.createdAt.toISOString(),
    }),
  );
  return { data };
}
