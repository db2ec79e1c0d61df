/**
 * The HTTP server: health, metrics, the procedures, and the built app, on one origin. Everything
 * common to all responses (headers, request ids, error shapes, logs) is defined here once.
 */
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { basename, join, resolve } from 'node:path';
import fastifyStatic from '@fastify/static';
import { TRPCError } from '@trpc/server';
import { type FastifyTRPCPluginOptions, fastifyTRPCPlugin } from '@trpc/server/adapters/fastify';
import { getHTTPStatusCodeFromError } from '@trpc/server/http';
import fastify, {
  type ConnectionError,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { faultSentence, type SentenceCode, sentences } from '../../src/domain/errors.ts';
import { isPage } from '../../src/domain/pages.ts';
import { paths } from '../../src/domain/paths.ts';
import { createContext, type Services } from '../context/context.ts';
import { requestIds } from '../context/request-id.ts';
import { errorForLog } from '../errors/errors.ts';
import { serveCountries } from '../operations/countries/countries.ts';
import { listRequestedProcedures, MAX_BATCH_SIZE } from '../routers/procedure-names.ts';
import { type AppRouter, appRouter } from '../routers/router.ts';
import { requireProgress } from './body-progress.ts';
import { decodedName, dictionaryPattern, findDelta, isDelta } from './deltas.ts';
import { serveHealth } from './health.ts';
import { logStream } from './log-stream.ts';
import { serveMailbox } from './mailbox.ts';
import { limitPipelining } from './pipelining.ts';
import { retireServiceWorker } from './retire-worker.ts';
import { createSecurityHeaders, type SecurityHeaders } from './security-headers.ts';
import { serveImages } from './serve-images.ts';
import { serveProofs } from './serve-proofs.ts';
import { serveShipmentFiles } from './serve-shipment-files.ts';
import { addSingleQueryFastPath, BUSY_RETRY_SECONDS, retryAfterHeader } from './single-query-fast-path.ts';
import { serveTrackedPages } from './tracked-page.ts';

/**
 * The longest JSON from a form is a mail of 20,000 characters, at four bytes each and with room for
 * the rest.
 */
const BODY_LIMIT = 256 * 1024;
/** Never a page of the app: a miss there is a 404, not the app's HTML. */
const NOT_A_PAGE = /^\/(?:api|v1_1|dev|assets|healthz|readyz|metrics)(?:\/|$)|\/\.|\.[a-z0-9]{1,12}$/i;
/** The scanner's script as the build names it. */
const SCAN_WORKER = /^scan-worker-[\w-]+\.js$/;

export interface AppOptions {
  services: Services;
  /** Where the development mailbox is stored; null if mails are sent by SMTP. */
  mailbox: string | null;
}

export async function createApp({ services, mailbox }: AppOptions): Promise<FastifyInstance> {
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
    // The total time of a request is not limited; see requireProgress.
    requestTimeout: 0,
    keepAliveTimeout: 72_000,
    // Without a Host, Node would send an empty response; ours is sent below.
    http: { headersTimeout: 15_000, requireHostHeader: false },
    // Fastify would respond in its own shape; see closeConnectionsOnShutdown.
    return503OnClosing: false,
    // No hook runs for a malformed address.
    frameworkErrors: (error, request, reply) => sendError(error, request, reply.headers(securityHeaders)),
    clientErrorHandler: (error, socket) => onClientError(error, socket, securityHeaders),
  });
  // For an unknown Expect, Node would send an empty response too.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));

  limitPipelining(app);
  requireProgress(app);
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(securityHeaders).header('x-request-id', request.id);
    requestIds.run(request.id, done);
  });
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    const hosts = raw.rawHeaders.filter((name, index) => index % 2 === 0 && /^host$/i.test(name)).length;
    if (hosts > 1 || (hosts === 0 && raw.httpVersion === '1.1')) return done(httpError(400));
    const { expect = '100-continue' } = raw.headers;
    done(/^100-continue$/i.test(expect) ? undefined : httpError(417));
  });
  app.addHook('onResponse', (request, reply, done) => {
    // The route and the procedure, never the query string: inputs and tracking IDs do not belong in
    // a log.
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
  app.setErrorHandler(sendError);
  closeConnectionsOnShutdown(app);
  // A stream lasts as long as its client listens, so streams end first and their browsers reconnect
  // elsewhere.
  app.addHook('preClose', async () => services.followers.close());

  serveHealth(app, services);
  serveCountries(app);
  await serveImages(app, services);
  await serveShipmentFiles(app, services);
  await serveProofs(app, services);
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
  serveTrackedPages(app, dist, (call) => createContext(services, call));
  await serveBuiltApp(app, dist);
  return app;
}

/**
 * Guards for the addresses of procedures, however they are written: the router has already decoded
 * them.
 */
function addProcedureGuards(scope: FastifyInstance): void {
  // Rejects what no caller sends: the adapter would read a form of any size, and fail on odd
  // methods.
  scope.addHook('onRequest', ({ method, headers }, _reply, done) => {
    if (method === 'GET' || method === 'HEAD') return done();
    if (method !== 'POST') return done(httpError(405));
    const isJson = /^application\/json\s*(?:;|$)/i.test(headers['content-type'] ?? '');
    done(isJson ? undefined : httpError(415));
  });
  // As late as possible, because the tRPC adapter sends a Response whose headers, such as `vary`,
  // are written after every hook. Caches must know what a response depends on.
  scope.addHook('onSend', ({ method, headers }, reply, payload, done) => {
    const isPersonal = headers.authorization !== undefined || headers['x-shipment-grant'] !== undefined;
    const isRead = method === 'GET' || method === 'HEAD';
    const varyHeaders = 'Authorization, X-Shipment-Grant';
    const known = reply.getHeader('vary');
    if (payload instanceof Response) payload.headers.append('vary', varyHeaders);
    else reply.header('vary', known ? `${known}, ${varyHeaders}` : varyHeaders);
    reply.header('cache-control', isPersonal || !isRead ? 'private, no-store' : 'no-cache');
    done();
  });
}

/**
 * On shutdown, current requests are finished and their connections closed, and no new ones are
 * accepted. Otherwise a connection that a client keeps open would delay the end by
 * `keepAliveTimeout`.
 */
function closeConnectionsOnShutdown(app: FastifyInstance): void {
  let closingTimer: NodeJS.Timeout | undefined;
  app.addHook('preClose', async () => {
    closingTimer = setInterval(() => app.server.closeIdleConnections(), 100);
  });
  app.addHook('onRequest', (_request, _reply, done) => done(closingTimer ? httpError(503) : undefined));
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (closingTimer) reply.header('connection', 'close');
    done();
  });
  app.addHook('onClose', async () => clearInterval(closingTimer));
}

