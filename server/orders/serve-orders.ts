import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { IdSchema, strictInput } from '../../src/domain/field-schemas.ts';
import { paths } from '../../src/domain/paths.ts';
import { may } from '../../src/domain/roles.ts';
import { CONNECTION_KINDS, type ConnectionKind, MAX_ORDER_BYTES } from '../../src/domain/shops/connection.ts';
import { UserError } from '../base/errors/errors.ts';
import { isTooComplex } from '../base/limits/assert-input.ts';
import type { Services } from '../context/context.ts';
import { inUnitOfWork } from '../context/unit-of-work.ts';
import { ApiProblem, sendProblem } from '../v1/http/problem.ts';
import { assertUncompressed } from '../v1/http/read-json.ts';
import { isSignedBy, receiveDeletion, receiveOrder } from './receive-order.ts';
import { findConnection, noteProblem } from './store/connections.ts';

const SIGNATURES: Record<ConnectionKind, string> = {
  woocommerce: 'x-wc-webhook-signature',
  shopify: 'x-shopify-hmac-sha256',
};
const TOPICS: Record<ConnectionKind, string> = { woocommerce: 'x-wc-webhook-topic', shopify: 'x-shopify-topic' };
/** Sent with nothing but the order's id. */
const DELETED: Record<ConnectionKind, string> = { woocommerce: 'order.deleted', shopify: 'orders/delete' };
/** Keys and values: a line of an order has some hundred. */
const MAX_ORDER_PARTS = 100_000;
const RESTORED = 'order.restored';
/** Shopify’s button “Send test notification” sets it. */
const isTest = (request: FastifyRequest) => headerOf(request, 'x-shopify-test') === 'true';

const AddressSchema = strictInput({ kind: v.picklist(CONNECTION_KINDS), id: IdSchema });
type Address = v.InferOutput<typeof AddressSchema>;

/** Shops sign what they send with their own secrets, without a key. */
export async function serveOrders(app: FastifyInstance, services: Services): Promise<void> {
  const { PUBLIC_URL } = services.environment;
  await app.register(async (scope) => {
    scope.setErrorHandler(async (error, request, reply) => {
      if (isTooLarge(error)) {
        await noteTooLarge(services, request).catch((err: unknown) => request.log.info({ err }, 'No line of an order'));
      }
      return sendProblem(PUBLIC_URL, error, request, reply);
    });
    // The bytes as they came are what was signed.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    // Shops send from fast networks: a minute is enough.
    const options = { exposeHeadRoute: false, bodyLimit: MAX_ORDER_BYTES, config: { maxBodyChecks: 2 } };
    scope.all(paths.inbound(':kind', ':id'), options, async (request, reply) => {
      if (request.method !== 'POST') {
        reply.header('allow', 'POST');
        throw new ApiProblem('method-not-allowed', 'Only a shop sends its orders here.');
      }
      const { success, output: address } = v.safeParse(AddressSchema, request.params);
      if (!success) throw unknown();
      if (services.replicas?.isPrimaryUp() === false) throw new UserError('SERVICE_UNAVAILABLE');
      const place = await services.admission.enter('orders', { address: request.ip, token: address.id });
      try {
        return reply.header('cache-control', 'no-store').send({ result: await receive(services, request, address) });
      } catch (error) {
        if (error instanceof ApiProblem) request.log.info({ code: error.code }, 'A shop’s order was rejected');
        throw error;
      } finally {
        place.leave();
      }
    });
  });
}

const TOO_LARGE = 'An order was too large. Have plug-ins add less to it, or import it from a file.';
const isTooLarge = (error: unknown) => (error as { code?: unknown }).code === 'FST_ERR_CTP_BODY_TOO_LARGE';

/** Nobody has read it, so nobody knows who signed it: it counts as a guess. */
async function noteTooLarge(services: Services, request: FastifyRequest): Promise<void> {
  const { success, output: address } = v.safeParse(AddressSchema, request.params);
  if (!success) return;
  const settle = await services.limits.admit(['orderGuess'], { address: request.ip });
  await settle('wrong');
  await noteProblem(services.pools.shops.db, address.id, TOO_LARGE);
}

const unknown = () => new ApiProblem('not-found', 'No shop is connected at this address.');

async function receive(services: Services, request: FastifyRequest, address: Address): Promise<string> {
  const { db } = services.pools.shops;
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  const settle = await services.limits.admit(['orderGuess'], { address: request.ip });
  const found = await findConnection(db, address);
  if (!found) {
    await settle('wrong');
    throw unknown();
  }
  const { connection, owner } = found;
  const signature = headerOf(request, SIGNATURES[address.kind]);
  // WooCommerce tries an address before it saves it, with nothing signed.
  const start = body.toString('latin1', 0, 40);
  if (address.kind === 'woocommerce' && signature === '' && /^webhook_id=\d{1,20}$/.test(start)) return 'ready';
  const refuse = async (problem: Error, sentence: string) => {
    await noteProblem(db, connection.id, sentence);
    return problem;
  };
  try {
    assertUncompressed(request.headers);
  } catch (error) {
    await settle('wrong');
    throw await refuse(error as Error, 'A message was compressed. Turn that off where it is sent.');
  }
  if (!isSignedBy(services, connection, body, signature)) {
    await settle('wrong');
    const sentence = connection.secret
      ? 'A message had another signature. Use the same secret on both sides.'
      : 'A message came before the secret was set.';
    throw await refuse(new ApiProblem('unauthorized', 'The signature is wrong.'), sentence);
  }
  services.admission.recognize(address.id, owner.id);
  await services.limits.take('order', { address: request.ip, userId: owner.id });
  if (!owner.verified || !may(owner, 'shipper.saveDraft')) {
    throw await refuse(new ApiProblem('not-a-shipper', 'This account can’t ship.'), 'This account can’t ship.');
  }
  const topic = headerOf(request, TOPICS[address.kind]);
  try {
    const order = parse(body);
    const unit = {
      services: { ...services, db, writes: db },
      actor: owner,
      procedure: 'orders' as const,
      requestId: request.id,
    };
    return await inUnitOfWork(unit, (work) =>
      topic === DELETED[address.kind]
        ? receiveDeletion(work, connection, order)
        : receiveOrder(work, connection, order, { isRestored: topic === RESTORED, isTest: isTest(request) }),
    );
  } catch (error) {
    if (!(error instanceof UserError) || error.retryAfter !== undefined) throw error;
    throw await refuse(error, isOfOrders(topic) ? error.message : `It sent “${topic}”. Choose a topic of orders.`);
  }
}

function headerOf({ headers }: FastifyRequest, name: string): string {
  const value = headers[name];
  return typeof value === 'string' ? value : '';
}

/** Also of those that say nothing, or nothing that could be shown. */
const isOfOrders = (topic: string) => !/^[a-z_./]{1,50}$/.test(topic) || /^orders?[./]/.test(topic);

/** @throws BAD_REQUEST */
function parse(body: Buffer): unknown {
  const sent = body.toString('utf8');
  if (isTooComplex(sent, MAX_ORDER_PARTS)) throw new UserError('BAD_REQUEST', TOO_LARGE);
  try {
    return JSON.parse(sent.replace(/^\uFEFF/, ''));
  } catch {
    const isXml = /^\s{0,20}</.test(sent.slice(0, 30));
    const sentence = isXml ? 'It sent XML. Choose JSON as the format of the webhook.' : 'It sent something unreadable.';
    throw new UserError('BAD_REQUEST', sentence);
  }
}
