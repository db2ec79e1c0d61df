import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { makeTrackedPages } from '../../build/tracked-pages.ts';
import { limitRules } from '../../server/base/limits/limit-rules.ts';
import { SHIPMENT_STATUSES } from '../../src/domain/shipment-status.ts';
import type { TrackedPages } from '../../src/domain/tracked-page.ts';
import { composeTrackingId } from '../../src/domain/tracking-id.ts';
import { PUBLIC_URL } from '../support/test-server.ts';
import { testServer } from '../support/vitest.ts';

/** A built app in small, with a page that says everything there is. */
const dist = await mkdtemp(join(tmpdir(), 'waybill-dist-'));
afterAll(() => rm(dist, { recursive: true, force: true }));
const SAID = [
  ...['trackingId', 'spaced', 'status', 'description', 'senderName', 'senderCountry', 'receiverName'],
  ...['receiverCountry', 'service', 'shipDate', 'weight', 'dimensions', 'bars', 'origin'],
];
const PAGE = SAID.flatMap((name) => [`<i id="${name}">`, { name }, '</i>']);
const { start } = makeTrackedPages({
  document:
    '<!doctype html><head><title>Waybill</title><meta name="description" content=""></head><div id="root">frame</div>',
  frame: 'frame',
  siteName: 'Waybill',
  render: () => '',
});
const templates: TrackedPages = {
  start,
  pages: Object.fromEntries(SHIPMENT_STATUSES.map((status) => [`${status} 0`, PAGE])),
  frame: '<!doctype html><div id="root">frame</div>',
  end: '<!-- end -->',
};
const SHELL = '<!doctype html><div id="root">shell</div>';
await writeFile(join(dist, 'tracked-pages.json'), JSON.stringify(templates));
for (const file of ['index.html', 'track.html', 'tracked.html']) await writeFile(join(dist, file), SHELL);

const environment = { DIST_DIR: dist, TIME_ZONE: 'Europe/Stockholm' };
const server = await testServer({ environment });
const open = (path: string, headers = {}, remoteAddress = server.newAddress()) =>
  server.request({ url: path, headers, remoteAddress });
const saidOn = (html: string) =>
  Object.fromEntries(SAID.map((name) => [name, new RegExp(`<i id="${name}">(.*?)</i>`).exec(html)?.[1]]));
const sentWith = (html: string) => JSON.parse(/id="sent">(.*?)<\/script>/.exec(html)?.[1] ?? '');

it('contains what everyone may see, escaped, and passes it to the app', async () => {
  const parcel = await server.parcel({
    description: '<script>alert("&")</script>',
    senderName: 'Ada Lovelace',
    senderCountry: 'Finland',
    shipDate: '2026-11-20T23:30:00.000Z',
  });
  const page = await open(`/track/${parcel.trackingId}?utm=<b>`.replace('<b>', '%3Cb%3E'));
  expect(page.statusCode).toBe(200);
  expect(page.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache',
    vary: 'Authorization, X-Shipment-Grant',
    'x-robots-tag': 'noindex',
  });
  expect(page.body).toContain(`data-page="/track/${parcel.trackingId}?utm=%3Cb%3E"`);
  expect(saidOn(page.body)).toMatchObject({
    trackingId: parcel.trackingId,
    description: '&lt;script&gt;alert(&quot;&amp;&quot;)&lt;/script&gt;',
    senderName: 'A•••• L••••',
    senderCountry: 'Finland',
    // The brand's clock had the next day.
    shipDate: 'Saturday 21/11/2026',
    bars: expect.stringMatching(/^M0 0h2v1h-2z/),
  });
  const { data } = await server.call('shipment.getShipmentByTrackingId', { trackingId: parcel.trackingId });
  const { shipment, at } = sentWith(page.body);
  expect(shipment).toEqual(data);
  expect(Math.abs(Date.now() - at)).toBeLessThan(60_000);
  // Nothing in it closes the element around it.
  expect(page.body.match(/<\/script>/g)).toHaveLength(1);
});

