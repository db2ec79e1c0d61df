import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { isPublicAddress, pickAddresses, sendWebhook } from './send-webhook.ts';

const message = { body: '{}', headers: {} };
const strict = (...addresses: string[]) => ({ allowsLoopback: false, resolve: async () => addresses });

describe('an address', () => {
  it.each([
    ...['127.0.0.1', '10.1.2.3', '172.16.0.1', '192.168.1.1', '169.254.169.254', '100.64.0.1', '0.0.0.0', '224.0.0.1'],
    ...['255.255.255.255', '198.18.0.1', '240.0.0.1', '::1', '::', 'fe80::1', 'fc00::1', 'fd00:ec2::254', 'ff02::1'],
    ...['::ffff:127.0.0.1', '::ffff:10.0.0.1', '64:ff9b::7f00:1', '2002:7f00:1::', '2001:db8::1', 'localhost', ''],
    ...['::7f00:1', '64:ff9b:1::7f00:1', '::ffff:0:7f00:1', 'fec0::1', '2001:0:7f00:1::', '5f00::1', '127.1', '0x7f.1'],
  ])('%s is not of the internet', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it.each(['93.184.215.14', '2606:2800:21f:cb07:6820:80da:af6b:8b2c'])('%s is', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });
});

describe('a destination', () => {
  it.each([
    ['https://shop.example/', ['10.0.0.1']],
    ['https://shop.example/', ['93.184.215.14', '127.0.0.1']],
    ['https://shop.example:22/', ['93.184.215.14']],
    ['http://shop.example/', ['93.184.215.14']],
    ['https://name:secret@shop.example/', ['93.184.215.14']],
    ['https://shop.example/', []],
  ])('%s at %s is refused', async (url, addresses) => {
    await expect(pickAddresses(new URL(url), strict(...addresses))).rejects.toThrow();
    expect(await sendWebhook(url, message, strict(...addresses))).toMatchObject({ status: null, answer: '' });
  });
});

describe('an answer', () => {
  async function answering(handle: Parameters<typeof createServer>[1]) {
    const server = createServer(handle).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  }
  const here = { allowsLoopback: true };

  it('is kept up to 500 bytes, and a redirect is not followed', async () => {
    let calls = 0;
    const url = await answering((_request, response) => {
      calls += 1;
      response.writeHead(302, { location: '/elsewhere', 'retry-after': '120' }).end('x'.repeat(100_000));
    });
    const answer = await sendWebhook(url, message, here);
    expect(answer).toMatchObject({ status: 302, retryAfter: 120, answer: 'x'.repeat(500), problem: '' });
    expect(calls).toBe(1);
  });

  it.each([
    ['Fri, 31 Dec 9999 23:59:59 GMT', expect.any(Number)],
    ['Sat, 01 Jan 2000 00:00:00 GMT', null],
    ['99999999999', 99_999_999_999],
    ['-5', null],
    ['soon', null],
  ])('that asks to wait until %s is understood', async (text, seconds) => {
    const url = await answering((_request, response) => void response.writeHead(503, { 'retry-after': text }).end());
    expect(await sendWebhook(url, message, here)).toMatchObject({ status: 503, retryAfter: seconds });
  });

  it('without an end is read no further than that', async () => {
    let sent = 0;
    const url = await answering((_request, response) => {
      const push = () => {
        while (response.write(Buffer.alloc(65_536, 'x'))) sent += 65_536;
      };
      response.writeHead(200).on('drain', push);
      push();
    });
    expect(await sendWebhook(url, message, here)).toMatchObject({ status: 200, answer: 'x'.repeat(500) });
    expect(sent).toBeLessThan(50_000_000);
  });

  it('counts by its status, even if the rest never comes', async () => {
    const url = await answering(({ socket }, response) => {
      response.writeHead(200, { 'content-length': '9' }).write('half', () => socket.destroy());
    });
    expect(await sendWebhook(url, message, here)).toMatchObject({ status: 200, answer: 'half', problem: '' });
  });

  it('under a certificate that nobody vouches for is none', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'waybill-certificate-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const [key, cert] = ['key.pem', 'cert.pem'].map((name) => join(folder, name));
    const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
    const files = ['-keyout', `${key}`, '-out', `${cert}`];
    await promisify(execFile)('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-noenc', ...files, ...subject]);
    let calls = 0;
    const server = createSecureServer({ key: readFileSync(`${key}`), cert: readFileSync(`${cert}`) }, () => {
      calls += 1;
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    onTestFinished(() => void server.close());
    const url = `https://localhost:${(server.address() as AddressInfo).port}/`;
    expect(await sendWebhook(url, message, here)).toMatchObject({
      status: null,
      problem: 'The connection failed (DEPTH_ZERO_SELF_SIGNED_CERT).',
    });
    expect(calls).toBe(0);
  });

  it.each([
    ['breaks', ''],
    ['speaks another protocol', 'SSH-2.0-OpenSSH_9.6\r\n'],
    ['wants another protocol', 'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'],
    ['has endless headers', `HTTP/1.1 200 OK\r\nx: ${'x'.repeat(100_000)}\r\n\r\n`],
  ])('of a connection that %s is none', async (_, text) => {
    const url = await answering(({ socket }: { socket: Duplex }) => void socket.end(text));
    expect(await sendWebhook(url, message, here)).toMatchObject({
      status: null,
      problem: expect.stringMatching(/^The connection failed/),
    });
  });
});