/**
 * Serves hashed files with a permanent cache, the shell and the worker without one, and the brotli,
 * gzip and delta versions from the build.
 */
async function serveBuiltApp(app: FastifyInstance, dist: string): Promise<void> {
  const isBuilt = existsSync(join(dist, 'index.html'));
  await app.register(fastifyStatic, {
    root: dist,
    wildcard: true,
    index: ['index.html'],
    preCompressed: true,
    cacheControl: false,
    dotfiles: 'ignore',
    setHeaders(response, file) {
      const isHashed = file.startsWith(join(dist, 'assets'));
      response.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
      const name = decodedName(basename(file));
      const pattern = isHashed ? dictionaryPattern(name) : null;
      if (pattern) {
        response.header('use-as-dictionary', `match="${pattern}"`);
        response.header('vary', 'accept-encoding, available-dictionary');
      }
      if (isDelta(file)) {
        const type = name.endsWith('.css') ? 'text/css' : 'text/javascript';
        response.header('content-encoding', 'dcz').type(`${type}; charset=utf-8`);
      }
      // The only script that may run WebAssembly; a worker gets its policy from its own response.
      if (SCAN_WORKER.test(name)) {
        const policy = String(response.getHeader('content-security-policy'));
        response.header('content-security-policy', policy.replace("script-src 'self'", "$& 'wasm-unsafe-eval'"));
      }
    },
  });
  app.get<{ Params: { file: string } }>(
    '/assets/:file(^[\\w-]+[.](?:js|css)$)',
    ({ params: { file }, headers }, reply) =>
      reply.sendFile(`assets/${findDelta(join(dist, 'assets'), file, headers) ?? file}`),
  );
  app.setNotFoundHandler((request, reply) => {
    const [path = '/'] = request.url.split('?');
    const wantsPage = (request.method === 'GET' || request.method === 'HEAD') && !NOT_A_PAGE.test(path);
    // The same page reports any missing address.
    if (wantsPage && isBuilt) return isPage(path) ? sendPage(reply, path) : reply.code(404).sendFile('index.html');
    return reply.code(404).header('cache-control', 'no-store').send(errorBody('NOT_FOUND', request.id));
  });
}

