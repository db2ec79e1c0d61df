import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { InjectOptions } from 'fastify';
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { COURIER_ROUTES, MANAGER_ROUTES, SHOP_ROUTES, VISITOR_ROUTES } from '../journeys/support/routes.ts';
import { startTcpProxy } from '../support/tcp-proxy.ts';
import { until } from '../support/until.ts';
import { testDatabase, testServer } from '../support/vitest.ts';

/** A built app in small, as vite leaves it. */
const dist = await mkdtemp(join(tmpdir(), 'waybill-dist-'));
afterAll(() => rm(dist, { recursive: true, force: true }));
const PAGE = '<!doctype html><title>Waybill</title>';
const TRACK = '<!doctype html><title>Track</title>';
const TRACKED = '<!doctype html><title>Tracked</title>';
const SCRIPT = `export const words = '${'parcel '.repeat(400)}';`;
await mkdir(join(dist, 'assets'));
await writeFile(join(dist, 'index.html'), PAGE);
await writeFile(join(dist, 'track.html'), TRACK);
await writeFile(join(dist, 'tracked.html'), TRACKED);
await writeFile(join(dist, 'sw.js'), 'self.addEventListener("fetch", () => {});');
await writeFile(join(dist, 'robots.txt'), 'User-agent: *\n');
await writeFile(join(dist, '.inputs'), 'canary of the build');
await writeFile(join(dist, 'assets/index-B7xk29Qd.js'), SCRIPT);
await writeFile(join(dist, 'assets/index-B7xk29Qd.js.br'), brotliCompressSync(SCRIPT));
await writeFile(join(dist, 'assets/index-B7xk29Qd.js.gz'), gzipSync(SCRIPT));
await writeFile(join(dist, 'assets/plain-C81hw2Zp.css'), 'body{}');
await writeFile(join(dist, 'assets/scan-worker-Dq_8-xYz.js'), SCRIPT);
await writeFile(join(dist, 'assets/scan-worker-Dq_8-xYz.js.br'), brotliCompressSync(SCRIPT));
await writeFile(join(dist, 'assets/zxing_reader-Dq38.wasm'), Buffer.of(0, 97, 115, 109, 1, 0, 0, 0));

const app = { DIST_DIR: dist };
const server = await testServer({ environment: app });
const get = (url: string, headers: Record<string, string> = {}) => server.request({ url, headers });
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

