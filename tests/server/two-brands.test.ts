/** Two brands from one build show, send, print and charge their own. */
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { manifest } from '../../build/manifest.ts';
import { filePaths } from '../../src/domain/file-paths.ts';
import { cellsOf } from '../../src/domain/shipment-file.ts';
import { DEFAULT_SITE } from '../../src/domain/site.ts';
import { fillSitePage, HEAD_MARK, MARKED_SITE } from '../../src/domain/site-page.ts';
import { readPdf } from '../support/read-pdf.ts';
import { checkFile } from '../support/send-file.ts';
import { fileOf, HEADERS } from '../support/shipment-file.ts';
import { shops, v1Parcel } from '../support/shop.ts';
import { type DeliveredMail, startSmtpSink } from '../support/smtp-sink.ts';
import { parcelInput, type TestServer } from '../support/test-server.ts';
import { until } from '../support/until.ts';
import { testDatabase, testServer } from '../support/vitest.ts';

const folder = await mkdtemp(join(tmpdir(), 'waybill-brands-'));
const sink = await startSmtpSink();
afterAll(async () => {
  await sink.stop();
  await rm(folder, { recursive: true, force: true });
});

/** A built app in small, with a list of files as the build writes it. */
const dist = join(folder, 'dist');
const PAGE =
  `<!doctype html><head><title>${MARKED_SITE.name}</title>${HEAD_MARK}</head><b>${MARKED_SITE.letter}</b>` +
  `<footer>${MARKED_SITE.name}<nav class="foot-links"><a href="tel:" class="l">000</a><a class="l" href="/terms">Terms</a>` +
  '<a class="l" href="/privacy">Privacy</a><a class="l" href="/imprint">Imprint</a></nav></footer>';
const PAGES = ['index.html', 'app.html', 'track.html', 'tracked.html'];
const LISTED = ['app.html', 'track.html', 'manifest.webmanifest', 'icon.svg', 'icons/icon-192.png', 'assets/main-1.js'];
await mkdir(join(dist, 'assets'), { recursive: true });
await mkdir(join(dist, 'icons'));
const files: Record<string, string> = {
  ...Object.fromEntries(PAGES.map((name) => [name, fillSitePage(PAGE, DEFAULT_SITE)])),
  'site-pages.json': JSON.stringify(Object.fromEntries(PAGES.map((name) => [name, PAGE]))),
  'manifest.webmanifest': JSON.stringify(manifest(DEFAULT_SITE.name)),
  'icon.svg': '<svg>the app’s own</svg>',
  'icons/icon-192.png': 'the app’s own',
  'assets/main-1.js': 'main',
};
const digestOf = (content: string | Buffer) => `sha256-${createHash('sha256').update(content).digest('base64')}`;
const list = LISTED.map((url) => JSON.stringify({ integrity: digestOf(files[url] ?? ''), revision: 'built', url }));
files['service-worker.js'] = `const list=[${list.join(',')}];`;
for (const [name, content] of Object.entries(files)) await writeFile(join(dist, name), content);

