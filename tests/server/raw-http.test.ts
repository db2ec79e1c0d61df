/** Sends the server raw bytes over a real connection, in shapes that no browser sends. */
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { MAX_HEADER_LENGTH, READ_HEADERS } from '../../server/base/http/header-limits.ts';
import { MAX_PIPELINED_REQUESTS } from '../../server/base/http/pipelining.ts';
import { createSecurityHeaders } from '../../server/base/http/security-headers.ts';
import { MAX_BULK_ITEMS } from '../../src/domain/bulk.ts';
import { type RawResponse, sendBytes, sendRawRequest } from '../support/raw-http.ts';
import { openRawConnection } from '../support/row-locks.ts';
import { until } from '../support/until.ts';
import { testServer } from '../support/vitest.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const SCRIPT = '/assets/index-B7xk29Qd.js';

const dist = await mkdtemp(join(tmpdir(), 'waybill-dist-'));
afterAll(() => rm(dist, { recursive: true, force: true }));
await mkdir(join(dist, 'assets'));
for (const page of ['index.html', 'track.html', 'tracked.html'])
  await writeFile(join(dist, page), '<!doctype html><title>Waybill</title>');
await writeFile(join(dist, SCRIPT), 'x'.repeat(100_000));
await writeFile(join(dist, '.inputs'), 'canary of the build');

const server = await testServer({ environment: { DIST_DIR: dist, PUBLIC_URL: 'https://parcels.example.com' } });
const url = await server.app.listen({ port: 0, host: '127.0.0.1' });
const SECURITY = await createSecurityHeaders(server.environment);

const LAST = 'Connection: close\r\n\r\n';
const HOST = 'Host: localhost\r\n';
const END = `${HOST}${LAST}`;
const LOGIN = 'POST /api/trpc/auth.login HTTP/1.1\r\nContent-Type: application/json\r\n';

