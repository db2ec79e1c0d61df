/** Only this machine sees the development mailbox, and the metrics without a token. */
import { describe, expect, it } from 'vitest';
import { sendRawRequest } from '../support/raw-http.ts';
import { testServer } from '../support/vitest.ts';

const server = await testServer();
const listening = await server.app.listen({ port: 0, host: '127.0.0.1' });
const PAGES = ['/metrics', '/dev/mailbox', '/dev/mailbox.json', '/dev/mailbox.css'];

const PROXY_HEADERS =
  'forwarded via x-forwarded-for x-forwarded-host x-forwarded-proto x-forwarded-server x-forwarded forwarded-for ' +
  'x-real-ip x-client-ip x-cluster-client-ip x-original-forwarded-for x-original-host x-envoy-external-address ' +
  'x-appengine-user-ip x-azure-clientip cf-connecting-ip cf-ray true-client-ip fastly-client-ip fly-client-ip cdn-loop';

async function statusOf(url: string, headers: Record<string, string>, remoteAddress = '127.0.0.1'): Promise<number> {
  const { statusCode, body } = await server.request({ url, remoteAddress, headers });
  if (statusCode === 404) expect(JSON.parse(body).error.data.code).toBe('NOT_FOUND');
  return statusCode;
}

describe.each(PAGES)('%s', (url) => {
  it('is available to this machine, by any of its names', async () => {
    for (const host of 'localhost localhost:3000 LocalHost app.localhost:3000 127.0.0.1:3000 [::1]:3000'.split(' '))
      expect(await statusOf(url, { host }), host).toBe(200);
    for (const address of ['127.0.0.1', '127.8.9.1', '::1', '::ffff:127.0.0.1'])
      expect(await statusOf(url, { host: 'localhost' }, address), address).toBe(200);
    for (const site of ['none', 'same-origin'])
      expect(await statusOf(url, { host: 'localhost:3000', 'sec-fetch-site': site }), site).toBe(200);
    expect(await statusOf(url, { host: 'localhost:3000', origin: 'http://localhost:3000' })).toBe(200);
  });

  it('is not available to another machine', async () => {
    for (const address of ['192.0.2.7', '10.0.0.1', '::ffff:192.0.2.7', '2001:db8::1', '0.0.0.0'])
      expect(await statusOf(url, { host: 'localhost' }, address), address).toBe(404);
  });

  it('is not available under a rebound host name', async () => {
    const names = [
      'rebound.example',
      'waybill.test',
      'localhost.evil.example',
      'evil-localhost',
      '127.0.0.1.evil.example',
    ];
    for (const host of [...names, '192.0.2.7:3000', '[2001:db8::1]', 'localhost@evil.example', 'localhost evil'])
      expect(await statusOf(url, { host }), host).toBe(404);
  });

  it('is not available through a proxy, under any name', async () => {
    for (const name of PROXY_HEADERS.split(' '))
      expect(await statusOf(url, { host: 'localhost', [name]: '127.0.0.1' }), name).toBe(404);
  });

  it('is not available to a request that names another host, or none', async () => {
    const end = 'Host: localhost\r\nConnection: close\r\n\r\n';
    expect((await sendRawRequest(listening, `GET ${url} HTTP/1.1\r\n${end}`)).status).toBe(200);
    expect((await sendRawRequest(listening, `GET http://rebound.example${url} HTTP/1.1\r\n${end}`)).status).toBe(404);
    expect((await sendRawRequest(listening, `GET ${url} HTTP/1.0\r\n\r\n`)).status).toBe(404);
  });

  it('is not available to a page of another site', async () => {
    for (const site of ['cross-site', 'same-site', 'nonsense'])
      expect(await statusOf(url, { host: 'localhost:3000', 'sec-fetch-site': site }), site).toBe(404);
    for (const origin of ['http://evil.example', 'http://localhost:5173', 'null', 'nonsense'])
      expect(await statusOf(url, { host: 'localhost:3000', origin }), origin).toBe(404);
  });
});
