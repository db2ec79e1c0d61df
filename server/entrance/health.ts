import { timingSafeEqual } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import { MAX_JOBS_SILENCE_SECONDS } from '../../src/domain/records.ts';
import { ping, within } from '../base/database/client.ts';
import { createWriteCheck } from '../base/database/write-check.ts';
import { isLocalRequest } from '../base/http/local-request.ts';
import type { Services } from '../context/context.ts';
import { readJobsSilence } from '../doctor/store/database-facts.ts';
import { type SeenCaller, VISIT_HEADER } from '../doctor/visit.ts';
import { registerLoadMetrics, registerLoopMetrics } from '../metrics/load-metrics.ts';
import { registerRecordsMetrics } from '../metrics/records-metrics.ts';
import { registerRetentionMetrics } from '../metrics/retention-metrics.ts';
import { onceASecond, registerUpkeepMetrics } from '../metrics/upkeep-metrics.ts';
import { registerWindowMetrics } from '../metrics/window-metrics.ts';
import { listRequestedProcedures } from './procedure-names.ts';

/** Shorter than balancers wait for `/readyz`. */
const PATIENCE_MS = 500;
const JOBS_PATIENCE_MS = 1_500;

const METHODS = new Set(['GET', 'HEAD', 'POST']);

/** `/metrics` needs METRICS_TOKEN; if none is set, only loopback can read it. */
export function serveHealth(app: FastifyInstance, services: Services): void {
  const { db, pools, jobs, replicas, environment, secrets } = services;
  let closing = false;
  app.addHook('preClose', async () => {
    closing = true;
  });

  // Balancers ask several times a second: only what is wrong goes into the log.
  app.get('/healthz', { logLevel: 'warn' }, async (request, reply) => {
    const visit = request.headers[VISIT_HEADER];
    const isVisit = typeof visit === 'string' && secrets.isVisit(visit, Date.now());
    return reply
      .header('cache-control', 'no-store')
      .send({ ok: true, ...(isVisit && { seen: describeCaller(request, jobs.upSeconds()) }) });
  });

  const checkWrite = createWriteCheck(pools.records.pool);
  function assertPrimaryUp(): void {
    if (replicas && !replicas.isPrimaryUp()) throw new Error('The primary is away');
  }
  async function checkReads(): Promise<void> {
    assertPrimaryUp();
    await ping(db.$client);
  }
  async function checkWrites(): Promise<void> {
    assertPrimaryUp();
    await checkWrite();
  }

  const readSilence = onceASecond(() => readJobsSilence(db, jobs.upSeconds()));
  async function checkJobs(): Promise<void> {
    assertPrimaryUp();
    const seconds = await within(JOBS_PATIENCE_MS, readSilence());
    if (seconds > MAX_JOBS_SILENCE_SECONDS) throw new Error('No process works on jobs');
  }

  app.get<{ Querystring: { for?: string } }>('/readyz', { logLevel: 'warn' }, async (request, reply) => {
    const lagSeconds = replicas?.lagSeconds() ?? null;
    const checkPart = (name: string, check: Promise<void>) =>
      // A primary that has just died responds late; until then a replica can serve visitors.
      Promise.race(lagSeconds === null ? [check] : [check, failAfter(PATIENCE_MS)]).then(
        () => true,
        (error: unknown) => {
          request.log.warn({ err: error, part: name }, 'Not ready');
          return false;
        },
      );
    const [isUp, writes, queue, jobsAreDone] = await Promise.all([
      checkPart('database', checkReads()),
      checkPart('writes', checkWrites()),
      checkPart('queue', jobs.ping()),
      checkPart('jobs', checkJobs()),
    ]);
    // Visitors can be answered by either.
    const reads = isUp || lagSeconds !== null;
    const ok = (request.query.for === 'writes' ? writes && queue && jobsAreDone : reads) && !closing;
    if (!ok) reply.header('retry-after', '2');
    return reply
      .code(ok ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ ok, reads, writes, queue, jobs: jobsAreDone, closing, lagSeconds });
  });

  const registry = new Registry();
  if (environment.PROCESS === 'jobs') registry.setDefaultLabels({ process: 'jobs' });
  else if (environment.WEB > 1) registry.setDefaultLabels({ process: `web ${process.env.WEB_NUMBER ?? 1}` });
  collectDefaultMetrics({ register: registry });
  registerRecordsMetrics(registry, db);
  registerWindowMetrics(registry, db);
  registerRetentionMetrics(registry, services);
  registerLoadMetrics(registry, services);
  registerLoopMetrics(registry, app);
  registerUpkeepMetrics(registry, services, checkWrites);
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'How long responses took, by route, procedure and status',
    labelNames: ['method', 'route', 'procedure', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  app.addHook('onResponse', (request, reply, done) => {
    const [procedure = '', ...more] = listRequestedProcedures(request) ?? [];
    durations.observe(
      // Unbounded labels would let callers fill the memory.
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
    if (!canReadMetrics(request, environment.METRICS_TOKEN)) return reply.callNotFound();
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}

async function failAfter(ms: number): Promise<never> {
  await sleep(ms, undefined, { ref: false });
  throw new Error(`No answer within ${ms} ms`);
}

function describeCaller({ ip, socket, headers }: FastifyRequest, upSeconds: number): SeenCaller {
  const forwardedFor = headers['x-forwarded-for'];
  return {
    address: ip,
    peer: socket.remoteAddress ?? '',
    forwardedFor: forwardedFor === undefined ? null : String(forwardedFor),
    upSeconds,
  };
}

function canReadMetrics(request: FastifyRequest, token: string | undefined): boolean {
  if (token === undefined) return isLocalRequest(request);
  const given = Buffer.from(request.headers.authorization ?? '');
  const wanted = Buffer.from(`Bearer ${token}`);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