/** Every kind of response this server makes, and its status. */
const ANSWERS: [what: string, bytes: string, status: number][] = [
  ['a page', `GET /track HTTP/1.1\r\n${END}`, 200],
  ['a file', `GET ${SCRIPT} HTTP/1.1\r\n${END}`, 200],
  ['a part of a file', `GET ${SCRIPT} HTTP/1.1\r\nRange: bytes=0-9\r\n${END}`, 206],
  ['a part that is not there', `GET ${SCRIPT} HTTP/1.1\r\nRange: bytes=900000-\r\n${END}`, 416],
  ['a file that has not changed', `GET ${SCRIPT} HTTP/1.1\r\nIf-None-Match: *\r\n${END}`, 304],
  ['a file that is another', `GET ${SCRIPT} HTTP/1.1\r\nIf-Match: "other"\r\n${END}`, 412],
  ['a file that is none', `GET /assets/none.js HTTP/1.1\r\n${END}`, 404],
  ['an image that is none', `GET /v1_1/waybill/image/none-1600.webp HTTP/1.1\r\n${END}`, 404],
  ['HEAD', `HEAD /track HTTP/1.1\r\n${END}`, 200],
  ['HEAD of nothing', `HEAD /assets/none.js HTTP/1.1\r\n${END}`, 404],
  ['HEAD of a procedure', `HEAD /api/trpc/auth.profile HTTP/1.1\r\n${END}`, 204],
  ['OPTIONS', `OPTIONS /api/trpc/auth.login HTTP/1.1\r\nOrigin: http://evil.example\r\n${END}`, 405],
  ['OPTIONS of everything', `OPTIONS * HTTP/1.1\r\n${END}`, 404],
  ['TRACE', `TRACE /track HTTP/1.1\r\n${END}`, 404],
  ['a method nobody uses', `PURGE /track HTTP/1.1\r\n${END}`, 404],
  ['a query', `GET /api/trpc/auth.profile HTTP/1.1\r\n${END}`, 401],
  ['a mutation', `${LOGIN}Content-Length: 2\r\n${END}{}`, 400],
  ['a mutation that asks first', `${LOGIN}Expect: 100-continue\r\nContent-Length: 2\r\n${END}{}`, 400],
  ['a form', `POST /api/trpc/auth.login HTTP/1.1\r\nContent-Type: text/plain\r\nContent-Length: 2\r\n${END}{}`, 415],
  ['a body too large', `${LOGIN}Content-Length: 999999\r\n${END}{}`, 413],
  ['a body of two lengths', `${LOGIN}Content-Length: 2\r\nContent-Length: 2\r\n${END}{}`, 400],
  [
    'a body with a length and chunks',
    `${LOGIN}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n${END}0\r\n\r\n`,
    400,
  ],
  ['a body in chunks of chunks', `${LOGIN}Transfer-Encoding: chunked, identity\r\n${END}0\r\n\r\n`, 400],
  ['a body with a signed length', `${LOGIN}Content-Length: +2\r\n${END}{}`, 400],
  ['a header that goes on', `GET /track HTTP/1.1\r\nX-A: a\r\n b\r\n${END}`, 400],
  ['a header with a NUL', `GET /track HTTP/1.1\r\nX-A: a\0b\r\n${END}`, 400],
  ['a header with a space', `GET /track HTTP/1.1\r\nX-A : a\r\n${END}`, 400],
  ['lines without CR', 'GET /track HTTP/1.1\nHost: localhost\nConnection: close\n\n', 400],
  ['headers without end', `GET /track HTTP/1.1\r\n${'X-A: b\r\n'.repeat(3_000)}${END}`, 431],
  ['an address without end', `GET /track/${'a'.repeat(20_000)} HTTP/1.1\r\n${END}`, 431],
  ['a header without a name', `GET /healthz HTTP/1.1\r\n: nothing\r\n${END}`, 400],
  ['a Host that is no host', `GET /api/trpc/auth.profile HTTP/1.1\r\nHost: a b<>\r\n${LAST}`, 400],
  ['half an escape', `GET /api/% HTTP/1.1\r\n${END}`, 404],
  ['bytes of no character', `GET /track/\xe9 HTTP/1.1\r\n${END}`, 400],
  ['a name that is too long', `GET /api/trpc/${'a'.repeat(3_000)} HTTP/1.1\r\n${END}`, 404],
  ['a way up', `GET /../../package.json HTTP/1.1\r\n${END}`, 403],
  ['an escaped way up', `GET /assets/..%5c..%5cpackage.json HTTP/1.1\r\n${END}`, 403],
  ['a NUL', `GET /assets/%00.js HTTP/1.1\r\n${END}`, 403],
  ['an address with a host', `GET http://evil.example/healthz HTTP/1.1\r\n${END}`, 200],
  ['an address with a host it seems', `GET //evil.example/healthz HTTP/1.1\r\n${END}`, 403],
  ['no Host', `GET /track HTTP/1.1\r\n${LAST}`, 400],
  ['two Hosts', `GET /track HTTP/1.1\r\nHost: evil.example\r\n${END}`, 400],
  ['an Expect that is unknown', `GET /track HTTP/1.1\r\nExpect: 200-ok\r\n${END}`, 417],
  ['an upgrade', `GET /healthz HTTP/1.1\r\nUpgrade: websocket\r\nConnection: upgrade\r\n${END}`, 200],
  ['HTTP/1.0', 'GET /healthz HTTP/1.0\r\n\r\n', 200],
  ['HTTP/1.2', `GET /healthz HTTP/1.2\r\n${END}`, 400],
  ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400],
  ['TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', 400],
  ['no HTTP at all', 'HELO waybill\r\n\r\n', 400],
];