describe('the security headers', () => {
  const HEADERS = {
    'content-security-policy':
      "default-src 'self';script-src 'self' 'sha256-GK0BzORhE7ZiIR7rX8sFLCY9aR8qeEyk9ARZ2EH0gJw=';style-src 'self';img-src 'self' data: blob: http://waybill.test;connect-src 'self' http://waybill.test;object-src 'none';base-uri 'none';form-action 'self';frame-ancestors 'none';require-trusted-types-for 'script';trusted-types waybill",
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'permissions-policy': 'camera=(self), microphone=(), geolocation=()',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-dns-prefetch-control': 'off',
    'x-download-options': 'noopen',
    'x-frame-options': 'DENY',
    'x-permitted-cross-domain-policies': 'none',
    'x-xss-protection': '0',
  };

  it.each([
    '/',
    '/track',
    '/assets/index-B7xk29Qd.js',
    '/sw.js',
    '/assets/missing-00000000.js',
    '/api/trpc/auth.profile',
    '/api/trpc/nothing',
    '/api/nothing',
    '/healthz',
    '/readyz',
    '/dev/mailbox',
  ])('are exact on every response: %s', async (url) => {
    const { headers } = await get(url);
    expect(headers).toMatchObject(HEADERS);
    expect(headers['strict-transport-security']).toBeUndefined();
    expect(headers['x-powered-by']).toBeUndefined();
    expect(headers.server).toBeUndefined();
    expect(headers['x-request-id']).toMatch(UUID);
  });

  it('let couriers’ pages alone ask where the phone is', async () => {
    const allowed = 'camera=(self), microphone=(), geolocation=(self)';
    for (const path of ['/courier', '/courier/stops/0198c5f0-0000-7000-9000-000000000001'])
      expect((await get(path)).headers['permissions-policy'], path).toBe(allowed);
    for (const path of ['/manager', '/couriers'])
      expect((await get(path)).headers['permissions-policy'], path).toBe(HEADERS['permissions-policy']);
  });

  it.each(['br', 'identity'])("let the scanner's worker alone run WebAssembly, sent as %s", async (encoding) => {
    const { headers } = await get('/assets/scan-worker-Dq_8-xYz.js', { 'accept-encoding': encoding });
    const usual = HEADERS['content-security-policy'];
    expect(headers).toMatchObject({
      ...HEADERS,
      'content-security-policy': usual.replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'"),
    });
    for (const url of ['/assets/index-B7xk29Qd.js', '/assets/scan-worker-00000000.js', '/scan-worker-x.js', '/track'])
      expect((await get(url)).headers['content-security-policy']).toBe(usual);
  });

  it('of the decoder name its type, so that it compiles while it loads', async () => {
    const { headers } = await get('/assets/zxing_reader-Dq38.wasm');
    expect(headers['content-type']).toBe('application/wasm');
  });

  it('list the configured hosts, and require https if the site is public', async () => {
    const elsewhere = await testServer({
      environment: {
        ...app,
        PUBLIC_URL: 'https://parcels.example.com',
        API_BASE: 'https://api.example.com/base',
        IMAGE_HOST: 'https://images.example.com',
        COUNTRIES_URL: 'https://countries.example.com/all?fields=name',
      },
    });
    const { headers } = await elsewhere.request({ url: '/' });
    const policy = String(headers['content-security-policy']).split(';');
    const sources = (directive: string) => {
      const [, ...listed] = policy.find((part) => part.startsWith(`${directive} `))?.split(' ') ?? [];
      return listed.toSorted();
    };
    const shared = ['https://images.example.com', 'https://parcels.example.com'];
    expect(sources('img-src')).toEqual(["'self'", 'blob:', 'data:', ...shared]);
    const asked = ['https://api.example.com', 'https://countries.example.com'];
    expect(sources('connect-src')).toEqual(["'self'", ...asked, ...shared]);
    expect(sources('script-src')).toEqual(["'self'", "'sha256-GK0BzORhE7ZiIR7rX8sFLCY9aR8qeEyk9ARZ2EH0gJw='"]);
    expect(headers['strict-transport-security']).toMatch(/^max-age=31536000/);
  });
});