/** Has everything that a brand's file could try. */
const HOSTILE_SVG = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 90 30" onload="alert(1)">
  <script>alert('canary')</script><image xlink:href="https://evil.example/canary.png" width="9" height="9"/>
  <image href="file:///etc/passwd" width="9" height="9"/><foreignObject><iframe src="https://evil.example"/></foreignObject>
  <rect width="90" height="30" fill="#00704a"/></svg>`;
const brandDir = join(folder, 'brand');
await mkdir(brandDir);
const SQUARE = { create: { width: 300, height: 300, channels: 4, background: '#00704a' } } as const;
await writeFile(join(brandDir, 'logo.svg'), HOSTILE_SVG);
await writeFile(join(brandDir, 'icon.png'), await sharp(SQUARE).png().toBuffer());
await writeFile(
  join(brandDir, 'terms.md'),
  '# Terms of carriage\n\nWe carry **parcels**.<script>alert("canary")</script>',
);
await writeFile(join(brandDir, 'README.txt'), 'Notes for editors.');

const settings = { DIST_DIR: dist, SMTP_URL: sink.url };
const NORTH_NAME = `North & "Sons" </title><script>alert('canary')</script>`;
/** The production delivery with its waits taken out. */
const mails = { attempts: 4, retryDelaySeconds: 1, maxRetryDelaySeconds: 0, pollSeconds: 0.5 };
const north = await testServer({
  worker: true,
  mails,
  environment: {
    ...settings,
    SITE_NAME: NORTH_NAME,
    SITE_DOMAIN: 'north.example',
    SITE_PHONE: '+46 (0)31 555 01 00',
    MAIL_REPLY_TO: 'hello@north.example',
    TIME_ZONE: 'Europe/Stockholm',
    CURRENCY: 'EUR',
    BRAND_COLOURS: 'accent=#00704a',
    BRAND_DIR: brandDir,
  },
});
const east = await testServer({
  worker: true,
  mails,
  environment: {
    ...settings,
    SITE_NAME: 'Quick Parcels',
    SITE_DOMAIN: 'quick.example',
    TIME_ZONE: 'Asia/Tokyo',
    CURRENCY: 'JPY',
    BRAND_COLOURS: 'accent=6b21a8',
    BRAND_LETTER: 'Q',
  },
});
const brands = { north, east };
const get = (server: TestServer, url: string) => server.request({ url });
const bytesOf = async (server: TestServer, url: string) => (await get(server, url)).rawPayload;
const siteIn = (html: string) => JSON.parse(/id="site">(.*?)<\/script>/.exec(html)?.[1] ?? '');

describe('the pages', () => {
  it.each(['/', '/index.html', '/login', '/track', '/no/such/page'])('at %s are of the brand', async (url) => {
    const [one, other] = [await get(north, url), await get(east, url)];
    expect(siteIn(one.body)).toMatchObject({
      name: NORTH_NAME,
      letter: 'N',
      support: 'hello@north.example',
      phone: '+46 (0)31 555 01 00',
      dialed: '+46315550100',
      timeZone: 'Europe/Stockholm',
      currency: 'EUR',
    });
    expect(siteIn(other.body)).toEqual({
      name: 'Quick Parcels',
      letter: 'Q',
      support: 'support@quick.example',
      homeUrl: '',
      phone: '',
      dialed: '',
      timeZone: 'Asia/Tokyo',
      currency: 'JPY',
      smallestCoin: 0,
      legal: [],
      texts: false,
    });
    expect(other.body).toContain('<title>Quick Parcels</title>');
    expect(other.body).toContain('<b>Q</b><footer>Quick Parcels</footer>');
    for (const { headers } of [one, other]) expect(headers['cache-control']).toBe('no-cache');
  });

  it('take a name for text, and load nothing that the policy of the app would not allow', async () => {
    const { body, headers } = await get(north, '/');
    expect(body).toContain('<title>North &amp; &quot;Sons&quot; &lt;/title&gt;&lt;script&gt;');
    expect(body.match(/<script[^>]*>/g)).toEqual(['<script type="application/json" id="site">']);
    expect(headers['content-security-policy']).toContain("script-src 'self' 'sha256-");
  });

  it('link the legal pages that there are, which nothing can run in', async () => {
    const { body } = await get(north, '/');
    expect(body).toContain('<a class="l" href="/terms">Terms</a></nav>');
    const [{ name, file }] = siteIn(body).legal;
    expect(name).toBe('terms');
    expect((await get(north, file)).json()).toEqual({
      title: 'Terms of carriage',
      content: [
        {
          tag: 'p',
          children: ['We carry ', { tag: 'strong', children: ['parcels'] }, '.<script>alert("canary")</script>'],
        },
      ],
    });
    const statuses = [north, east].map(async (server) =>
      Promise.all(['/terms', '/privacy'].map(async (url) => (await get(server, url)).statusCode)),
    );
    expect(await Promise.all(statuses)).toEqual([
      [200, 404],
      [404, 404],
    ]);
  });

  it('have the brand’s colours in both themes, in a file that browsers may keep', async () => {
    const styles = async (server: TestServer) => {
      const [, href = ''] = /<link rel="stylesheet" href="([^"]+)">/.exec((await get(server, '/')).body) ?? [];
      return get(server, href);
    };
    const [one, other] = [await styles(north), await styles(east)];
    expect(one.body).toContain('--signal:#00704a;--on-signal:#ffffff');
    expect(other.body).toContain('--signal:#6b21a8;--on-signal:#ffffff');
    expect(other.body).toContain(
      '@media screen and (prefers-color-scheme:dark){:root:not([data-theme=light]){--signal:#9d5be1',
    );
    expect(one.headers).toMatchObject({
      'content-type': 'text/css; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
    });
    expect(one.body).toMatch(/\.brand-mark\{background:url\(\/assets\/brand-logo-\w+\.png\)/);
    expect(other.body).not.toContain('url(');
  });
});

describe('installed', () => {
  it('the app has the brand’s name and icons, and no pictures of another', async () => {
    const [one, other] = [await get(north, '/manifest.webmanifest'), await get(east, '/manifest.webmanifest')];
    expect(one.json()).toMatchObject({ name: NORTH_NAME, short_name: NORTH_NAME, id: '/', start_url: '/?start' });
    expect(other.json()).toMatchObject({ name: 'Quick Parcels' });
    for (const { body } of [one, other]) expect(body).not.toMatch(/screenshots|Waybill/);
    const purposes = (answer: typeof one) => answer.json().icons.map(({ purpose }: { purpose: string }) => purpose);
    expect(purposes(one)).toEqual(['any', 'any', 'maskable', 'any']);
    expect(purposes(other)).toEqual(['any', 'any', 'maskable', 'monochrome', 'any']);
  });

  it.each(Object.entries(brands))('every icon of %s is a picture of the size it says', async (_name, server) => {
    const { icons } = (await get(server, '/manifest.webmanifest')).json();
    for (const { src, sizes, type } of icons) {
      const answer = await get(server, src);
      expect([answer.statusCode, answer.headers['content-type']], src).toEqual([200, type]);
      const { width, height } = await sharp(answer.rawPayload).metadata();
      if (sizes !== 'any') expect(`${width}x${height}`).toBe(sizes);
    }
    const touch = await sharp(await bytesOf(server, '/icons/apple-touch-icon.png')).metadata();
    expect([
      touch.width,
      touch.hasAlpha && !(await sharp(await bytesOf(server, '/icons/apple-touch-icon.png')).stats()).isOpaque,
    ]).toEqual([180, false]);
  });

  it.each(Object.entries(brands))('devices of %s keep exactly what the server sends', async (_name, server) => {
    const worker = (await get(server, '/service-worker.js')).body;
    const entries = JSON.parse(/\[.*\]/.exec(worker)?.[0] ?? '') as { url: string; integrity: string }[];
    for (const { url, integrity } of entries) expect(digestOf(await bytesOf(server, `/${url}`)), url).toBe(integrity);
    const urls = entries.map(({ url }) => url);
    expect(urls).toEqual(expect.arrayContaining(LISTED));
    const { body } = await get(server, '/');
    for (const { file } of siteIn(body).legal) expect(urls).toContain(file.slice(1));
    expect(urls.filter((url) => /^assets\/brand-\w+\.css$/.test(url))).toHaveLength(1);
  });

  it('nothing of a hostile picture or name is ever sent', async () => {
    const { brandFiles } = north;
    if (!brandFiles) throw new Error('The brand has no files');
    const written = await readdir(brandFiles.folder, { recursive: true, withFileTypes: true });
    for (const entry of written.filter(
      (each) => each.isFile() && !/\.(?:br|gz|json|html|webmanifest)$/.test(each.name),
    )) {
      const content = await readFile(join(entry.parentPath, entry.name), 'latin1');
      expect(content, entry.name).not.toMatch(/canary|evil|onload|foreignObject|passwd/);
    }
    // The picture itself is what is seen of it.
    const { dominant } = await sharp(await bytesOf(north, '/icons/logo.png')).stats();
    expect(dominant.g).toBeGreaterThan(dominant.r);
  });
});

async function billMail(server: TestServer, amount: number): Promise<DeliveredMail> {
  const manager = await server.signInAs('manager');
  const customer = await server.person({ email: `customer@${server.environment.SITE_DOMAIN}` });
  const { trackingId } = await server.parcel({ receiverEmail: customer.email });
  const input = { userId: customer.id, amount, summary: 'Import duty', trackingId };
  expect((await server.call('billAdmin.addBill', input, { as: manager.token })).outcome).toBe('ok');
  return sink.mail((mail) => mail.receivers.includes(customer.email) && /Payment/.test(mail.subject ?? ''));
}

it('emails have each brand’s name, colour, logo, currency, contacts and legal pages', async () => {
  const [one, other] = [await billMail(north, 148.2), await billMail(east, 14_820)];
  expect(one.subject).toBe('Payment of €148.20 required');
  expect(other.subject).toBe('Payment of ¥14,820 required');
  expect(one.replyTo?.[0]?.address).toBe('hello@north.example');
  expect(other.replyTo?.[0]?.address).toBe('support@quick.example');
  expect(one.from).toMatchObject({ name: NORTH_NAME, address: 'no-reply@north.example' });
  expect(one.html).toContain('background:#00704a;color:#ffffff');
  expect(other.html).toContain('background:#6b21a8;color:#ffffff');
  expect(one.html).toContain(
    '<img class="logo" src="http://waybill.test/icons/logo.png" alt="North &amp; &quot;Sons&quot; &lt;/title&gt;&lt;script&gt;',
  );
  expect(other.html).toContain('font-weight:800">Quick Parcels</p>');
  expect(one.html).not.toContain('<script>');
  expect(one.text).toMatch(/hello@north\.example\n\+46 \(0\)31 555 01 00\nTerms: http:\/\/waybill\.test\/terms\s*$/);
  expect(other.text).toMatch(/Quick Parcels\nsupport@quick\.example\s*$/);
  const logo = await get(north, '/icons/logo.png');
  expect(logo.headers['cross-origin-resource-policy']).toBe('cross-origin');
});

async function printed(server: TestServer, document: string): Promise<string> {
  const { token } = await server.signInAs('manager');
  const headers = { authorization: `Bearer ${token}` };
  const { id } = await server.parcel();
  const payload = { selection: { ids: [id] }, document };
  const file = (await server.request({ method: 'POST', url: filePaths.labels, headers, payload })).json();
  let text = '';
  const { rawPayload } = await server.request({ url: filePaths.labelFile(file.id), headers });
  for await (const page of readPdf(rawPayload)) text += page.text;
  return text;
}

it('labels and cards have each brand’s name and phone', async () => {
  expect(await printed(east, 'labels')).toContain('Quick Parcels');
  const card = await printed(north, 'missed-cards');
  expect(card).toContain('North & "Sons"');
  expect(card).toContain('Or call +46 (0)31 555 01 00');
  expect(await printed(east, 'missed-cards')).not.toContain('Or call');
});

describe('money', () => {
  it('is in each brand’s currency everywhere, and yen have no decimals', async () => {
    const sentences = async (server: TestServer, amount: number) => {
      const { token } = await server.signedIn();
      const payout = {
        holder: 'Ada Lovelace',
        accountNumber: '1',
        bankName: 'Bank',
        routingNumber: '1',
        iban: 'SE4550000000058398257466',
        bankCode: '1',
      };
      const input = { amount, summary: 'To savings', ...payout };
      return (await server.call('transaction.withdraw', input, { as: token })).error.data.fieldErrors;
    };
    expect(await sentences(north, 20.5)).toEqual({ amount: ['You can withdraw up to €0.00.'] });
    expect(await sentences(north, 0)).toEqual({ amount: ['Amount must be at least €0.01.'] });
    expect(await sentences(east, 2050)).toEqual({ amount: ['You can withdraw up to ¥0.'] });
    expect(await sentences(east, 0)).toEqual({ amount: ['Amount must be at least ¥1.'] });
    expect(await sentences(east, 20.5)).toEqual({ amount: ['Amounts in JPY have no decimals.'] });
  });

  it('of a shipment and of a file has no decimals in yen either', async () => {
    const { token } = await east.signInAs('manager');
    const create = (details: object) =>
      east.call('shipmentAdmin.createShipment', { ...parcelInput(), ...details }, { as: token });
    expect((await create({ value: 1840, fee: 212.5 })).error.data.fieldErrors).toEqual({
      fee: ['Amounts in JPY have no decimals.'],
    });
    expect((await create({ value: 1840, fee: 212 })).outcome).toBe('ok');

    const rows = ['¥1,840', '1840.00', '1840.50'].map((value) =>
      cellsOf(parcelInput({ fee: 212 })).with(HEADERS.indexOf('Value'), value),
    );
    const id = await checkFile(east, fileOf(rows), { token });
    const found = await east.query<{ fields: { value: number } | null; problems: { message: string }[] | null }>(
      'select fields, problems from shipment_import_rows where import_id = $1 order by line',
      [id],
    );
    expect(found.map(({ fields, problems }) => fields?.value ?? problems?.[0]?.message)).toEqual([
      ...[1840, 1840],
      'Enter the value like this: 1234',
    ]);
  });

  it('of what a shop’s program sends has no decimals in yen either', async () => {
    const { newShop, newRate, ask } = shops(east);
    await newRate();
    const { key } = await newShop();
    const post = (url: string, payload: object) => ask<{ results: unknown[] }>(key, url, { method: 'POST', payload });
    const errors = [{ pointer: '/value', detail: 'Amounts in JPY have no decimals.' }];
    expect((await post('/v1/shipments', v1Parcel({ value: 10.5 }))).body).toMatchObject({ code: 'validation', errors });
    const shipments = [v1Parcel({ value: 10.5 }), v1Parcel({ value: 10 })];
    expect((await post('/v1/shipments/batch', { shipments })).body.results).toMatchObject([
      { status: 400, problem: { errors } },
      { status: 201 },
    ]);
  });

  it('keeps its currency: a server with another does not start, unless nothing has an amount', async () => {
    const database = await testDatabase();
    const start = (CURRENCY: string) => testServer({ database, environment: { CURRENCY } });
    await (await start('SEK')).close();
    const euro = await start('EUR');
    await euro.parcel();
    await expect(start('SEK')).rejects.toThrow(
      'CURRENCY: the amounts in this database are in EUR. Set CURRENCY=EUR, or use an empty database.',
    );
    await expect(start('USD')).rejects.toThrow('Set CURRENCY=EUR');
  });
});

it('a brand’s files are written once, and again only when it changes', async () => {
  const { brandFiles } = east;
  if (!brandFiles) throw new Error('The brand has no files');
  const again = await testServer({ environment: { ...settings, SITE_NAME: 'Other Parcels' } });
  expect(again.brandFiles?.folder).not.toBe(brandFiles.folder);
  const plain = await testServer({ environment: { ...settings, SITE_DOMAIN: 'localhost' } });
  // The app as it is built will do.
  expect(plain.brandFiles).toBeNull();
  expect((await get(plain, '/')).body).toBe(files['index.html']);
});

describe('pictures and pages that a manager saves', () => {
  it('are shown by every server at once, and go again when they are taken away', async () => {
    const one = await testServer({ environment: settings });
    const other = await testServer({ database: one.database, environment: settings });
    const boss = await one.signInAs('manager');
    const saveFile = (name: string, content: Buffer | string | null) =>
      one.call(
        'settings.saveFile',
        { name, content: content === null ? null : Buffer.from(content).toString('base64') },
        { as: boss },
      );
    const colourOf = async (server: TestServer, url: string) => {
      const { data } = await sharp(await bytesOf(server, url))
        .raw()
        .toBuffer({ resolveWithObject: true });
      return [...data.subarray(0, 3)];
    };
    const logo = { create: { width: 400, height: 100, channels: 3, background: '#a01030' } } as const;

    expect((await saveFile('logo', await sharp(logo).png().toBuffer())).outcome).toBe('ok');
    expect((await saveFile('imprint', '# Imprint\n\nKaj 4, **Göteborg**')).outcome).toBe('ok');
    for (const server of [one, other]) {
      await until('it has the page', async () => (await get(server, '/imprint')).statusCode === 200);
      const [{ file }] = siteIn((await get(server, '/')).body).legal;
      expect((await get(server, file)).body).toContain('Göteborg');
      expect(await colourOf(server, '/icons/logo.png')).toEqual([0xa0, 0x10, 0x30]);
    }
    const { data } = await one.call('settings.getFiles', undefined, { as: boss });
    expect(data.filter(({ source }) => source !== 'none')).toMatchObject([
      { name: 'logo', source: 'brand', changed: { by: 'Ada Lovelace' } },
      { name: 'imprint', source: 'brand', text: '# Imprint\n\nKaj 4, **Göteborg**' },
    ]);
    // A server that starts later has them, too.
    const later = await testServer({ database: one.database, environment: settings });
    expect(await colourOf(later, '/icons/logo.png')).toEqual([0xa0, 0x10, 0x30]);

    await saveFile('logo', null);
    await saveFile('imprint', null);
    await until('it is gone', async () => (await get(other, '/imprint')).statusCode === 404);
    expect(siteIn((await get(other, '/')).body).legal).toEqual([]);
  });

  it('are refused if nobody could draw them, and nothing changes', async () => {
    const plain = await testServer({ environment: settings });
    const boss = await plain.signInAs('manager');
    const refusal = async (name: string, bytes: Buffer) => {
      const input = { name, content: bytes.toString('base64') };
      return (await plain.call('settings.saveFile', input, { as: boss })).error.data.fieldErrors?.content;
    };
    const png = (width: number, height: number) =>
      sharp({ create: { width, height, channels: 3, background: '#123456' } })
        .png()
        .toBuffer();
    expect(await refusal('logo', Buffer.from(HOSTILE_SVG))).toEqual(['Logo is not a PNG.']);
    expect(await refusal('logo', await png(700, 100))).toEqual([
      'Logo is 700 × 100. Neither side may be more than 6 times the other.',
    ]);
    expect(await refusal('logo-dark', await png(40, 40))).toEqual([
      'Logo on dark needs a logo for the light theme beside it.',
    ]);
    expect(await refusal('icon', (await png(40, 40)).subarray(0, 60))).toEqual([
      'This picture can’t be drawn. Try another file.',
    ]);
    expect(await refusal('icon', Buffer.alloc(150_001))).toEqual(['This is larger than 150 KB.']);
    expect(await plain.query('select name from brand_files')).toEqual([]);
  });

  it('never win over the server’s own folder', async () => {
    const boss = await north.signInAs('manager');
    const content = (await sharp(SQUARE).png().toBuffer()).toString('base64');
    const { error } = await north.call('settings.saveFile', { name: 'icon', content }, { as: boss });
    expect(error.message).toBe('The server’s own folder has this file, and wins.');
    const { data } = await north.call('settings.getFiles', undefined, { as: boss });
    expect(data.filter(({ source }) => source === 'server').map(({ name }) => name)).toEqual(['logo', 'icon', 'terms']);
  });
});
