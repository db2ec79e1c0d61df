/** Requests as slow networks bring them: a body may take its time as long as it moves. */
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { MIN_PROGRESS_BYTES, PROGRESS_CHECK_MS } from '../../server/base/http/body-progress.ts';
import { BUDGETS } from '../../server/base/limits/admission.ts';
import { filePaths } from '../../src/domain/file-paths.ts';
import { MAX_ORDER_BYTES } from '../../src/domain/shops/connection.ts';
import { courierDay, photoOf, TO_MAILBOX } from '../support/courier-day.ts';
import { sendRawRequest } from '../support/raw-http.ts';
import { HEADERS } from '../support/shipment-file.ts';
import { until } from '../support/until.ts';
import { testServer } from '../support/vitest.ts';

const server = await testServer({ refusesSoon: true });
const manager = await server.signInAs('manager');
const url = new URL(await server.app.listen({ port: 0, host: '127.0.0.1' }));

// Half a minute passes when a test says so, once the server has what was sent before.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
afterEach(() => void vi.useRealTimers());

/** The server's response to a head and pieces of a body, sent half a minute apart. */
async function slowly(start: string, pieces: (string | Buffer)[]): Promise<string> {
  const socket = connect(Number(url.port), url.hostname).on('error', () => undefined);
  const [[accepted]] = await Promise.all([once(server.app.server, 'connection'), once(socket, 'connect')]);
  let answer = '';
  socket.on('data', (data) => {
    answer += data;
  });
  const send = async (piece: string | Buffer) => {
    socket.write(piece);
    await until('the server has it', () => answer !== '' || accepted.bytesRead === socket.bytesWritten);
  };
  await send(start);
  for (const piece of pieces) {
    await send(piece);
    vi.advanceTimersByTime(PROGRESS_CHECK_MS);
  }
  await until('the connection has ended', () => socket.closed);
  return answer;
}

const head = (path: string, type: string, length: number, { method = 'POST', token = manager.token } = {}) =>
  `${method} ${path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\n` +
  `content-type: ${type}\r\ncontent-length: ${length}\r\nconnection: close\r\n\r\n`;

/** A body in pieces that are just large enough. */
const inPieces = (body: Buffer) =>
  Array.from({ length: Math.ceil(body.length / MIN_PROGRESS_BYTES) }, (_, at) =>
    body.subarray(at * MIN_PROGRESS_BYTES, (at + 1) * MIN_PROGRESS_BYTES),
  );

async function noisyPicture(): Promise<Buffer> {
  const noise = { type: 'gaussian', sigma: 40 } as const;
  return sharp({ create: { width: 1200, height: 900, channels: 3, background: 'tan', noise } })
    .jpeg({ quality: 95 })
    .toBuffer();
}

it('an image upload that makes progress is accepted, however many minutes it needs', async () => {
  const image = await noisyPicture();
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(image)], { type: 'image/jpeg' }), 'parcel.jpg');
  form.append('upload_preset', 'shipments');
  const request = new Request(url, { method: 'POST', body: form });
  const body = Buffer.from(await request.arrayBuffer());
  expect(body.length).toBeGreaterThan(10 * MIN_PROGRESS_BYTES);
  const type = request.headers.get('content-type') ?? '';
  const answer = await slowly(head('/v1_1/waybill/image/upload', type, body.length), inPieces(body));
  expect(answer).toMatch(/^HTTP\/1\.1 200 /);
});

it('so is a file of shipments', async () => {
  const body = Buffer.from(`${HEADERS.join(',')}\n${`${'a row '.repeat(100)}\n`.repeat(600)}`);
  const answer = await slowly(head('/api/shipment-imports?fileName=a.csv', 'text/csv', body.length), inPieces(body));
  expect(answer).toMatch(/^HTTP\/1\.1 200 /);
});

it('the photo of a delivery comes whole through a slow line, or is refused, sent again, and never stored in part', async () => {
  const { newCourier, releasedRun, loadAndStart, visit } = courierDay(server, manager);
  const courier = await newCourier();
  await releasedRun(courier);
  const [task] = (await loadAndStart(courier)).tasks;
  const photo = await noisyPicture();
  const proof = photoOf(task, photo);
  const visitId = await visit(courier, task, TO_MAILBOX, { proofs: [proof] });
  const path = filePaths.proof(visitId, proof.sha256);
  const start = head(path, 'image/jpeg', photo.length, { method: 'PUT', token: courier.token });
  const stored = async () => {
    const [row] = await server.query<{ received_at: Date | null; storage_key: string | null }>(
      'select received_at, storage_key from visit_proofs where visit_id = $1',
      [visitId],
    );
    const inTransit = await readdir(server.services.proofs.unfinished);
    return { isReceived: row?.received_at !== null, hasFile: row?.storage_key !== null, inTransit };
  };

  // Most of it comes, then a few bytes at a time.
  const pieces = inPieces(photo);
  const drops = Array.from({ length: 5 }, (_, at) => photo.subarray(-100 + at, -99 + at));
  const answer = await slowly(start, [...pieces.slice(0, -2), ...drops]);
  expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  // The outbox tries this code again.
  expect(answer).toContain('"code":"TIMEOUT"');
  await until('nothing of it is left', async () => (await stored()).inTransit.length === 0);
  expect(await stored()).toEqual({ isReceived: false, hasFile: false, inTransit: [] });

  // The line breaks in the middle.
  const broken = connect(Number(url.port), url.hostname).on('error', () => undefined);
  broken.write(start);
  broken.write(photo.subarray(0, photo.length / 2));
  await until('a part of it is there', async () => (await stored()).inTransit.length === 1);
  broken.destroy();
  await until('nothing of it is left', async () => (await stored()).inTransit.length === 0);
  expect(await stored()).toEqual({ isReceived: false, hasFile: false, inTransit: [] });

  expect(await slowly(start, pieces)).toMatch(/^HTTP\/1\.1 200 /);
  expect(await stored()).toEqual({ isReceived: true, hasFile: true, inTransit: [] });
  const read = await server.request({ url: path, headers: { authorization: `Bearer ${manager.token}` } });
  expect(await sharp(read.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 1200, height: 900 });
});