it('has a link preview for other apps, which names no one', async () => {
  const { trackingId } = await server.parcel({ senderName: 'Ada Lovelace', receiverName: 'Grace Hopper' });
  const { body } = await open(`/track/${trackingId}`);
  const [head = ''] = body.split('</head>');
  const previewed = Object.fromEntries(
    Array.from(head.matchAll(/<meta property="(og:[a-z_]+)" content="([^"]*)">/g), ([, name, content]) => [
      name,
      content,
    ]),
  );
  const spaced = trackingId.replace(/(.{4})(.{4})/, '$1 $2 ');
  expect(previewed).toEqual({
    'og:type': 'website',
    'og:site_name': 'Waybill',
    'og:title': `In progress: shipment ${spaced}`,
    'og:description': 'Follow this shipment on Waybill.',
    'og:url': `${PUBLIC_URL}/track/${trackingId}`,
    'og:image': `${PUBLIC_URL}/icons/icon-512.png`,
  });
  expect(head).toContain(`<title>${spaced} – Waybill</title>`);
  expect(head).not.toMatch(/Ada|Lovelace|Grace|Hopper|•/);
});

it('the page is the same for everyone', async () => {
  const owner = await server.person();
  const parcel = await server.parcel({ receiverEmail: owner.email, receiverName: 'Grace Hopper' });
  const page = await open(`/track/${parcel.trackingId}`, { authorization: `Bearer ${owner.token}` });
  expect(page.body).not.toContain('Grace Hopper');
  expect(page.body).not.toContain(owner.email);
  expect(sentWith(page.body).shipment).toMatchObject({ access: 'overview', viewer: 'visitor' });
});

it('leaves to the app whatever only the app can show', async () => {
  const { trackingId } = await server.parcel();
  for (const path of [`/track/${trackingId}?detailed=true`, `/track/${trackingId}?view=link`, '/track/-']) {
    const page = await open(path);
    expect([path, page.statusCode, page.body]).toEqual([path, 200, SHELL]);
  }
});

it('is at the ID as we write it, however it is written in the address', async () => {
  const { trackingId } = await server.parcel();
  const spaced = trackingId.toLowerCase().replace(/(.{4})(.{4})/, '$1%20$2-');
  const page = await open(`/track/${spaced}?utm=email?`);
  expect([page.statusCode, page.headers.location]).toEqual([302, `/track/${trackingId}?utm=email?`]);
  // Also where there is no such shipment, so that it gets its 404.
  expect((await open('/track/w48207k159xx')).headers.location).toBe('/track/W48207K159XX');
  // Never to another site.
  expect((await open('/track/%2f%2fevil.example')).headers.location).toBe('/track/EV11EXAMP1E');
});

it('an unknown shipment gets a 404 page with an error', async () => {
  const wrong = await open('/track/W48207K159XX');
  expect([wrong.statusCode, wrong.headers['cache-control']]).toEqual([404, 'no-cache']);
  expect(wrong.body).toMatch(/^<!doctype html><div id="root">frame<\/div><script.*<!-- end -->$/);
  expect(sentWith(wrong.body).shipment).toBeNull();
});

it('counts misses as the procedure does, and the app shows that there were too many', async () => {
  const address = server.newAddress();
  const guess = (miss: number) => composeTrackingId('W', Buffer.from(miss.toString().padStart(10, '0')));
  const { points } = limitRules.lookup;
  for (let miss = 0; miss < points; miss += 1) {
    expect((await open(`/track/${guess(miss)}`, {}, address)).statusCode).toBe(404);
  }
  const oneMore = await open(`/track/${guess(points)}`, {}, address);
  expect([oneMore.statusCode, oneMore.body]).toEqual([200, SHELL]);
  const asked = await server.call('shipment.getShipmentByTrackingId', { trackingId: guess(points) }, { address });
  expect(asked.outcome).toBe('TOO_MANY_REQUESTS');
});

it('is the app shell if the database is down', async () => {
  const away = await testServer({ environment });
  const { trackingId } = await away.parcel();
  await away.query('alter table shipments rename to shipments_away');
  const page = await away.request({ url: `/track/${trackingId}`, remoteAddress: away.newAddress() });
  expect([page.statusCode, page.body]).toEqual([200, SHELL]);
});
