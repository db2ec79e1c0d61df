import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { sentences } from '../../../src/domain/errors.ts';
import { IdSchema, strictInput } from '../../../src/domain/field-schemas.ts';
import { paths } from '../../../src/domain/paths.ts';
import { may } from '../../../src/domain/roles.ts';
import { Sha256Schema } from '../../../src/domain/runs/facts.ts';
import { V1_CALL_NAMES, V1_CALLS, type V1Call, type V1CallName } from '../../../src/domain/v1/calls.ts';
import { UserError } from '../../base/errors/errors.ts';
import { fieldErrorsIn } from '../../base/errors/wire-errors.ts';
import type { Services } from '../../context/context.ts';
import { findUser } from '../../people/store/users.ts';
import { readProof } from '../../runs/proofs/read-proof.ts';
import { findShipment } from '../../shipments/store/shipments.ts';
import { proofLinkOf } from '../live-shipments.ts';
import { passKey } from './api-key-gate.ts';
import { type Handlers, handlers } from './handlers.ts';
import { describeV1 } from './openapi.ts';
import { ApiProblem, sendProblem } from './problem.ts';
import { readJson } from './read-json.ts';

/** Bearer keys only: no cookies, and no other site's pages (CORS). */
export async function serveV1(app: FastifyInstance, services: Services): Promise<void> {
  const { PUBLIC_URL } = services.environment;
  await app.register(
    async (scope) => {
      scope.setErrorHandler((error, request, reply) => sendProblem(PUBLIC_URL, error, request, reply));
      readJson(scope);
      let document = { name: '', text: '' };
      scope.get('/openapi.json', (_request, reply) => {
        const { environment } = services;
        const { SITE_NAME: name } = environment;
        if (document.name !== name) document = { name, text: JSON.stringify(describeV1(environment)) };
        return reply.header('cache-control', 'no-cache').type('application/json; charset=utf-8').send(document.text);
      });
      for (const name of V1_CALL_NAMES) serveCall(scope, services, name);
      serveProofFile(scope, services);
      // Otherwise the app's own page would be sent.
      scope.all('/*', async (request, reply) => {
        const allowed = methodsAt(request.url);
        if (allowed.length === 0) throw new ApiProblem('not-found', 'This address doesn’t exist.');
        reply.header('allow', allowed.join(', ').replace('GET', 'GET, HEAD'));
        throw new ApiProblem('method-not-allowed', `Use ${allowed.join(' or ')}.`);
      });
    },
    { prefix: paths.v1 },
  );
}

const ADDRESSES = Object.values<V1Call>(V1_CALLS).map(({ method, path }) => ({
  method,
  pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
}));

function methodsAt(url: string): string[] {
  const [path = ''] = url.split('?');
  return ADDRESSES.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method);
}

function serveCall<Name extends V1CallName>(scope: FastifyInstance, services: Services, name: Name): void {
  const call: V1Call = V1_CALLS[name];
  scope.route({
    method: call.method,
    url: call.path.slice(paths.v1.length).replaceAll(/\{(\w+)\}/g, ':$1'),
    handler: (request, reply) =>
      passKey(services, { request, reply, name }, async (context) => {
        const input = readInput(call, request, services.environment.CURRENCY);
        reply.header('cache-control', call.answer === null ? 'private, no-store' : 'no-store').code(call.status);
        const answer = await (handlers as Handlers)[name](context, input);
        // A file has been sent by its handler.
        return call.answer === null ? answer : reply.send(answer);
      }),
  });
}

/** @throws A UserError with all field errors. */
function readInput(call: V1Call, { params, query, body }: FastifyRequest, currency: string): Record<string, unknown> {
  if (call.params && !v.is(call.params, params)) throw new UserError('NOT_FOUND', 'This doesn’t exist.');
  const parts = [
    { schema: call.params, given: params },
    { schema: call.query ?? strictInput({}), given: query },
    { schema: call.body, given: body },
  ].map(({ schema, given }) => (schema ? v.safeParse(schema, given ?? {}) : null));
  const issues = parts.flatMap((part) => part?.issues ?? []);
  if (issues.length > 0) {
    throw new UserError('BAD_REQUEST', sentences.BAD_REQUEST, { fieldErrors: fieldErrorsIn(currency, issues) });
  }
  const [address, question, sent] = parts.map((part) => part?.output);
  return { ...(address as object), ...(question as object), ...(sent as object) };
}

const ProofFileSchema = strictInput({ id: IdSchema, visitId: IdSchema, sha256: Sha256Schema });
const SignatureSchema = v.object({
  expires: v.pipe(v.string(), v.regex(/^\d{13}$/), v.transform(Number)),
  signature: v.pipe(v.string(), v.regex(/^[\w-]{43}$/)),
});

/** For anyone with the link, for ten minutes. */
function serveProofFile(scope: FastifyInstance, services: Services): void {
  scope.get('/files/proofs/:id/:visitId/:sha256', async (request, reply) => {
    const address = v.safeParse(ProofFileSchema, request.params);
    const link = v.safeParse(SignatureSchema, request.query);
    const gone = new ApiProblem('not-found', 'This link has expired. Ask for the proofs again.');
    if (!address.success || !link.success) throw gone;
    const { id, ...proof } = address.output;
    const { expires: expiresAt, signature } = link.output;
    const place = await services.admission.enter('files', { address: request.ip, token: null });
    try {
      const db = services.pools.shops.db;
      const shipment = await findShipment(db, id);
      const isSigned =
        shipment !== null &&
        services.secrets.isLinkFor(proofLinkOf(shipment, proof), { expiresAt, signature }, Date.now());
      const shop = isSigned && shipment.senderId ? await findUser(db, shipment.senderId) : null;
      if (!shop || !may(shop, 'apiKey.create')) throw gone;
      const file = await readProof({ ...services, db }, { userId: null, readsAll: true, grants: [] }, proof);
      return await reply
        .header('cache-control', 'private, no-store')
        .header('content-security-policy', "default-src 'none'")
        .header('content-length', file.size)
        .type('image/webp')
        .send(await file.read());
    } finally {
      place.leave();
    }
  });
}
