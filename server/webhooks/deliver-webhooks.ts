/**
 * A server claims an endpoint and sends its messages one after the other. Failing and slow
 * endpoints have separate lanes, and hold up nobody.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import { type AnyColumn, and, asc, eq, type SQL, sql } from 'drizzle-orm';
import { Webhook } from 'standardwebhooks';
import { v7 as uuidv7 } from 'uuid';
import { isLive, TEST_EVENT, WEBHOOK_DELAYS } from '../../src/domain/webhook.ts';
import type { Executor, Transaction } from '../base/database/client.ts';
import {
  webhookDeliveries,
  webhookEndpoints,
  webhookEvents,
  webhookMessages,
} from '../base/database/tables/v1/webhooks.ts';
import { anyOf, inQuery } from '../base/sql/lists.ts';
import type { Services } from '../context/context.ts';
import { inUnitOfWork, type UnitOfWork } from '../context/unit-of-work.ts';
import { findUser } from '../people/store/users.ts';
import { liveSecrets } from './live-secrets.ts';
import { sendWebhook, type WebhookAnswer } from './send-webhook.ts';
import {
  type DeliveryRow,
  type EndpointRow,
  type EventRow,
  inSeconds,
  lockEndpoint,
  type MessageRow,
  updateEndpoint,
} from './store/webhooks.ts';

const POLL_MS = 1_000;
/** The limit for each kind, on each server. */
const MAX_LANES = 64;
const BATCH = 50;
const SLOW_MS = 1_000;
/** Jitter keeps failed messages from coming back together. */
const JITTER = 0.1;
const MAX_RETRY_AFTER_SECONDS = 86_400;
const GONE = 410;

interface Work {
  log(error: unknown): void;
  signal: AbortSignal;
}

export async function deliverWebhooks(services: Services, { log, signal }: Work): Promise<void> {
  const lanes = [false, true].map((isSlow) => ({ isSlow, busy: new Set<Promise<void>>() }));
  while (!signal.aborted) {
    for (const { isSlow, busy } of lanes) {
      const claims = await claim(services, isSlow, MAX_LANES - busy.size).catch(log);
      for (const each of claims ?? []) {
        const lane: Promise<void> = serve(services, each, signal)
          .catch(log)
          .finally(() => busy.delete(lane));
        busy.add(lane);
      }
    }
    await sleep(POLL_MS, undefined, { signal }).catch(() => undefined);
  }
  await Promise.all(lanes.flatMap(({ busy }) => [...busy]));
}

/** A claim outlasts an attempt. */
const CLAIM_SECONDS = 30;

/** The longest delay and its jitter, in seconds. */
const MAX_WAIT_SECONDS = 27 * 3_600;

/** A time beyond our longest delay comes from a clock that was put back. */
const hasCome = (moment: AnyColumn, maxSeconds: number): SQL =>
  sql`(${moment} <= now() or ${moment} > ${inSeconds(maxSeconds)})`;

interface Claim {
  endpointId: string;
  claim: string;
}

async function claimEndpoints(
  executor: Executor,
  { claim, isSlow, limit }: { claim: string; isSlow: boolean; limit: number },
): Promise<Claim[]> {
  const { id, state, nextAttemptAt, claimedUntil } = webhookEndpoints;
  const free = executor
    .select({ id })
    .from(webhookEndpoints)
    .where(
      and(
        eq(webhookEndpoints.isSlow, isSlow),
        anyOf(state, ['on', 'failing']),
        hasCome(nextAttemptAt, MAX_WAIT_SECONDS),
        sql`(${claimedUntil} is null or ${hasCome(claimedUntil, CLAIM_SECONDS)})`,
        sql`exists (select 1 from ${webhookMessages}
          where ${webhookMessages.endpointId} = ${id} and ${hasCome(webhookMessages.dueAt, MAX_WAIT_SECONDS)})`,
      ),
    )
    .orderBy(asc(nextAttemptAt))
    .limit(limit)
    .for('no key update', { skipLocked: true });
  return executor
    .update(webhookEndpoints)
    .set({ claim, claimedUntil: inSeconds(CLAIM_SECONDS) })
    .where(inQuery(id, free))
    .returning({ endpointId: id, claim: sql<string>`claim` });
}

const claim = async ({ db }: Services, isSlow: boolean, limit: number): Promise<Claim[]> =>
  limit > 0 ? claimEndpoints(db, { claim: uuidv7(), isSlow, limit }) : [];

