import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { isPublicAddress, pickAddress, sendWebhook } from './send-webhook.ts';

const message = { body: '{}', headers: {} };
const strict = (...addresses: string[]) => ({ allowsLoopback: false, resolve: async () => addresses });

describe('an address', () => {
  it.each([
    ...['127.0.0.1', '10.1.2.3', '172.16.0.1', '192.168.1.1', '169.254.169.254', '100.64.0.1', '0.0.0.0', '224.0.0.1'],
    ...['255.255.255.255', '198.18.0.1', '240.0.0.1', '::1', '::', 'fe80::1', 'fc00::1', 'fd00:ec2::254', 'ff02::1'],
    ...['::ffff:127.0.0.1', '::ffff:10.0.0.1', '64:ff9b::7f00:1', '2002:7f00:1::', '2001:db8::1', 'localhost', ''],
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
    ['https://127.0.0.1/', []],
    ['https://2130706433/', []],
    ['https://0x7f.1/', []],
    ['https://[::1]/', []],
    ['https://[::ffff:169.254.169.254]/', []],
    ['https://shop.example:22/', ['93.184.215.14']],
    ['http://shop.example/', ['93.184.215.14']],
    ['https://name:secret@shop.example/', ['93.184.215.14']],
    ['https://shop.example/', []],
  ])('%s at %s is refused', async (url, addresses) => {
    await expect(pickAddress(new URL(url), strict(...addresses))).rejects.toThrow();
    expect(await sendWebhook(url, message, strict(...addresses))).toMatchObject({ status: null, answer: '' });
  });

  it('is resolved once, and that address is connected to', async () => {
    let asked = 0;
    const resolve = async () => [['93.184.215.14'], ['127.0.0.1']][asked++] ?? [];
    expect(await pickAddress(new URL('https://shop.example:8443/'), { allowsLoopback: false, resolve })).toBe(
      '93.184.215.14',
    );
    expect(asked).toBe(1);
  });
});

describe('an answer', () => {
  async function answering(handle: Parameters<typeof createServer>[1]): Promise<string> {
    const server = createServer(handle).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    onTestFinished(() => void server.close());
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  }

  it('is kept up to 500 bytes, and a redirect is not followed', async () => {
    let calls = 0;
    const url = await answering((_request, response) => {
      calls += 1;
      response.writeHead(302, { location: '/elsewhere', 'retry-after': '120' }).end('x'.repeat(100_000));
    });
    const answer = await sendWebhook(url, message, { allowsLoopback: true });
    expect(answer).toMatchObject({ status: 302, retryAfter: 120, answer: 'x'.repeat(500), problem: '' });
    expect(calls).toBe(1);
  });

  it('of a connection that breaks is none', async () => {
    const url = await answering((request) => request.socket.destroy());
    expect(await sendWebhook(url, message, { allowsLoopback: true })).toMatchObject({
      status: null,
      problem: expect.stringMatching(/^The connection failed/),
    });
  });
});