/**
 * Sends a page's HTML: complete for /track, otherwise the shell that the app fills, with a
 * shipment's scripts for its page.
 */
function sendPage(reply: FastifyReply, path: string): FastifyReply {
  // Pages about one shipment are for people who know its ID, not for search engines.
  if (/^\/(?:track|invoice)\/./.test(path)) reply.header('x-robots-tag', 'noindex');
  if (path === paths.track()) return reply.sendFile('track.html');
  return reply.sendFile(path.startsWith(paths.trackedShipment('')) ? 'tracked.html' : 'index.html');
}

/** Codes for errors of Fastify itself, before a procedure is reached. */
const CODE_BY_STATUS: Record<number, SentenceCode> = {
  400: 'BAD_REQUEST',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_SUPPORTED',
  408: 'TIMEOUT',
  413: 'PAYLOAD_TOO_LARGE',
  414: 'PAYLOAD_TOO_LARGE',
  415: 'PARSE_ERROR',
  431: 'PAYLOAD_TOO_LARGE',
  503: 'SERVICE_UNAVAILABLE',
};

function httpError(statusCode: number): Error {
  return Object.assign(new Error(STATUS_CODES[statusCode]), { statusCode });
}

function sendError(error: FastifyError | TRPCError, request: FastifyRequest, reply: FastifyReply): void {
  // The adapter throws its own errors if it cannot parse the address.
  const status = error instanceof TRPCError ? getHTTPStatusCodeFromError(error) : (error.statusCode ?? 500);
  const code = CODE_BY_STATUS[status];
  if (!code && status >= 500) request.log.error({ err: error }, 'A request failed');
  if (status === 503) reply.header('retry-after', BUSY_RETRY_SECONDS);
  reply
    .code(code || status < 500 ? status : 500)
    .header('cache-control', 'no-store')
    .header('x-request-id', request.id)
    .send(errorBody(code ?? (status < 500 ? 'BAD_REQUEST' : null), request.id));
}

/** Malformed or unfinished HTTP: there is no request to respond to, only a connection. */
function onClientError(error: ConnectionError, socket: Socket, securityHeaders: SecurityHeaders): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return;
  const { _httpMessage: answer } = socket as Socket & { _httpMessage?: ServerResponse | null };
  if (answer?.headersSent) {
    // In the middle of another response, this one would be read as part of it.
    socket.destroySoon();
    return;
  }
  const status = error.code === 'HPE_HEADER_OVERFLOW' ? 431 : error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400;
  const requestId = randomUUID();
  const body = JSON.stringify(errorBody(CODE_BY_STATUS[status] ?? 'BAD_REQUEST', requestId));
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'cache-control: no-store',
    ...Object.entries(securityHeaders).map(([name, value]) => `${name}: ${value}`),
    `x-request-id: ${requestId}`,
    'connection: close',
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  socket.destroySoon();
}

/** The error shape of procedures, for responses outside of them. */
function errorBody(code: SentenceCode | null, requestId: string) {
  return {
    error: {
      message: code ? sentences[code] : faultSentence(requestId),
      data: { code: code ?? 'INTERNAL_SERVER_ERROR', requestId },
    },
  };
}
