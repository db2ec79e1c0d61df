import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type FastifyTRPCPluginOptions, fastifyTRPCPlugin } from '@trpc/server/adapters/fastify';
import fastify, { type FastifyInstance, type FastifyRequest, LogController } from 'fastify';
import { paths } from '../../src/domain/paths.ts';
import { serveBankFiles } from '../banking/serve-bank-files.ts';
import { errorForLog } from '../base/errors/error-log.ts';
import { requireProgress } from '../base/http/body-progress.ts';
import { limitBodies } from '../base/http/body-room.ts';
import { httpError, onClientError, retryAfterHeader, sendError } from '../base/http/error-responses.ts';
import { limitHeaders } from '../base/http/header-limits.ts';
import { logStream } from '../base/http/log-stream.ts';
import { limitPipelining } from '../base/http/pipelining.ts';
import { addProcedureGuards } from '../base/http/procedure-guards.ts';
import { retireServiceWorker } from '../base/http/retire-worker.ts';
import { sayAge } from '../base/http/say-age.ts';
import { createSecurityHeaders } from '../base/http/security-headers.ts';
import { isTooComplex } from '../base/limits/assert-input.ts';
import { currentWork, noteProgress, type Work } from '../base/process/current-work.ts';
import type { BrandFiles } from '../brand/write-brand.ts';
import { createContext, type Services } from '../context/context.ts';
import { serveCountries } from '../countries/countries.ts';
import { serveSigningKeys } from '../handover/serve-signing-keys.ts';
import { serveShipmentFiles } from '../imports/serve-shipment-files.ts';
import { serveLabels } from '../labels/serve-labels.ts';
import { serveMailbox } from '../mail/mailbox.ts';
import { serveEmails } from '../mail/serve-emails.ts';
import { serveSms } from '../messages/serve-sms.ts';
import { serveOrders } from '../orders/serve-orders.ts';
import { serveDataExports } from '../own-account/serve-data-exports.ts';
import { serveReports } from '../reports/serve-reports.ts';
import { serveProofs } from '../runs/serve-proofs.ts';
import { serveImages } from '../shipments/serve-images.ts';
import { serveStatements } from '../statements/serve-statements.ts';
import { serveV1 } from '../v1/http/serve-v1.ts';
import { serveBuiltApp } from './built-app.ts';
import { addSingleQueryFastPath } from './fast-path.ts';
import { serveHealth } from './health.ts';
import { listRequestedProcedures, MAX_BATCH_SIZE } from './procedure-names.ts';
import { type AppRouter, appRouter } from './router.ts';
import { serveTrackedPages } from './tracked-page.ts';

/** In bytes: a mail of 20,000 characters, at four bytes each. */
const BODY_LIMIT = 256 * 1024;

export interface AppOptions {
  services: Services;
  /** A folder; null if mails are sent by SMTP. */
  mailbox: string | null;
  /** Laid over the built app. It changes with the brand’s settings. */
  readonly brandFiles: BrandFiles | null;
}

