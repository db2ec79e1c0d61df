import { randomBytes } from 'node:crypto';
import { addHours } from 'date-fns/addHours';
import { and, asc, eq, sql } from 'drizzle-orm';
import { type Done, done } from '../../src/domain/field-schemas.ts';
import {
  type ChangeWebhook,
  type CreatedWebhook,
  type CreateWebhook,
  FORMER_SECRET_HOURS,
  MAX_SECRETS,
  MAX_WEBHOOKS,
  type RotatedSecret,
  URL_MESSAGE,
  type Webhook,
} from '../../src/domain/webhook.ts';
import type { Executor, Transaction } from '../base/database/client.ts';
import type { Locked } from '../base/database/locked.ts';
import { webhookEndpoints, webhookMessages } from '../base/database/tables/v1/webhooks.ts';
import { fieldError, UserError } from '../base/errors/errors.ts';
import { findRow, insertRow } from '../base/sql/rows.ts';
import type { Services } from '../context/context.ts';
import type { UnitOfWork } from '../context/unit-of-work.ts';
import { lockUser } from '../people/store/lock-users.ts';
import { liveSecrets } from './live-secrets.ts';
import { isWebhookUrl } from './send-webhook.ts';
import {
  countEndpoints,
  type EndpointOwner,
  type EndpointRow,
  isEndpointOf,
  lockEndpoint,
  updateEndpoint,
} from './store/webhooks.ts';

const toWebhook = ({
  id,
  url,
  events,
  state,
  problem,
  isTest,
  formerUntil,
  replay,
  createdAt,
}: EndpointRow): Webhook => ({
  id,
  url,
  events,
  state,
  problem,
  former_secret_until: formerUntil && formerUntil > new Date() ? formerUntil.toISOString() : null,
  replay: replay && { queued: replay.queued, total: replay.total },
  test: isTest,
  created_at: createdAt.toISOString(),
});

export type Reader = Pick<Services, 'db' | 'secrets'>;

export interface ById {
  id: string;
}

const describeWebhook = ({ secrets }: Reader, row: EndpointRow): Webhook => ({
  ...toWebhook(row),
  ...(secrets.sealedBy(row.secret) === 'unknown' && { problem: LOST_SECRET }),
});

function listEndpoints(executor: Executor, owner: EndpointOwner): Promise<EndpointRow[]> {
  return executor.select().from(webhookEndpoints).where(isEndpointOf(owner)).orderBy(asc(webhookEndpoints.id));
}

export const listWebhooks = async (reader: Reader, owner: EndpointOwner) => ({
  data: (await listEndpoints(reader.db, owner)).map((row) => describeWebhook(reader, row)),
});

/** @throws NOT_FOUND, also for others’ webhooks. */
export const getWebhook = async (reader: Reader, owner: EndpointOwner, { id }: ById): Promise<Webhook> =>
  describeWebhook(reader, await requireEndpoint(reader.db, owner, id));

const LOST_SECRET = 'The secret is no longer readable here, so nothing is sent. Make a new one.';

/** Has 256 bits, in the form of the Standard Webhooks specification. */
const createSecret = (base64url = randomBytes(32).toString('base64url')) =>
  `whsec_${Buffer.from(base64url, 'base64url').toString('base64')}`;

export const insertEndpoint = (
  tx: Transaction,
  endpoint: Pick<EndpointRow, 'userId' | 'isTest' | 'url' | 'events' | 'secret'>,
): Promise<EndpointRow> => insertRow(tx, webhookEndpoints, endpoint);

/**
 * The secret is returned this once.
 * @throws UNAUTHORIZED, PRECONDITION_FAILED, field error.
 */
export async function createWebhook(
  unit: UnitOfWork,
  owner: Required<EndpointOwner>,
  { url, events }: CreateWebhook,
): Promise<CreatedWebhook> {
  assertUrl(unit.services, url);
  if (!(await lockUser(unit.tx, owner.userId))) throw new UserError('UNAUTHORIZED');
  if ((await countEndpoints(unit.tx, owner)) >= MAX_WEBHOOKS) {
    const kind = owner.isTest ? 'test webhooks' : 'webhooks';
    throw new UserError('PRECONDITION_FAILED', `You have ${MAX_WEBHOOKS} ${kind}. Delete one first.`);
  }
  const secret = createSecret();
  const sealed = unit.services.secrets.encryptCode(secret);
  const row = await insertEndpoint(unit.tx, { ...owner, url, events, secret: sealed });
  await unit.audit({ entity: 'user', entityId: owner.userId, after: { webhook: hostOf(url) } });
  return { ...toWebhook(row), secret };
}

/** The rest of an address is often a secret. */
const hostOf = (url: string) => new URL(url).host;

/** This machine, for development and tests. */
const LOCAL_HOSTS = ['127.0.0.1', 'localhost', '[::1]'];

