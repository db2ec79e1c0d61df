import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import type { Services } from '../context/context.ts';
import { ping } from '../database/client.ts';
import { registerLoadMetrics } from '../metrics/load-metrics.ts';
import { registerRecordsMetrics } from '../metrics/records-metrics.ts';
import { proceduresAsked } from '../routers/procedure-names.ts';
import { isLocalRequest } from './local-request.ts';

/** The methods that our routes use. */
const METHODS = new Set(['GET', 'HEAD', 'POST']);

/**
 * `/healthz`: the process is running. `/readyz`: it can serve, so its database and its queue
 * respond. `/metrics`: Prometheus, for holders of METRICS_TOKEN, or if that is not set for loopback
 * only.
 */
export function serveHealth(app: FastifyInstance, services: Services): void {
  const { db, jobs, environment } = services;
  let closing = false;
  app.addHook('preClose', async () => {
    closing = true;
  });

  app.get('/healthz', async (_request, reply) => reply.header('cache-control', 'no-store').send({ ok: true }));

  app.get('/readyz', async (request, reply) => {
    const answers = (name: string, question: Promise<void>) =>
      question.then(
        () => true,
        (error: unknown) => {
          request.log.warn({ err: error, part: name }, 'Not ready');
          return false;
        },
      );
    const [database, queue] = await Promise.all([answers('database', ping(db.$client)), answers('queue', jobs.ping())]);
    const ok = database && queue && !closing;
    if (!ok) reply.header('retry-after', '2');
    return reply
      .code(ok ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ ok, database, queue, closing });
  });

  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  registerRecordsMetrics(registry, db);
  registerLoadMetrics(registry, services);
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'How long responses took, by route, procedure and status',
    labelNames: ['method', 'route', 'procedure', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  app.addHook('onResponse', (request, reply, done) => {
    const [procedure = '', ...more] = proceduresAsked(request) ?? [];
    durations.observe(
      // Every label has few possible values: otherwise callers could make up any number of them and
      // fill the memory.
      {
        method: METHODS.has(request.method) ? request.method : 'other',
        route: request.routeOptions.url ?? 'none',
        procedure: more.length > 0 ? 'batch' : procedure,
        status: reply.statusCode,
      },
      reply.elapsedTime / 1000,
    );
    done();
  });
  app.get('/metrics', async (request, reply) => {
    if (!mayRead(request, environment.METRICS_TOKEN)) return reply.callNotFound();
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}

function mayRead(request: FastifyRequest, token: string | undefined): boolean {
  if (token === undefined) return isLocalRequest(request);
  const given = Buffer.from(request.headers.authorization ?? '');
  const wanted = Buffer.from(`Bearer ${token}`);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