type DueMessage = Pick<MessageRow, 'endpointId' | 'eventId' | 'shipmentId' | 'attempts'> & Pick<EventRow, 'payload'>;

const isClaimed = ({ endpointId, claim }: Claim) =>
  and(eq(webhookEndpoints.id, endpointId), eq(webhookEndpoints.claim, claim));

async function releaseClaim(executor: Executor, claim: Claim): Promise<void> {
  await executor.update(webhookEndpoints).set({ claim: null, claimedUntil: null }).where(isClaimed(claim));
}

/**
 * Tests come first, then what has failed least often, oldest first. Each shipment has at most one.
 */
function listDueMessages(executor: Executor, endpointId: string, limit: number): Promise<DueMessage[]> {
  const { eventId, shipmentId, attempts, createdAt } = webhookMessages;
  return executor
    .select({ endpointId: webhookMessages.endpointId, eventId, shipmentId, attempts, payload: webhookEvents.payload })
    .from(webhookMessages)
    .innerJoin(webhookEvents, eq(webhookEvents.id, eventId))
    .where(
      and(
        eq(webhookMessages.endpointId, endpointId),
        hasCome(webhookMessages.dueAt, MAX_WAIT_SECONDS),
        sql`not exists (select 1 from ${webhookMessages} earlier
          where earlier.endpoint_id = ${webhookMessages.endpointId} and earlier.shipment_id = ${shipmentId}
            and earlier.sequence < ${webhookMessages.sequence})`,
      ),
    )
    .orderBy(sql`${shipmentId} is not null`, asc(attempts), asc(createdAt), asc(eventId))
    .limit(limit);
}

async function serve(services: Services, claimed: Claim, signal: AbortSignal): Promise<void> {
  const { db } = services;
  let goesOn = true;
  while (goesOn) {
    const messages = await listDueMessages(db, claimed.endpointId, BATCH);
    goesOn = messages.length > 0;
    for (const message of messages) {
      goesOn &&= !signal.aborted && (await deliver(services, claimed, { message, signal }));
    }
  }
  await releaseClaim(db, claimed);
}

/** Returns null if the claim is lost or the endpoint is off. */
async function renewClaim(executor: Executor, claim: Claim): Promise<EndpointRow | null> {
  const [row] = await executor
    .update(webhookEndpoints)
    .set({ claimedUntil: inSeconds(CLAIM_SECONDS) })
    .where(and(isClaimed(claim), anyOf(webhookEndpoints.state, ['on', 'failing'])))
    .returning();
  return row ?? null;
}

/** May repeat if a server dies. Returns true if more may follow. */
async function deliver(
  services: Services,
  claimed: Claim,
  { message, signal }: { message: DueMessage; signal: AbortSignal },
): Promise<boolean> {
  const endpoint = await renewClaim(services.db, claimed);
  if (!endpoint) return false;
  const body = JSON.stringify(message.payload);
  const answer = await sendWebhook(
    endpoint.url,
    { body, headers: sign(services, endpoint, message.eventId, body), signal },
    { allowsLoopback: services.environment.NODE_ENV !== 'production' },
  );
  // Ours, not its fault: it comes again.
  if (signal.aborted && answer.status === null) return false;
  // It may come twice if a server dies, so nobody waits for this.
  if (isTaken(answer))
    void services.marks.note('webhooks', { event: message.eventId, endpoint: message.endpointId, at: Date.now() });
  const order = { services, actor: null, procedure: 'webhooks' as const, requestId: message.eventId };
  return inUnitOfWork(order, (unit) => noteAnswer(unit, message, answer));
}

function sign({ secrets }: Services, endpoint: EndpointRow, messageId: string, body: string): Record<string, string> {
  const now = new Date();
  const keys = liveSecrets(secrets, endpoint);
  if (keys.length === 0) throw new Error('SECRET_KEY opens none of the secrets of a webhook');
  const signatures = keys.map((key) => new Webhook(key).sign(messageId, now, body));
  return {
    'content-type': 'application/json',
    'user-agent': 'Waybill-Webhooks/1',
    'webhook-id': messageId,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': signatures.join(' '),
  };
}

const isTaken = ({ status }: WebhookAnswer) => status !== null && status >= 200 && status < 300;