describe('the files of the app', () => {
  it('are cached permanently if their names have a hash, and revalidated otherwise', async () => {
    for (const url of ['/assets/index-B7xk29Qd.js', '/assets/plain-C81hw2Zp.css'])
      expect((await get(url)).headers['cache-control']).toBe('public, max-age=31536000, immutable');
    for (const url of ['/', '/index.html', '/sw.js', '/robots.txt', '/track/W48207K159XQ'])
      expect((await get(url)).headers['cache-control']).toBe('no-cache');
  });

  it.each([
    ['br, gzip, deflate', 'br'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip, br;q=0.5', 'gzip'],
    ['gzip', 'gzip'],
    ['gzip, br;q=0', 'gzip'],
    ['identity', undefined],
    ['', undefined],
  ])('have an encoding the caller accepts: %j', async (accepted, encoding) => {
    const answer = await get('/assets/index-B7xk29Qd.js', accepted ? { 'accept-encoding': accepted } : {});
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-encoding']).toBe(encoding);
    expect(answer.headers.vary).toMatch(/accept-encoding/i);
    expect(answer.headers['content-type']).toMatch(/^(text|application)\/javascript/);
    const expected = { br: brotliCompressSync(SCRIPT), gzip: gzipSync(SCRIPT), plain: Buffer.from(SCRIPT) };
    expect(answer.rawPayload.equals(expected[(encoding ?? 'plain') as keyof typeof expected])).toBe(true);
  });

  it('with only one encoding are sent in that encoding', async () => {
    const answer = await get('/assets/plain-C81hw2Zp.css', { 'accept-encoding': 'br, gzip' });
    expect([answer.body, answer.headers['content-encoding']]).toEqual(['body{}', undefined]);
  });

  it('return 304 if nothing has changed', async () => {
    const first = await get('/sw.js');
    const again = await get('/sw.js', { 'if-none-match': String(first.headers.etag) });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });
});

describe('pages', () => {
  it.each([
    '/',
    '/track',
    '/track/W48207K159XQ',
    '/track/W482 07K1?detailed=true',
    '/manager/shipments/create',
    '/Login/',
  ])("are all the app's one page, except those that people enter by: %s", async (url) => {
    const page = await get(encodeURI(url));
    const body = url === '/track' ? TRACK : url.startsWith('/track/') ? TRACKED : PAGE;
    expect([page.statusCode, page.body]).toEqual([200, body]);
    expect(page.headers['content-type']).toMatch(/^text\/html; charset=utf-8/i);
    const head = await server.request({ method: 'HEAD', url: encodeURI(url) });
    expect([head.statusCode, head.body, head.headers['content-type']]).toEqual([200, '', page.headers['content-type']]);
    expect(head.headers['cache-control']).toBe('no-cache');
  });

  it.each([...VISITOR_ROUTES, ...MANAGER_ROUTES, ...COURIER_ROUTES, ...SHOP_ROUTES])(
    'answer 404 only where there is none, with the page that says so: %s at %s',
    async (file, path) => {
      const page = await get(path);
      // No brand of these tests has legal pages.
      expect(page.statusCode).toBe(['not-found', 'legal'].includes(file) ? 404 : 200);
      expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
      const beyond = await get(`${path.replace(/^\/$|\?.*/, '')}/no/such/page`);
      expect([beyond.statusCode, beyond.body, beyond.headers['cache-control']]).toEqual([404, PAGE, 'no-cache']);
    },
  );

  it.each([
    ['half an escape', '/track/%', 200, TRACKED],
    ['half a character', '/track/W482%E0%A4%A?detailed=true', 200, TRACKED],
    ['an escape cut off', '/manager/shipments/1%2', 200, PAGE],
    ['half an escape where there is no page', '/%', 404, PAGE],
    ['an ID that is far too long', `/track/${'W'.repeat(3_000)}`, 200, TRACKED],
  ])('are sent for a mangled link too: %s', async (_, url, status, body) => {
    const page = await get(url);
    expect([page.statusCode, page.body]).toEqual([status, body]);
  });

  it.each(['/a.b/c', '/trackk', '/profile/nothing', '/invoice', '/terms'])(
    'return 404 with the page, also to a client that has it cached: %s',
    async (url) => {
      const { etag, 'last-modified': modified } = (await get('/')).headers;
      const validators = { 'if-none-match': String(etag), 'if-modified-since': String(modified) };
      for (const sent of [{}, validators]) expect((await get(url, sent)).statusCode).toBe(404);
    },
  );

  it('loads a page again if only a newer process has its first script', async () => {
    const answer = await get('/assets/start-00000000.js');
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-store']);
    expect(answer.headers['content-type']).toBe('text/javascript; charset=utf-8');
    const reload = vi.fn();
    runInNewContext(answer.body, { setTimeout: (work: () => void) => work(), location: { reload } });
    expect(reload).toHaveBeenCalledOnce();
  });

  it.each([
    '/assets/index-00000000.js',
    '/assets/',
    '/assets',
    '/api',
    '/api/',
    '/api/countries.txt',
    '/v1_1/waybill/image/upload',
    '/dev/nothing',
    '/missing.js',
    '/track/picture.png',
    '/favicon.ico',
    '/manifest.webmanifest',
    '/assets/..%2findex.html',
    '/..%2f..%2fpackage.json',
    '/%2e%2e/package.json',
    '/.inputs',
    '/.env',
    '/.git/config',
  ])('are never a file or an API: %s is a 404 in JSON', async (url) => {
    const answer = await get(url);
    expect([answer.statusCode, JSON.parse(answer.body)]).toEqual([
      404,
      { error: { message: 'Not found.', data: { code: 'NOT_FOUND', requestId: answer.headers['x-request-id'] } } },
    ]);
    expect(answer.headers['content-type']).toMatch(/^application\/json/);
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it.each(['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'] as const)('are not there for %s', async (method) => {
    const answer = await server.request({ method, url: '/track' });
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([404, 'application/json; charset=utf-8']);
  });

  it('are missing if nothing is built', async () => {
    const empty = await mkdtemp(join(tmpdir(), 'waybill-dist-'));
    const unbuilt = await testServer({ environment: { DIST_DIR: empty } });
    expect((await unbuilt.request({ url: '/' })).statusCode).toBe(404);
    expect((await unbuilt.request({ url: '/healthz' })).statusCode).toBe(200);
    await rm(empty, { recursive: true });
  });
});

describe('health', () => {
  it('says that the process is alive, and that the server can serve', async () => {
    const [alive, ready] = [await get('/healthz'), await get('/readyz')];
    expect([alive.statusCode, alive.json(), alive.headers['cache-control']]).toEqual([200, { ok: true }, 'no-store']);
    const parts = { ok: true, reads: true, writes: true, queue: true, jobs: true, closing: false, lagSeconds: null };
    expect([ready.statusCode, ready.json()]).toEqual([200, parts]);
  });

  it('is not ready for writes once nobody has worked on jobs for a minute, and says so', async () => {
    const alone = await testServer();
    const ready = async (query = '') => {
      const { statusCode, json } = await alone.request({ url: `/readyz${query}` });
      return [statusCode, json().jobs];
    };
    // It has just begun: nobody could have come yet, however long ago the last one ended.
    await alone.query("update pgboss.queue set monitor_claim_on = now() - interval '26 minutes'");
    expect(await ready('?for=writes')).toEqual([200, true]);
    alone.services.jobs.upSeconds = () => 300;
    await until('it is said', async () => (await ready())[1] === false);
    expect(await ready('?for=writes')).toEqual([503, false]);
    // Visitors are still served.
    expect(await ready()).toEqual([200, false]);
    await alone.query('update pgboss.queue set monitor_claim_on = now()');
    await until('it is ready again', async () => (await ready('?for=writes'))[0] === 200);
  });

  it('says that it is not ready without a database, asks callers to retry, and recovers by itself', async () => {
    const database = await testDatabase();
    const proxy = await startTcpProxy(database.url);
    onTestFinished(() => proxy.cut());
    const away = await testServer({ database, environment: { ...app, DATABASE_URL: proxy.url } });
    const parcel = await away.parcel();
    const track = () => away.call('shipment.getShipmentByTrackingId', { trackingId: parcel.trackingId });
    expect((await track()).outcome).toBe('ok');
    await proxy.cut();

    const answer = await until('it is not ready', async () => {
      const response = await away.request({ url: '/readyz' });
      return response.statusCode === 503 && response;
    });
    expect(answer.json()).toMatchObject({ ok: false, reads: false, writes: false, closing: false });
    expect((await away.request({ url: '/healthz' })).statusCode).toBe(200);
    const refused = await track();
    expect([refused.status, refused.outcome]).toEqual([503, 'SERVICE_UNAVAILABLE']);
    expect(refused.error.message).toBe('The service is busy. Please try again in a moment.');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);

    await proxy.mend();
    await until('it is ready again', async () => (await away.request({ url: '/readyz' })).statusCode === 200);
    expect((await track()).outcome).toBe('ok');
  });
});

describe('the metrics', () => {
  const ask = (from: Awaited<ReturnType<typeof testServer>>, remoteAddress: string, headers = {}) =>
    from.request({ url: '/metrics', remoteAddress, headers });

  it('are for this machine only if there is no token', async () => {
    for (const address of ['127.0.0.1', '::1', '::ffff:127.0.0.1'])
      expect((await ask(server, address)).statusCode).toBe(200);
    expect((await ask(server, '192.0.2.7')).statusCode).toBe(404);
    expect((await ask(server, '127.0.0.1', { 'x-forwarded-for': '192.0.2.7' })).statusCode).toBe(404);
  });

  it('need the token if one is configured', async () => {
    const token = 'a token of the metrics';
    const guarded = await testServer({ environment: { ...app, METRICS_TOKEN: token } });
    expect((await ask(guarded, '192.0.2.7', { authorization: `Bearer ${token}` })).statusCode).toBe(200);
    for (const authorization of ['', token, `Bearer ${token}x`, 'Bearer'])
      expect((await ask(guarded, '127.0.0.1', { authorization })).statusCode).toBe(404);
  });

  it('count responses by procedure and status, and contain nothing personal', async () => {
    const person = await server.signInAs('customer', { email: 'canary-metrics@example.com' });
    const parcel = await server.parcel();
    await server.call('shipment.getShipmentByTrackingId', { trackingId: parcel.trackingId }, { as: person });
    await get(`/track/${parcel.trackingId}`);
    for (const name of ['canary.procedure', 'bill.canary', 'auth.profile,canary', '%00canary'])
      await get(`/api/trpc/${name}`);
    const { body } = await ask(server, '127.0.0.1');
    expect(body).toMatch(
      /http_request_duration_seconds_count\{method="GET",route="\/api\/trpc\/:path",procedure="shipment.getShipmentByTrackingId",status="200"\} [1-9]/,
    );
    for (const word of [parcel.trackingId, person.token, person.id, 'canary']) expect(body).not.toContain(word);
  });

  it('do not grow with made-up input', async () => {
    const flooded = await testServer({ refusesSoon: true, environment: app });
    const json = { 'content-type': 'application/json' };
    const send = async (name: string) => {
      const url = `/api/trpc/${name}`;
      const asked: InjectOptions[] = [
        { url },
        { url: `${url}%` },
        { url: `${url},${name}?batch=1` },
        { url: `/made-up/${name}.js` },
        { url: `/track/${name}` },
        { method: 'POST', url, headers: json, payload: '{' },
        { method: 'POST', url, headers: { 'content-type': 'text/plain' }, payload: name },
        { method: 'POST', url: `${url},${name}`, headers: json, payload: '{}' },
        { method: 'PUT', url },
        { method: 'DELETE', url: `${url},${name}` },
        { method: 'OPTIONS', url },
        { method: 'TRACE' as 'OPTIONS', url },
      ];
      return (await Promise.all(asked.map((one) => flooded.request(one)))).map(({ statusCode }) => statusCode);
    };
    expect(new Set(await send('a'))).toEqual(new Set([200, 400, 404, 405, 415]));
    // How responses are counted, without the figures of the process.
    const counted = async () => {
      const { body } = await ask(flooded, '127.0.0.1');
      return body
        .split('\n')
        .filter((line) => line.startsWith('http_'))
        .join('\n');
    };
    await counted();
    const before = await counted();
    for (let round = 0; round < 40; round += 1) await send(`made-up-${round}-${'x'.repeat((round * 5) % 100)}`);
    const after = await counted();
    expect(after.split('\n').length).toBe(before.split('\n').length);
    expect(after).not.toContain('made-up-');
  });
});

it('an error never repeats the input', async () => {
  const person = await server.signInAs('customer');
  const canary = 'canary-of-the-caller';
  const headers = { authorization: `Bearer ${person.token}`, 'x-shipment-grant': canary, cookie: canary };
  const responses = [
    await server.call('auth.login', { email: canary, password: canary }, { headers, address: server.newAddress() }),
    await server.call('auth.resetPassword', { token: canary, password: 'password' }, { headers }),
    await server.call('shipment.verifyShipmentCode', { id: person.id, code: canary }, { headers }),
    await server.call('shipmentAdmin.getShipment', { trackingId: canary }, { headers }),
    await get(`/api/canary?token=${canary}`, headers),
  ];
  for (const { body, headers: answered } of responses)
    for (const word of [canary, person.token]) expect(body + JSON.stringify(answered)).not.toContain(word);
});