it('sixty files that two people send slowly hold up nobody else', async () => {
  const { person, network, total } = BUDGETS.files.running;
  const { admission } = server.services;
  const senders = [await server.signInAs('manager'), await server.signInAs('manager')];
  for (let index = 0; index < 60; index += 1) {
    const socket = connect(Number(url.port), url.hostname).on('error', () => undefined);
    onTestFinished(() => void socket.destroy());
    const token = senders[index % 2]?.token ?? '';
    socket.write(`${head('/api/shipment-imports?fileName=a.csv', 'text/csv', 999_999, { token })}Description\n`);
  }
  await until('they hold every place that they get', () => {
    const files = admission.load().find(({ lane }) => lane === 'files');
    return files?.running === Math.min(senders.length * person, network, total);
  });
  const headers = { authorization: `Bearer ${manager.token}` };
  expect((await server.request({ url: '/api/shipments.csv', headers })).statusCode).toBe(200);
  const sent = await server.request({
    method: 'POST',
    url: '/api/shipment-imports?fileName=b.csv',
    headers: { ...headers, 'content-type': 'text/csv' },
    payload: `${HEADERS.join(',')}\na row\n`,
  });
  expect(sent.statusCode).toBe(200);
});

it('a large file has to come faster than a small one, to be there in twenty minutes', async () => {
  const start = head('/api/shipment-imports?fileName=a.csv', 'text/csv', 10_000_000);
  expect(await slowly(start, inPieces(Buffer.alloc(10 * MIN_PROGRESS_BYTES, 'x')))).toMatch(/^HTTP\/1\.1 408 /);
});

it('there is no other total time limit', () => {
  expect(server.app.server.requestTimeout).toBe(0);
});

it.each([
  ['a file', () => head('/api/shipment-imports?fileName=a.csv', 'text/csv', 999_999)],
  ['a procedure', () => head('/api/trpc/auth.login', 'application/json', 99_999)],
])('a body of %s that comes a few bytes at a time gets a 408', async (_, start) => {
  const answer = await slowly(
    start(),
    Array.from({ length: 5 }, () => 'Description\n'),
  );
  expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  expect(answer).toContain('This took too long. Please try again.');
});

it('so is one in chunks', async () => {
  const chunked =
    'POST /api/trpc/auth.login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n';
  expect(await slowly(chunked, ['1\r\n{\r\n', '1\r\n \r\n'])).toMatch(/^HTTP\/1\.1 408 /);
});

it('a body that continues after its request was rejected is cut off too', async () => {
  const stranger = head('/v1_1/waybill/image/upload', 'multipart/form-data; boundary=x', 9_999_999)
    .replace(/authorization.*\r\n/, '')
    .replace('connection: close', 'connection: keep-alive');
  const answer = await slowly(stranger, inPieces(Buffer.alloc(10 * MIN_PROGRESS_BYTES)));
  expect(answer).toMatch(/^HTTP\/1\.1 401 /);
});

describe('orders of shops', () => {
  const ADDRESS = '/v1/inbound/shopify/01a21bba-2857-73e7-90c2-bda11b0342f6';
  const order = (length: number, network = '192.0.2.1') =>
    head(ADDRESS, 'application/json', length).replace(/authorization.*/, `x-forwarded-for: ${network}`);

  it('have to be there within a minute', async () => {
    const pieces = inPieces(Buffer.alloc(10 * MIN_PROGRESS_BYTES, 'x'));
    expect(await slowly(order(MAX_ORDER_BYTES), pieces)).toMatch(/^HTTP\/1\.1 408 /);
  });

  it('that never end leave room for other networks, and for their own once they are gone', async () => {
    const { app } = await testServer({ refusesSoon: true, environment: { TRUSTED_PROXIES: '127.0.0.1' } });
    const address = await app.listen({ port: 0, host: '127.0.0.1' });
    const held: Socket[] = [];
    async function hold(network: string) {
      const socket = connect(Number(new URL(address).port), '127.0.0.1').on('error', () => undefined);
      held.push(socket);
      const received = once(app.server, 'request');
      socket.write(order(MAX_ORDER_BYTES, network));
      await received;
    }
    const statusOf = async (bytes: string) => (await sendRawRequest(address, bytes)).status;

    for (let count = 0; count < 25; count += 1) await hold('192.0.2.1');
    expect(await statusOf(order(MAX_ORDER_BYTES, '192.0.2.1'))).toBe(503);
    for (let count = 0; count < 15; count += 1) await hold('192.0.2.2');
    // No shop is connected there.
    expect(await statusOf(`${order(2, '192.0.2.3')}{}`)).toBe(404);
    for (const socket of held) socket.destroy();
    await until('their room is free', async () => (await statusOf(`${order(2)}{}`)) === 404);
  });
});
