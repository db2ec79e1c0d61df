import { Webhook } from 'standardwebhooks';
import { WEBHOOK_DELAYS } from '../../../src/domain/webhook.ts';
import type { Services } from '../../context/context.ts';
import { inUnitOfWork, type UnitOfWork } from '../../context/unit-of-work.ts';
import { WEBHOOK_QUEUE } from '../../jobs/queues.ts';
import {
  type EndpointRow,
  findMessage,
  insertDelivery,
  lockEndpoint,
  setEndpointState,
  type WebhookJob,
} from '../../stores/api/webhooks.ts';
import { findUser } from '../../stores/users/users.ts';
import { sendWebhook, type WebhookAnswer } from '../../webhooks/send-webhook.ts';

/** Up to a tenth longer, so that what failed together does not come back together. */
const JITTER = 0.1;
const GONE = 410;

/** Tells an endpoint of an event, and plans the next attempt or turns it off. May do so twice if a server dies. */
export async function deliverWebhook(services: Services, job: WebhookJob): Promise<void> {
  const message = await findMessage(services.db, job);
  if (!message || message.endpoint.state === 'off' || message.endpoint.state === 'paused') return;
  const { endpoint, event } = message;
  const body = JSON.stringify(event.payload);
  const answer = await sendWebhook(
    endpoint.url,
    { body, headers: sign(services, endpoint, event.id, body) },
    { allowsLoopback: services.environment.NODE_ENV !== 'production' },
  );
  const order = { services, actor: null, procedure: 'webhooks', requestId: job.series };
  await inUnitOfWork(order, (unit) => settle(unit, job, answer));
}

function sign(
  { secrets }: Services,
  { secret, formerSecret, formerUntil }: EndpointRow,
  messageId: string,
  body: string,
): Record<string, string> {
  const now = new Date();
  const keys = [secret, ...(formerSecret && formerUntil && formerUntil > now ? [formerSecret] : [])];
  const signatures = keys.map((key) => new Webhook(secrets.decryptCode(key)).sign(messageId, now, body));
  return {
    'content-type': 'application/json',
    'user-agent': 'Waybill-Webhooks/1',
    'webhook-id': messageId,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': signatures.join(' '),
  };
}

async function settle(unit: UnitOfWork, job: WebhookJob, answer: WebhookAnswer): Promise<void> {
  const { tx } = unit;
  const endpoint = await lockEndpoint(tx, job.endpointId);
  if (!endpoint) return;
  const { retryAfter, ...result } = answer;
  // Another server has settled it.
  if (!(await insertDelivery(tx, { ...job, ...result }))) return;
  const { status } = answer;
  if (status !== null && status >= 200 && status < 300) {
    if (endpoint.state === 'failing') await setEndpointState(tx, endpoint.id, 'on');
    return;
  }
  const problem = answer.problem || `It answered ${status}.`;
  const delay = WEBHOOK_DELAYS[job.attempt - 1];
  if (status === GONE || delay === undefined) return turnOff(unit, endpoint, problem);
  if (endpoint.state !== 'paused' && endpoint.state !== 'off') {
    await setEndpointState(tx, endpoint.id, 'failing', problem);
  }
  const seconds = Math.ceil(Math.max(delay, Math.min(retryAfter ?? 0, 86_400)) * (1 + Math.random() * JITTER));
  const next: WebhookJob = { ...job, attempt: job.attempt + 1 };
  await unit.services.jobs.send(tx, WEBHOOK_QUEUE, next, { afterSeconds: seconds });
}

/** Its owner learns of it by email, unless it was for tests: those come and go. */
async function turnOff(
  unit: UnitOfWork,
  { id, userId, url, state, isTest }: EndpointRow,
  problem: string,
): Promise<void> {
  if (state === 'off') return;
  await setEndpointState(unit.tx, id, 'off', problem);
  if (isTest) return;
  await unit.audit({ entity: 'user', entityId: userId, before: { webhook: url }, after: { webhook: 'Off' } });
  const owner = await findUser(unit.tx, userId);
  if (owner) await unit.mail({ kind: 'webhook-off', receiver: owner.email, about: { userId, url, problem } });
}