export async function createApp(running: AppOptions): Promise<FastifyInstance> {
  const { services, mailbox } = running;
  const { environment } = services;
  const securityHeaders = await createSecurityHeaders(environment);
  const app = fastify({
    logger: {
      level: environment.LOG_LEVEL,
      stream: logStream,
      redact: ['req.headers', 'headers', 'authorization'],
      serializers: { err: errorForLog },
    },
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: environment.TRUSTED_PROXIES.length > 0 ? environment.TRUSTED_PROXIES : false,
    bodyLimit: BODY_LIMIT,
    // The paths of a batch are one parameter.
    routerOptions: { maxParamLength: 2_000 },
    // The total is not limited; see requireProgress.
    requestTimeout: 0,
    keepAliveTimeout: 72_000,
    // Node would send an empty response without a Host.
    http: { headersTimeout: 15_000, requireHostHeader: false },
    // Fastify would respond in its own shape; see closeConnectionsOnShutdown.
    return503OnClosing: false,
    // Fastify would show people its JSON for a mangled link.
    rewriteUrl: ({ url = '/' }) => escapeStrayPercents(url),
    // No hook runs for other errors of Fastify itself.
    frameworkErrors: (error, request, reply) => sendError(error, request, reply.headers(securityHeaders)),
    clientErrorHandler: (error, socket) => onClientError(error, socket, securityHeaders),
  });
  // Node would send an empty response.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));

  limitPipelining(app);
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(securityHeaders).header('x-request-id', request.id);
    noteProgress(null);
    currentWork.run(workOf(request), done);
  });
  app.addHook('onSend', (_request, _reply, _payload, done) => {
    noteProgress();
    done();
  });
  limitHeaders(app);
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    const hosts = raw.rawHeaders.filter((name, index) => index % 2 === 0 && /^host$/i.test(name)).length;
    if (hosts > 1 || (hosts === 0 && raw.httpVersion === '1.1')) return done(httpError(400));
    const { expect = '100-continue' } = raw.headers;
    done(/^100-continue$/i.test(expect) ? undefined : httpError(417));
  });
  requireProgress(app);
  limitBodies(app);
  app.addHook('onResponse', (request, reply, done) => {
    // Never the query string: inputs and tracking IDs do not belong in a log.
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'none',
        procedure: listRequestedProcedures(request)?.join(','),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'answered',
    );
    done();
  });
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) =>
    isTooComplex(body) ? done(httpError(400)) : parseJson(request, body, done),
  );
  app.setErrorHandler(sendError);
  if (environment.OTEL_EXPORTER_OTLP_ENDPOINT) {
    const { traceRequests } = await import('./trace-requests.ts');
    traceRequests(app, environment.OTEL_EXPORTER_OTLP_ENDPOINT, environment);
  }
  serveHealth(app, services);
  closeConnectionsOnShutdown(app, environment.NODE_ENV === 'production' ? LINGER_MS : 0);
  // A stream lasts as long as its client, so streams end first.
  app.addHook('preClose', async () => services.followers.close());
  sayAge(app, services.replicas);
  serveSigningKeys(app, services);
  serveCountries(app);
  await serveImages(app, services);
  await serveShipmentFiles(app, services);
  await serveBankFiles(app, services);
  await serveProofs(app, services);
  await serveLabels(app, services);
  await serveDataExports(app, services);
  await serveStatements(app, services);
  await serveReports(app, services);
  await serveOrders(app, services);
  await serveSms(app, services);
  await serveEmails(app, services);
  await serveV1(app, services);
  if (mailbox !== null) serveMailbox(app, mailbox);
  await app.register(async (scope) => {
    addProcedureGuards(scope);
    const contextOf = (call: Parameters<typeof createContext>[1]) => createContext(services, call);
    addSingleQueryFastPath(scope, contextOf);
    await scope.register(fastifyTRPCPlugin, {
      prefix: paths.trpc,
      trpcOptions: {
        router: appRouter,
        createContext: contextOf,
        maxBatchSize: MAX_BATCH_SIZE,
        responseMeta: ({ errors }) => ({ headers: retryAfterHeader(errors) }),
      },
    } satisfies FastifyTRPCPluginOptions<AppRouter>);
  });
  if (environment.RETIRE_SERVICE_WORKER) retireServiceWorker(app);
  const dist = resolve(environment.DIST_DIR);
  serveTrackedPages(app, dist, running, (call) => createContext(services, call));
  await serveBuiltApp(app, dist, running);
  return app;
}

const workOf = (request: FastifyRequest): Work => ({
  requestId: request.id,
  get name() {
    return listRequestedProcedures(request)?.join(',') ?? `${request.method} ${request.routeOptions.url ?? 'none'}`;
  },
});

function escapeStrayPercents(url: string): string {
  const [path = ''] = url.split('?');
  return canDecode(path) ? url : path.replaceAll('%', '%25') + url.slice(path.length);
}

function canDecode(path: string): boolean {
  try {
    // The bundler would drop a call whose result is not used.
    return decodeURIComponent(path) !== '';
  } catch {
    return false;
  }
}

/** A balancer asks `/readyz` every second. */
const LINGER_MS = 2_000;

/**
 * Serves everybody for a moment longer, with `Connection: close`: a balancer would lose what it
 * sends on a closing connection. An open one would delay the end by `keepAliveTimeout`.
 */
function closeConnectionsOnShutdown(app: FastifyInstance, lingerMs: number): void {
  let isStopping = false;
  let closingTimer: NodeJS.Timeout | undefined;
  app.addHook('preClose', async () => {
    isStopping = true;
    if (lingerMs > 0) await sleep(lingerMs);
    closingTimer = setInterval(() => app.server.closeIdleConnections(), 100);
  });
  app.addHook('onRequest', (_request, _reply, done) => done(closingTimer ? httpError(503) : undefined));
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (isStopping) reply.header('connection', 'close');
    done();
  });
  app.addHook('onClose', async () => clearInterval(closingTimer));
}
