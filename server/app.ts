/**
 * The HTTP server: health, metrics, the procedures, and the built app, on one origin. Everything that holds for every
 * answer (headers, request ids, error shapes, logs) is said here once.
 */
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyHelmet from '@fastify/helmet';
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
import { faultSentence, type SentenceCode, sentences } from '../src/domain/errors.ts';
import { paths } from '../src/domain/paths.ts';
import { createContext, type Services } from './context.ts';
import { serveCountries } from './countries.ts';
import type { Environment } from './env.ts';
import { faultForLog } from './errors.ts';
import { serveHealth } from './health.ts';
import { imageOrigins } from './images/image-links.ts';
import { serveImages } from './images/serve-images.ts';
import { logLines } from './log-lines.ts';
import { answerLoneQueries, retryAfter } from './lone-queries.ts';
import { serveMailbox } from './mail/mailbox.ts';
import { requestIds } from './request-id.ts';
import { retireServiceWorker } from './retire-worker.ts';
import { type AppRouter, appRouter } from './router.ts';
import { serveShipmentFiles } from './shipment-files/serve-shipment-files.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** The longest JSON a form sends is a mail of 20,000 characters; four bytes each, and room for the rest. */
const BODY_LIMIT = 256 * 1024;
const MAXIMUM_BATCH = 10;
/** What is no page of the app: a miss there is a 404, never the app's own HTML. */
const NOT_A_PAGE = /^\/(?:api|v1_1|dev|assets|healthz|readyz|metrics)(?:\/|$)|\/\.|\.[a-z0-9]{1,12}$/i;
/** The scanner's script as the build names it, or as it was compressed. */
const SCAN_WORKER = /^scan-worker-[\w-]+\.js(?:\.br|\.gz)?$/;
/** What pages and what they show may ask a device for: the camera, to scan. */
const PERMISSIONS = 'camera=(self), microphone=(), geolocation=()';

export interface AppOptions {
  services: Services;
  /** Where the development mailbox is kept; null where mails go out by SMTP. */
  mailbox: string | null;
}

export async function createApp({ services, mailbox }: AppOptions): Promise<FastifyInstance> {
  const { environment } = services;
  const app = fastify({
    logger: {
      level: environment.LOG_LEVEL,
      stream: logLines,
      redact: ['req.headers', 'headers', 'authorization'],
      serializers: { err: faultForLog },
    },
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: environment.TRUSTED_PROXIES.length > 0 ? environment.TRUSTED_PROXIES : false,
    bodyLimit: BODY_LIMIT,
    // The paths of a batch are one parameter.
    routerOptions: { maxParamLength: 2_000 },
    requestTimeout: 30_000,
    keepAliveTimeout: 72_000,
    http: { headersTimeout: 15_000 },
    // Fastify would answer in a shape of its own (see endConnectionsAtClose).
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) => answerError(error, request, reply),
    clientErrorHandler: answerNonsense,
  });

  const helmetHeaders = await headersOfHelmet(environment);
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(helmetHeaders).header('permissions-policy', PERMISSIONS).header('x-request-id', request.id);
    requestIds.run(request.id, done);
  });
  // What no caller of a procedure sends ends here: the adapter would read a form of any size, and fail on odd methods.
  app.addHook('onRequest', (request, _reply, done) => {
    if (!request.url.startsWith(paths.trpc) || request.method === 'GET' || request.method === 'HEAD') return done();
    if (request.method !== 'POST') return done(refusal(405));
    const isJson = /^application\/json\s*(?:;|$)/i.test(request.headers['content-type'] ?? '');
    done(isJson ? undefined : refusal(415));
  });
  // Late, because the tRPC adapter answers with a Response whose headers are written after every hook, `vary` among
  // them: whoever stores an answer must know what it depends on.
  app.addHook('onSend', (request, reply, payload, done) => {
    if (!request.url.startsWith(paths.trpc)) return done();
    const isPersonal = request.headers.authorization !== undefined || request.headers['x-shipment-grant'] !== undefined;
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const depends = 'Authorization, X-Shipment-Grant';
    const known = reply.getHeader('vary');
    if (payload instanceof Response) payload.headers.append('vary', depends);
    else reply.header('vary', known ? `${known}, ${depends}` : depends);
    reply.header('cache-control', isPersonal || !isRead ? 'private, no-store' : 'no-cache');
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    // The route and the procedure, never the query string: inputs and tracking IDs do not belong in a log.
    const { path } = request.params as { path?: string };
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'none',
        procedure: path,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'answered',
    );
    done();
  });
  app.setErrorHandler(answerError);
  endConnectionsAtClose(app);
  // A stream is under way for as long as somebody listens: it ends first, and its browser goes to another server.
  app.addHook('preClose', async () => services.followers.close());

  serveHealth(app, services);
  serveCountries(app);
  await serveImages(app, services);
  await serveShipmentFiles(app, services);
  if (mailbox !== null) serveMailbox(app, mailbox);
  await app.register(async (scope) => {
    const contextOf = (call: Parameters<typeof createContext>[1]) => createContext(services, call);
    answerLoneQueries(scope, contextOf);
    await scope.register(fastifyTRPCPlugin, {
      prefix: paths.trpc,
      trpcOptions: {
        router: appRouter,
        createContext: contextOf,
        maxBatchSize: MAXIMUM_BATCH,
        responseMeta: ({ errors }) => ({ headers: retryAfter(errors) }),
      },
    } satisfies FastifyTRPCPluginOptions<AppRouter>);
  });
  if (environment.RETIRE_SERVICE_WORKER) retireServiceWorker(app);
  await serveBuiltApp(app, resolve(ROOT, environment.DIST_DIR));
  return app;
}

