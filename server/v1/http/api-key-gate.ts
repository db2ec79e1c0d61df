import type { FastifyReply, FastifyRequest } from 'fastify';
import { KEY_KINDS, keyPrefixOf } from '../../../src/domain/api-key.ts';
import { may } from '../../../src/domain/roles.ts';
import { isV1Write, V1_CALLS, type V1Call, type V1CallName } from '../../../src/domain/v1/calls.ts';
import { UserError } from '../../base/errors/errors.ts';
import { assertInput, assertPayable } from '../../base/limits/assert-input.ts';
import { asCaller } from '../../base/limits/shared-queues.ts';
import { hashToken } from '../../base/secrets/secrets.ts';
import type { Services } from '../../context/context.ts';
import { liveShipments } from '../live-shipments.ts';
import type { Shop } from '../shop.ts';
import { findKeyHolder, type KeyHolder } from '../store/api-keys.ts';
import { testKeyShipments } from '../test-shipments.ts';
import { ApiProblem } from './problem.ts';
import { assertUsable } from './read-json.ts';

export interface V1Context {
  name: V1CallName;
  services: Services;
  holder: KeyHolder;
  shop: Shop;
  request: FastifyRequest;
  reply: FastifyReply;
}

const KEY = new RegExp(`^Bearer[ \\t]+((?:${KEY_KINDS.map(keyPrefixOf).join('|')})[\\w-]{43})[ \\t]*$`, 'i');

/** Checks the fair share, the key, its rights and limits. Cookies and sessions count for nothing. */
export async function passKey<Result>(
  services: Services,
  { request, reply, name }: Pick<V1Context, 'request' | 'reply' | 'name'>,
  run: (context: V1Context) => Promise<Result>,
): Promise<Result> {
  const call: V1Call = V1_CALLS[name];
  const key = KEY.exec(request.headers.authorization ?? '')?.[1];
  if (!key) throw new ApiProblem('unauthorized', 'Send your key as Authorization: Bearer wb_live_…');
  assertUsable(request.query, 'The query has text that can’t be used.');
  assertInput(request.body, call.body);
  assertInput(request.query, call.query);
  assertPayable(request.body, call.body, services.environment.CURRENCY);
  if (services.replicas?.isPrimaryUp() === false) throw new UserError('SERVICE_UNAVAILABLE');
  const { db } = services.pools.shops;
  const lane = call.answer === null ? 'files' : 'shops';
  const place = await services.admission.enter(lane, { address: request.ip, token: key });
  try {
    const holder = await findKeyHolder(db, hashToken(key));
    if (!holder)
      throw new ApiProblem('unauthorized', 'This key doesn’t work. It may have been revoked, or has expired.');
    services.admission.recognize(key, holder.user.id);
    assertMayCall(holder, call);
    await countCall(services, reply, { address: request.ip, userId: holder.user.id, isWrite: isV1Write(call) });
    const shop = { id: holder.user.id, shipments: holder.isTest ? testKeyShipments : liveShipments };
    const context = { services: { ...services, db, writes: db }, name, holder, shop, request, reply };
    return await asCaller({ address: request.ip, userId: holder.user.id }, () => run(context));
  } catch (error) {
    if (error instanceof ApiProblem && error.code !== 'not-found')
      request.log.info({ call: call.path, code: error.code }, 'A call was rejected');
    throw error;
  } finally {
    place.leave();
  }
}

/** @throws ApiProblem */
function assertMayCall({ user, scopes, isTest }: KeyHolder, { scope, only }: V1Call): void {
  if (!user.verified || !may(user, 'apiKey.list'))
    throw new ApiProblem('not-a-shipper', 'Ask us to let this account ship.');
  if (!scopes.includes(scope)) throw new ApiProblem('missing-right', `This key lacks the right ${scope}.`);
  if (only === 'test' && !isTest)
    throw new ApiProblem('wrong-key', 'Use a test key (wb_test_…): real shipments don’t move on request.');
  if (only === 'live' && isTest) throw new ApiProblem('wrong-key', 'Use a live key (wb_live_…): this can’t be tested.');
}

/** Counts a call against its caller's limit, and tells in headers what is left of it. @throws TOO_MANY_REQUESTS */
async function countCall(
  { limits }: Services,
  reply: FastifyReply,
  { isWrite, ...caller }: { address: string; userId: string; isWrite: boolean },
): Promise<void> {
  const [name, policy] = isWrite ? (['keyWrite', 'writes'] as const) : (['keyRead', 'reads'] as const);
  const say = ({ left, seconds }: { left: number; seconds: number }) =>
    reply.header('ratelimit', `"${policy}";r=${left};t=${seconds}`);
  reply.header('ratelimit-policy', isWrite ? '"writes";q=120;w=60' : '"reads";q=300;w=60');
  try {
    say(await limits.take(name, caller));
  } catch (error) {
    if (error instanceof UserError) say({ left: 0, seconds: error.retryAfter ?? 1 });
    throw error;
  }
}