const isMessage = ({ endpointId, eventId, attempts }: DueMessage) =>
  and(
    eq(webhookMessages.eventId, eventId),
    eq(webhookMessages.endpointId, endpointId),
    eq(webhookMessages.attempts, attempts),
  );

async function deleteMessage(tx: Transaction, message: DueMessage): Promise<boolean> {
  const { rowCount } = await tx.delete(webhookMessages).where(isMessage(message));
  return rowCount === 1;
}

/** True if the endpoint takes more. */
async function noteAnswer(unit: UnitOfWork, message: DueMessage, answer: WebhookAnswer): Promise<boolean> {
  const endpoint = await lockEndpoint(unit.tx, message.endpointId);
  if (!endpoint) return false;
  if (!isTaken(answer)) {
    await noteFailure(unit, endpoint, { message, answer });
    return false;
  }
  if (!(await deleteMessage(unit.tx, message))) return false;
  await noteAttempt(unit, message, answer);
  const isSlow = answer.ms > SLOW_MS;
  if (endpoint.failures > 0 || endpoint.isSlow !== isSlow) {
    const isBack = endpoint.state === 'failing' && ({ state: 'on', problem: '' } as const);
    await updateEndpoint(unit.tx, endpoint.id, { failures: 0, isSlow, ...isBack });
  }
  return isSlow === endpoint.isSlow;
}

async function postponeMessage(tx: Transaction, message: DueMessage, seconds: number): Promise<boolean> {
  const { rowCount } = await tx
    .update(webhookMessages)
    .set({ attempts: message.attempts + 1, dueAt: inSeconds(seconds) })
    .where(isMessage(message));
  return rowCount === 1;
}

async function noteFailure(
  unit: UnitOfWork,
  endpoint: EndpointRow,
  { message, answer }: { message: DueMessage; answer: WebhookAnswer },
): Promise<void> {
  const { tx } = unit;
  const { status, retryAfter } = answer;
  const isTest = message.payload.type === TEST_EVENT;
  // A test is sent once, and is not held against the endpoint.
  const failures = endpoint.failures + (isTest ? 0 : 1);
  const longer = 1 + Math.random() * JITTER;
  const asked = Math.min(retryAfter ?? 0, MAX_RETRY_AFTER_SECONDS);
  const delayAfter = (count: number) => Math.ceil(Math.max(WEBHOOK_DELAYS[count - 1] ?? 0, asked) * longer);
  // If the endpoint has taken other messages since, only this one is given up.
  const isOff = status === GONE || failures > WEBHOOK_DELAYS.length;
  const isGivenUp = !isOff && !isTest && message.attempts >= WEBHOOK_DELAYS.length;
  const isOurs =
    isTest || isGivenUp
      ? await deleteMessage(tx, message)
      : await postponeMessage(tx, message, delayAfter(message.attempts + 1));
  if (!isOurs) return;
  const problem = answer.problem || `It answered ${status}.`;
  await noteAttempt(unit, message, isGivenUp ? { ...answer, problem: `${problem} We gave this message up.` } : answer);
  if (isOff) return turnOff(unit, endpoint, problem);
  await updateEndpoint(tx, endpoint.id, {
    failures,
    isSlow: true,
    waitSeconds: delayAfter(failures),
    ...(isLive(endpoint) && !isTest && { state: 'failing', problem }),
  });
}

async function insertDelivery(tx: Transaction, delivery: Omit<DeliveryRow, 'id' | 'createdAt'>): Promise<void> {
  await tx.insert(webhookDeliveries).values(delivery);
}

const noteAttempt = (
  { tx }: UnitOfWork,
  { endpointId, eventId, attempts }: DueMessage,
  { status, ms, answer, problem }: WebhookAnswer,
) => insertDelivery(tx, { endpointId, eventId, attempt: attempts + 1, status, ms, answer, problem });

async function turnOff(
  unit: UnitOfWork,
  { id, userId, url, state, isTest }: EndpointRow,
  problem: string,
): Promise<void> {
  if (state === 'off') return;
  await updateEndpoint(unit.tx, id, { state: 'off', problem });
  if (isTest) return;
  const { host } = new URL(url);
  await unit.audit({ entity: 'user', entityId: userId, before: { webhook: host }, after: { webhook: 'Off' } });
  const owner = await findUser(unit.tx, userId);
  if (owner) await unit.mail({ kind: 'webhook-off', receiver: owner.email, about: { userId, host, problem } });
}