/**
 * When the server closes, what is under way is finished and its connection with it, and nothing new is begun. A connection
 * that a client keeps open would otherwise hold up the end for as long as `keepAliveTimeout`.
 */
function endConnectionsAtClose(app: FastifyInstance): void {
  let sweeping: NodeJS.Timeout | undefined;
  app.addHook('preClose', async () => {
    sweeping = setInterval(() => app.server.closeIdleConnections(), 100);
  });
  app.addHook('onRequest', (_request, _reply, done) => done(sweeping ? refusal(503) : undefined));
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (sweeping) reply.header('connection', 'close');
    done();
  });
  app.addHook('onClose', async () => clearInterval(sweeping));
}

/** The hashed files for ever, the shell and the worker never from memory; brotli and gzip as they were made at build. */
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
      // The only script that may run WebAssembly; a worker goes by the policy of its own answer.
      if (SCAN_WORKER.test(basename(file))) {
        const policy = String(response.getHeader('content-security-policy'));
        response.header('content-security-policy', policy.replace("script-src 'self'", "$& 'wasm-unsafe-eval'"));
      }
    },
  });
  app.setNotFoundHandler((request, reply) => {
    const [path = '/'] = request.url.split('?');
    const wantsPage = (request.method === 'GET' || request.method === 'HEAD') && !NOT_A_PAGE.test(path);
    if (wantsPage && isBuilt) return sendPage(reply, path);
    return reply.code(404).header('cache-control', 'no-store').send(errorBody('NOT_FOUND', request.id));
  });
}

/** The HTML of a page: /track comes whole, every other page as the frame that the app fills, a parcel's with its scripts. */
function sendPage(reply: FastifyReply, path: string): FastifyReply {
  // A page about one parcel is for whoever knows its ID, and not for search engines.
  if (/^\/(?:track|invoice)\/./.test(path)) reply.header('x-robots-tag', 'noindex');
  if (path === paths.track()) return reply.sendFile('track.html');
  return reply.sendFile(path.startsWith(paths.trackedShipment('')) ? 'tracked.html' : 'index.html');
}

/**
 * What helmet says to every answer, asked once: it is the same each time, and helmet would put the content policy and its
 * whole chain together anew for each, a sixth of what a look-up takes.
 */
async function headersOfHelmet(environment: Environment): Promise<Record<string, string>> {
  const probe = fastify();
  await probe.register(fastifyHelmet, securityHeaders(environment));
  const headers: Record<string, string> = {};
  probe.get('/', async (_request, reply) => {
    for (const [name, value] of Object.entries(reply.raw.getHeaders())) headers[name] = String(value);
    return '';
  });
  await probe.inject('/');
  await probe.close();
  return headers;
}

function securityHeaders(environment: Environment) {
  const { API_BASE, COUNTRIES_URL, PUBLIC_URL } = environment;
  const origins = (...urls: string[]) => urls.filter(Boolean).map((url) => new URL(url).origin);
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'blob:', ...imageOrigins(environment)],
        connectSrc: ["'self'", ...origins(API_BASE, COUNTRIES_URL), ...imageOrigins(environment)],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        requireTrustedTypesFor: ["'script'"],
        trustedTypes: ['waybill'],
      },
    },
    referrerPolicy: { policy: 'no-referrer' as const },
    xFrameOptions: { action: 'deny' as const },
    strictTransportSecurity: PUBLIC_URL.startsWith('https:') ? { maxAge: 31_536_000 } : false,
    crossOriginEmbedderPolicy: false,
  };
}

/** Codes for what Fastify itself refuses before a procedure is reached. */
const CODE_OF_STATUS: Record<number, SentenceCode> = {
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

function refusal(statusCode: number): Error {
  return Object.assign(new Error(STATUS_CODES[statusCode]), { statusCode });
}

function answerError(error: FastifyError | TRPCError, request: FastifyRequest, reply: FastifyReply): void {
  // The adapter throws errors of its own where it cannot even make out the address.
  const status = error instanceof TRPCError ? getHTTPStatusCodeFromError(error) : (error.statusCode ?? 500);
  const code = CODE_OF_STATUS[status];
  if (!code && status >= 500) request.log.error({ err: error }, 'A request failed');
  reply
    .code(code || status < 500 ? status : 500)
    .header('cache-control', 'no-store')
    .header('x-request-id', request.id)
    .send(errorBody(code ?? (status < 500 ? 'BAD_REQUEST' : null), request.id));
}

/** What is no HTTP at all, or never comes to an end: there is no request to answer, only a connection. */
function answerNonsense(error: ConnectionError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return;
  const status = error.code === 'HPE_HEADER_OVERFLOW' ? 431 : error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400;
  const requestId = randomUUID();
  const body = JSON.stringify(errorBody(CODE_OF_STATUS[status] ?? 'BAD_REQUEST', requestId));
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${requestId}`,
    'connection: close',
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  socket.destroySoon();
}

/** The shape of a procedure's error, for answers that no procedure gave. */
function errorBody(code: SentenceCode | null, requestId: string) {
  return {
    error: {
      message: code ? sentences[code] : faultSentence(requestId),
      data: { code: code ?? 'INTERNAL_SERVER_ERROR', requestId },
    },
  };
}
