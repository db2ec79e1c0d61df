import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AS_OF_HEADER, NOTICED_AGE_MS } from '../../../src/domain/answer-age.ts';
import { paths } from '../../../src/domain/paths.ts';
import type { Replicas } from '../database/replicas/replicas.ts';

export function ageOf(replicas: Replicas | null, request: FastifyRequest): number | null {
  if (!replicas || request.method !== 'GET' || (replicas.isPrimaryUp() && isOwn(request))) return null;
  const asOf = replicas.asOf();
  return asOf !== null && Date.now() - asOf > NOTICED_AGE_MS ? asOf : null;
}

export function sayAge(app: FastifyInstance, replicas: Replicas | null): void {
  if (!replicas) return;
  app.addHook('onSend', async (request, reply) => {
    if (reply.statusCode !== 200 || !request.url.startsWith(paths.trpc)) return;
    const asOf = ageOf(replicas, request);
    if (asOf !== null) reply.header(AS_OF_HEADER, new Date(asOf).toISOString());
  });
}

/** What a person owns comes from the primary while it is there. */
const isOwn = ({ headers }: FastifyRequest) => Boolean(headers.authorization ?? headers['x-shipment-grant']);
