/** A real listener counts, so that nothing of ours is ever called. */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, connect, createServer, isIP, type Server } from 'node:net';
import { networkInterfaces } from 'node:os';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { until } from '../../tests/support/until.ts';
import { resolveAll, sendWebhook } from './send-webhook.ts';

const message = { body: '{}', headers: {} };
/** A webhook may be on it, and not only root may listen there. */
const PORT = 8443;

let calls = 0;
/** Listens on all addresses of this machine. Another run of these tests may have the port for a while. */
const listener = await until('the port is free', async () => {
  const server: Server = createServer((socket) => {
    calls += 1;
    socket.on('error', () => undefined).destroy();
  });
  return new Promise<Server | false>((resolve) => {
    server.once('error', () => resolve(false)).listen(PORT, '::', () => resolve(server));
  });
});
afterAll(() => listener.close());

const own = Object.values(networkInterfaces())
  .flatMap((all) => all ?? [])
  .filter(({ internal }) => !internal)
  .map(({ address, family }) => (family === 'IPv6' ? `[${address}]` : address));

it('the listener is there: a connection counts', async () => {
  const before = calls;
  const socket = connect(PORT, '127.0.0.1');
  await once(socket, 'close');
  expect(calls).toBe(before + 1);
});

it.each([
  ...['127.0.0.1', '127.1', '127.0.0.1.', '0', '0.0.0.0', '2130706433', '0x7f000001', '0x7f.1', '017700000001'],
  ...['0177.0.0.1', '127.0.0.77', '①②⑦.⓪.⓪.①', '%31%32%37.0.0.1', 'localhost', 'localhost.', 'LOCALHOST'],
  ...['[::1]', '[::]', '[0:0:0:0:0:0:0:1]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[::127.0.0.1]'],
  ...['[64:ff9b::7f00:1]', '[64:ff9b:1::7f00:1]', '[2002:7f00:1::]', '[::ffff:0:127.0.0.1]', '[fe80::1]'],
  ...own,
])('https://%s is never called', async (host) => {
  const before = calls;
  const url = `https://${host}:${PORT}/`;
  expect(await sendWebhook(url, message, { allowsLoopback: false })).toMatchObject({ status: null, answer: '' });
  expect(calls).toBe(before);
});

it('a redirect into our network is not followed', async () => {
  const before = calls;
  const outside = createHttpServer((_, response) => {
    response.writeHead(307, { location: `https://127.0.0.1:${PORT}/` }).end();
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void outside.close());
  await once(outside, 'listening');
  const url = `http://127.0.0.1:${(outside.address() as AddressInfo).port}/`;
  expect(await sendWebhook(url, message, { allowsLoopback: true })).toMatchObject({ status: 307 });
  expect(calls).toBe(before);
});

async function nameServer(addresses: readonly string[]) {
  let asked = 0;
  const socket = createSocket('udp4');
  socket.on('message', (question, { port, address }) => {
    const end = question.indexOf(0, 12) + 5;
    const isForIPv4 = question.readUInt16BE(end - 4) === 1;
    const given = isForIPv4 ? addresses[asked++] : undefined;
    const header = Buffer.from(question.subarray(0, 12));
    header.writeUInt16BE(0x8180, 2);
    header.writeUInt16BE(given === undefined ? 0 : 1, 6);
    header.writeUInt32BE(0, 8);
    const record = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, ...(given ?? '').split('.').map(Number)]);
    socket.send(Buffer.concat([header, question.subarray(12, end), ...(given ? [record] : [])]), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  onTestFinished(() => void socket.close());
  const server = `127.0.0.1:${socket.address().port}`;
  return { resolve: (host: string) => resolveAll(host, [server]), asked: () => asked };
}

const PUBLIC = '93.184.215.14';

it.each([
  { addresses: ['127.0.0.1', PUBLIC] },
  { addresses: ['10.0.0.1', '127.0.0.1'] },
  { addresses: ['169.254.169.254', '127.0.0.1'] },
])('a name that leads to $addresses.0 is refused', async ({ addresses }) => {
  const before = calls;
  const { resolve } = await nameServer(addresses);
  const answer = await sendWebhook(`https://shop.example:${PORT}/`, message, { allowsLoopback: false, resolve });
  expect(answer.problem).toBe('It leads into a private network.');
  expect(calls).toBe(before);
});

it('a name whose second answer is ours is looked up once', async () => {
  const before = calls;
  const names = await nameServer([PUBLIC, '127.0.0.1', '127.0.0.1']);
  // Before it would really connect to that address.
  const stop = new AbortController();
  const resolve = async (host: string) => {
    const addresses = await names.resolve(host);
    expect(addresses.filter((address) => isIP(address))).toEqual([PUBLIC]);
    queueMicrotask(() => stop.abort());
    return addresses;
  };
  const url = `https://rebind.example:${PORT}/`;
  await sendWebhook(url, { ...message, signal: stop.signal }, { allowsLoopback: false, resolve });
  expect([names.asked(), calls]).toEqual([1, before]);
});

it('a connection goes to the address that was looked up, whatever the name leads to later', async () => {
  const hosts: (string | undefined)[] = [];
  const inside = createHttpServer((request, response) => {
    hosts.push(request.headers.host);
    response.writeHead(204).end();
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void inside.close());
  await once(inside, 'listening');
  const names = await nameServer(['127.0.0.1', '127.0.0.66', '127.0.0.66']);
  const { port } = inside.address() as AddressInfo;
  const url = `http://rebind.example:${port}/`;
  expect(await sendWebhook(url, message, { allowsLoopback: true, resolve: names.resolve })).toMatchObject({
    status: 204,
  });
  expect([names.asked(), hosts]).toEqual([1, [`rebind.example:${port}`]]);
});