/** Each message checks the rest (server/webhooks/send-webhook.ts). */
function assertUrl({ environment }: Services, text: string): void {
  const url = URL.parse(text);
  const isLocal = environment.NODE_ENV !== 'production' && url !== null && LOCAL_HOSTS.includes(url.hostname);
  if (!isLocal && !(url && isWebhookUrl(url))) throw fieldError('url', URL_MESSAGE);
}

export const findEndpoint = (executor: Executor, owner: EndpointOwner, id: string): Promise<EndpointRow | null> =>
  findRow(executor, webhookEndpoints, and(eq(webhookEndpoints.id, id), isEndpointOf(owner)));

/** @throws NOT_FOUND, also for others’ webhooks. */
export async function requireEndpoint(executor: Executor, owner: EndpointOwner, id: string): Promise<EndpointRow> {
  const endpoint = await findEndpoint(executor, owner, id);
  if (!endpoint) throw gone();
  return endpoint;
}

const gone = () => new UserError('NOT_FOUND', 'This webhook doesn’t exist.');

/** @throws NOT_FOUND, also for others’ webhooks. */
export async function lockOwnEndpoint(tx: Transaction, owner: EndpointOwner, id: string): Promise<Locked<EndpointRow>> {
  await requireEndpoint(tx, owner, id);
  const endpoint = await lockEndpoint(tx, id);
  if (!endpoint) throw gone();
  return endpoint;
}

async function restartMessages(tx: Transaction, endpointId: string): Promise<void> {
  await tx
    .update(webhookMessages)
    .set({ attempts: 0, dueAt: sql`now()` })
    .where(eq(webhookMessages.endpointId, endpointId));
}

/** @throws NOT_FOUND, field error. */
export async function changeWebhook(
  unit: UnitOfWork,
  owner: EndpointOwner,
  { id, ...given }: ChangeWebhook & ById,
): Promise<Webhook> {
  const changes = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as ChangeWebhook;
  const before = await lockOwnEndpoint(unit.tx, owner, id);
  if (changes.url !== undefined) assertUrl(unit.services, changes.url);
  const isNew = Object.entries(changes).some(([key, value]) => String(before[key as 'url']) !== String(value));
  if (!isNew) return toWebhook(before);
  const isFresh = changes.state !== undefined || changes.url !== undefined;
  const row = await updateEndpoint(unit.tx, id, {
    ...changes,
    ...(changes.state && { problem: '' }),
    ...(isFresh && { failures: 0, waitSeconds: 0 }),
  });
  if (isFresh) await restartMessages(unit.tx, id);
  if (!row) throw gone();
  await unit.audit({
    entity: 'user',
    entityId: owner.userId,
    before: { webhook: hostOf(before.url), webhookState: before.state },
    after: { webhook: hostOf(row.url), webhookState: row.state, ...(row.url !== before.url && { newAddress: true }) },
  });
  return toWebhook(row);
}

/**
 * Earlier secrets also sign for a day after the last replacement. The key determines the secret, so
 * a repeated call replaces it once.
 * @throws NOT_FOUND, PRECONDITION_FAILED with too many in a day.
 */
export async function rotateSecret(
  unit: UnitOfWork,
  owner: EndpointOwner,
  { id, key = null }: ById & { key?: string | null },
): Promise<RotatedSecret> {
  const { secrets } = unit.services;
  const endpoint = await lockOwnEndpoint(unit.tx, owner, id);
  const live = liveSecrets(secrets, endpoint);
  const secret = createSecret(key === null ? undefined : secrets.signLink(`webhook-secret.${id}.${key}`, 0));
  const formerUntil = addHours(new Date(), FORMER_SECRET_HOURS);
  if (live.includes(secret)) {
    return { secret, former_secret_until: (endpoint.formerUntil ?? formerUntil).toISOString() };
  }
  if (live.length >= MAX_SECRETS) {
    const sentence = `You have ${MAX_SECRETS} secrets that still work. Wait until a day after you made the latest.`;
    throw new UserError('PRECONDITION_FAILED', sentence);
  }
  await updateEndpoint(unit.tx, id, {
    secret: secrets.encryptCode(secret),
    formerSecret: live.length > 0 ? secrets.encryptCode(live.join(' ')) : null,
    formerUntil,
  });
  await unit.audit({
    entity: 'user',
    entityId: owner.userId,
    after: { webhook: hostOf(endpoint.url), newSecret: true },
  });
  return { secret, former_secret_until: formerUntil.toISOString() };
}

async function deleteEndpoint(tx: Transaction, owner: EndpointOwner, id: string): Promise<boolean> {
  const rows = await tx
    .delete(webhookEndpoints)
    .where(and(eq(webhookEndpoints.id, id), isEndpointOf(owner)))
    .returning({ id: webhookEndpoints.id });
  return rows.length > 0;
}

/** @throws NOT_FOUND */
export async function removeWebhook(unit: UnitOfWork, owner: EndpointOwner, { id }: ById): Promise<Done> {
  const { url } = await lockOwnEndpoint(unit.tx, owner, id);
  await deleteEndpoint(unit.tx, owner, id);
  await unit.audit({ entity: 'user', entityId: owner.userId, before: { webhook: hostOf(url) } });
  return done;
}
