/** Each route of the router refuses in its own form, and a refusal is no fault. */
import { channel } from 'node:diagnostics_channel';
import type { FastifyInstance, RouteOptions } from 'fastify';
import { beforeEach, expect, it, vi } from 'vitest';
import { tooManyRequests, UserError } from '../../server/base/errors/errors.ts';
import { MAX_HEADER_LENGTH, READ_HEADERS } from '../../server/base/http/header-limits.ts';
import { logStream } from '../../server/base/http/log-stream.ts';
import { limitRules } from '../../server/base/limits/limit-rules.ts';
import { shops } from '../support/shop.ts';
import { testServer } from '../support/vitest.ts';

const routes: { method: string; url: string }[] = [];
channel('fastify.initialization').subscribe((message) => {
  (message as { fastify: FastifyInstance }).fastify.addHook('onRoute', ({ method, url }: RouteOptions) => {
    for (const one of [method].flat()) routes.push({ method: one, url });
  });
});
const SMS = { SMS_URL: 'https://sms.example/', SMS_TOKEN: 'AC1:secret', SMS_FROM: 'North' };
const server = await testServer({ environment: { LOG_LEVEL: 'info', ...SMS } });
const { newShop } = shops(server);

const written = vi.spyOn(logStream, 'write').mockImplementation(() => undefined);
beforeEach(() => void written.mockClear());
const faults = () => written.mock.calls.map(([line]) => String(line)).filter((line) => line.includes('"level":50'));

const IDS: Record<string, string> = { ':kind': 'shopify', ':path': 'shipment.getShipmentByTrackingId' };
const addressOf = (url: string) =>
  url.replaceAll(/:\w+/g, (name) => IDS[name] ?? crypto.randomUUID()).replace('*', 'nowhere');
const send = (
  { method, url }: (typeof routes)[number],
  headers: Record<string, string>,
  remoteAddress = server.newAddress(),
) =>
  server.request({
    method: method as 'GET',
    url: addressOf(url),
    headers,
    remoteAddress,
    ...(/^(?:POST|PUT|PATCH)$/.test(method) && { payload: '{}' }),
  });

it.each(READ_HEADERS)('a long %s is refused by each route', async (name) => {
  const header = { [name]: 'x'.repeat(MAX_HEADER_LENGTH + 1) };
  const answers = [];
  for (const route of routes) answers.push([route, (await send(route, header)).statusCode]);
  expect(answers.filter(([, status]) => status !== 431 && status !== 413)).toEqual([]);
  expect(faults()).toEqual([]);
});

it('each route says that a limit is used up, or that its lane is full', async () => {
  const manager = await server.signedIn({ roles: ['manager', 'courier', 'shipper', 'accountant'] });
  const { key } = await newShop();
  const { limits, admission } = server.services;
  const open = new Set(routes.map(({ method, url }) => `${method} ${url}`));
  for (const { error, status, spies } of [
    { error: tooManyRequests(30), status: 429, spies: [vi.spyOn(limits, 'admit'), vi.spyOn(limits, 'take')] },
    { error: new UserError('SERVICE_UNAVAILABLE'), status: 503, spies: [vi.spyOn(admission, 'enter')] },
  ]) {
    for (const spy of spies) spy.mockRejectedValue(error);
    for (const [token, type] of [
      [manager.token, 'application/json'],
      [manager.token, 'text/csv'],
      [manager.token, 'application/xml'],
      [key, 'application/json'],
    ] as const) {
      for (const route of routes) {
        const title = `${route.method} ${route.url}`;
        for (const spy of spies) spy.mockClear();
        const answer = await send(route, { authorization: `Bearer ${token}`, 'content-type': type });
        const isAsked = spies.some((spy) => spy.mock.calls.length > 0);
        if (isAsked) open.delete(title);
        const seen = [title, answer.statusCode, Number(answer.headers['retry-after'] ?? 0) > 0];
        if (isAsked) expect(seen).toEqual([title, status, true]);
        else expect(seen).toEqual([title, expect.toSatisfy((one: number) => one < 500), false]);
      }
    }
    for (const spy of spies) spy.mockRestore();
  }
  expect(faults()).toEqual([]);
  // What has neither limit nor lane, or only with more than its address.
  expect([...open].filter((name) => /^(?:GET|POST|PUT) /.test(name)).toSorted()).toMatchInlineSnapshot(`
    [
      "GET /",
      "GET /*",
      "GET /.well-known/waybill-keys.json",
      "GET /api/countries",
      "GET /dev/mailbox",
      "GET /dev/mailbox.css",
      "GET /dev/mailbox.json",
      "GET /healthz",
      "GET /metrics",
      "GET /readyz",
      "GET /v1/*",
      "GET /v1/files/proofs/:id/:visitId/:sha256",
      "GET /v1/inbound/:kind/:id",
      "GET /v1/openapi.json",
      "GET /v1_1/:cloud/image/:file",
      "POST /api/trpc/:path",
      "POST /v1/*",
      "PUT /api/trpc/:path",
      "PUT /v1/*",
      "PUT /v1/inbound/:kind/:id",
    ]
  `);
});

it('links and signatures can be guessed as often as their limit says', async () => {
  const guessed = routes.filter(({ method, url }) => method !== 'HEAD' && /^\/v1\/(?:sms|emails)/.test(url));
  expect(guessed).toHaveLength(5);
  for (const route of guessed) {
    const remoteAddress = server.newAddress();
    const statuses = [];
    for (let tries = 0; tries <= limitRules.orderGuess.points; tries += 1)
      statuses.push((await send(route, {}, remoteAddress)).statusCode);
    const wrong = route.url.startsWith('/v1/sms') ? 403 : 404;
    expect([route, statuses.indexOf(429), new Set(statuses)]).toEqual([
      route,
      limitRules.orderGuess.points,
      new Set([wrong, 429]),
    ]);
    expect(Number((await send(route, {}, remoteAddress)).headers['retry-after'])).toBeGreaterThan(0);
  }
  expect(faults()).toEqual([]);
});