/** What every answer has to have, an error's body included. */
function expectSafe(answer: RawResponse, status: number): void {
  expect(answer.status).toBe(status);
  expect(answer.headers).toMatchObject(SECURITY);
  expect(answer.headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
  expect(answer.headers['x-request-id']).toMatch(UUID);
  for (const name of ['server', 'x-powered-by', 'set-cookie', 'access-control-allow-origin'])
    expect(answer.headers[name]).toBeUndefined();
  expect(answer.body).not.toMatch(/canary|fastify|node_modules|\n\s*at\s|\.ts\b/i);
  if (status < 400 || answer.body === '') return;
  expect(answer.headers['content-type']).toMatch(/^application\/json/);
  expect(answer.headers['cache-control']).toMatch(/no-store|no-cache/);
  expect(answer.body).toContain(`"requestId":"${answer.headers['x-request-id']}"`);
}

describe('the security headers and the request ID', () => {
  it.each(ANSWERS)('are on the response to %s', async (_, bytes, status) => {
    const answer = await sendRawRequest(url, bytes);
    expectSafe(answer, status);
    expect(answer.body === '').toBe(status === 204 || status === 304 || bytes.startsWith('HEAD'));
  });

  it('are on the response to headers that never end', async () => {
    const slow = await testServer({ environment: { PUBLIC_URL: 'https://parcels.example.com' } });
    // Looked for at once, and not every half minute.
    Object.assign(slow.app.server, { headersTimeout: 100, connectionsCheckingInterval: 20 });
    const address = await slow.app.listen({ port: 0, host: '127.0.0.1' });
    expectSafe(await sendRawRequest(address, `GET /track HTTP/1.1\r\n${HOST}`), 408);
  });

  it('are on the refusal of a server that closes', async () => {
    const closing = await testServer();
    const address = await closing.app.listen({ port: 0, host: '127.0.0.1' });
    const connection = await openRawConnection(address);
    await connection.send('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\nGET /readyz HTTP/1.1\r\n');
    expect(await connection.answer()).toMatch(/^HTTP\/1.1 200 /);
    const closed = closing.app.close();
    await connection.send('Host: localhost\r\n\r\n');
    const answer = await connection.answer();
    expect(answer).toMatch(/^HTTP\/1.1 503 [\s\S]*\r\nretry-after: 2\r\n[\s\S]*"code":"SERVICE_UNAVAILABLE"/);
    for (const name of Object.keys(await createSecurityHeaders(closing.environment)))
      expect(answer).toContain(`\r\n${name}: `);
    await closed;
  });
});

it.each(READ_HEADERS)('refuses a %s longer than any', async (name) => {
  const headers = { [name]: 'x'.repeat(MAX_HEADER_LENGTH + 1) };
  expect((await server.request({ url: '/track', headers })).statusCode).toBe(431);
});

describe('the rules for procedures', () => {
  const ENCODED = '/api/%74rpc/auth';

  it('apply to an address in another spelling', async () => {
    const form = 'Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 4\r\n';
    expect((await sendRawRequest(url, `POST ${ENCODED}.login HTTP/1.1\r\n${form}${END}--x-`)).status).toBe(415);
    expect((await sendRawRequest(url, `DELETE ${ENCODED}.login HTTP/1.1\r\n${END}`)).status).toBe(405);
    const whole = `GET http://localhost/api/trpc/auth.profile HTTP/1.1\r\nAuthorization: Bearer x\r\n${END}`;
    const encoded = `GET ${ENCODED}.profile HTTP/1.1\r\nAuthorization: Bearer x\r\n${END}`;
    for (const bytes of [whole, encoded]) {
      const { status, headers } = await sendRawRequest(url, bytes);
      expect([status, headers['cache-control']]).toEqual([401, 'private, no-store']);
      expect(headers.vary).toMatch(/Authorization, X-Shipment-Grant$/);
    }
  });

  it('return no more errors than a form has fields', async () => {
    const { token } = await server.signInAs('manager');
    const input = { ids: Array.from({ length: MAX_BULK_ITEMS }, () => 1) };
    const response = await server.call('bulk.start', input, { as: token });
    expect(Object.keys(response.error.data.fieldErrors ?? {})).toHaveLength(50);
  });
});

describe('a connection', () => {
  const PING = `GET /healthz HTTP/1.1\r\n${HOST}\r\n`;

  it('may send a few requests at once, and gets every response', async () => {
    const received = await sendBytes(url, `${PING.repeat(MAX_PIPELINED_REQUESTS - 1)}GET /healthz HTTP/1.1\r\n${END}`);
    expect(received.split('HTTP/1.1 200 ')).toHaveLength(MAX_PIPELINED_REQUESTS + 1);
  });

  it('that sends thousands at once is closed, and no other is', async () => {
    const other = await openRawConnection(url);
    await sendBytes(url, `GET ${SCRIPT} HTTP/1.1\r\n${HOST}\r\n`.repeat(5_000));
    await other.send(PING);
    expect(await other.answer()).toMatch(/^HTTP\/1.1 200 /);
  });

  it('that waits for each response may continue', async () => {
    const connection = await openRawConnection(url);
    for (let turn = 0; turn < MAX_PIPELINED_REQUESTS * 3; turn += 1) {
      await connection.send(PING);
      expect(await connection.answer()).toMatch(/^HTTP\/1.1 200 /);
    }
  });

  it('gets no second response inside the first', async () => {
    const input = encodeURIComponent(JSON.stringify({ trackingIds: [] }));
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    let received = '';
    socket.setEncoding('latin1').on('data', (text: string) => {
      received += text;
    });
    socket.on('error', () => undefined);
    const closed = once(socket, 'close');
    socket.write(`GET /api/trpc/live.follow?input=${input} HTTP/1.1\r\n${HOST}\r\n`);
    await until('the stream has begun', () => received.includes('event: connected'));
    socket.write('NONSENSE\r\n\r\n');
    await closed;
    expect(received.split('HTTP/1.1 ')).toHaveLength(2);
  });

  it('for a tunnel is closed without a response', async () => {
    expect(await sendBytes(url, `CONNECT evil.example:443 HTTP/1.1\r\n${END}`)).toBe('');
  });
});
