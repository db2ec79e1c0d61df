/**
 * A day of 500 links from emails, opened through a proxy that logs what it passes on, as an operator's would,
 * with the server and PostgreSQL logging everything: a code is nowhere but in the body of the call that checks it.
 */
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type BrowserContext, expect, test } from '@playwright/test';
import { SERVER } from '../../../server/build.ts';
import { paths } from '../../../src/domain/paths.ts';
import { insertPerson, PARCEL, PASSWORD } from '../../journeys/support/journey.ts';
import { asSuperuser } from '../../support/cluster-faults.ts';
import { createTestDatabase, startTestCluster } from '../../support/database.ts';
import { startServerProcess, waitUntilReady } from '../../support/server-process.ts';
import { startSmtpSink } from '../../support/smtp-sink.ts';

const OPENINGS = 500;
/** The others make the same calls without a browser. */
const BROWSERS = 4;
const OPENINGS_OF_A_BROWSER = 15;
const SHIPMENTS = 25;
/** So often a code is wrong, which is logged as a guess. */
const WRONG_EACH = 25;
const MANAGER = 'links.desk@example.com';

interface Link {
  trackingId: string;
  id: string;
  code: string;
}

/** What a reverse proxy would log of each request, and more: all headers. Bodies are kept apart. */
async function startLoggingProxy(target: string) {
  const lines: string[] = [];
  const bodies: string[] = [];
  const { hostname, port } = new URL(target);
  const proxy = createServer(async (incoming, outgoing) => {
    const { method, url: path, headers, rawHeaders } = incoming;
    lines.push(`${method} ${path} ${rawHeaders.join(' ')}`);
    const body = await text(incoming).catch(() => '');
    if (body !== '') bodies.push(`${path} ${body}`);
    const passedOn = request({ host: hostname, port, method, path, headers }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.on('error', () => outgoing.destroy()).pipe(outgoing);
    });
    passedOn.on('error', () => outgoing.destroy());
    outgoing.on('close', () => passedOn.destroy());
    passedOn.end(body);
  });
  proxy.listen(0);
  await once(proxy, 'listening');
  return {
    url: `http://localhost:${(proxy.address() as AddressInfo).port}`,
    lines,
    bodies,
    async stop() {
      proxy.closeAllConnections();
      proxy.close();
      await once(proxy, 'close');
    },
  };
}

test(`${OPENINGS} links are opened, and their codes are in no request line, header or log`, async ({ browser }) => {
  test.setTimeout(900_000);
  const cluster = await startTestCluster();
  const database = await createTestDatabase(cluster);
  await asSuperuser(cluster, database.url, async (client) => {
    for (const setting of [`log_statement = 'all'`, `log_min_messages = 'info'`, `log_min_error_statement = 'info'`]) {
      await client.query(`alter database "${new URL(database.url).pathname.slice(1)}" set ${setting}`);
    }
  });
  const mails = await startSmtpSink();
  const dataDir = await mkdtemp(join(tmpdir(), 'waybill-link-codes-'));
  const server = await startServerProcess(
    {
      DATABASE_URL: database.url,
      DATA_DIR: dataDir,
      SECRET_KEY: 'a secret for journeys, thirty-two bytes or more',
      SMTP_URL: mails.url,
      LOG_LEVEL: 'trace',
    },
    SERVER,
  );
  await waitUntilReady(server);
  const proxy = await startLoggingProxy(server.url);

  async function call<Answer>(procedure: string, input: unknown, headers: Record<string, string> = {}) {
    const response = await fetch(`${proxy.url}${paths.trpc}/${procedure}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(input),
    });
    return ((await response.json()) as { result?: { data: Answer } }).result?.data;
  }
  await insertPerson(database, { email: MANAGER, manager: true });
  const session = await call<{ token: string }>('auth.login', { email: MANAGER, password: PASSWORD });
  const authorization = `Bearer ${session?.token}`;
  const links: Link[] = [];
  for (let index = 0; index < SHIPMENTS; index += 1) {
    const emails = { senderEmail: `sender.${index}@example.com`, receiverEmail: `receiver.${index}@example.com` };
    const input = { ...PARCEL, ...emails };
    const shipment = await call<Omit<Link, 'code'>>('shipmentAdmin.createShipment', input, { authorization });
    if (!shipment) throw new Error('No shipment was created');
    for (const email of Object.values(emails)) {
      const mail = await mails.mail(({ receivers, text = '' }) => receivers.includes(email) && text.includes('#code='));
      const [, code = ''] = /#code=([0-9A-Z-]+)/.exec(mail.text ?? '') ?? [];
      expect(code).not.toBe('');
      links.push({ ...shipment, code });
    }
  }
  const linkAt = (opening: number): Link => links[opening % links.length] ?? { trackingId: '', id: '', code: '' };

  /** As the page makes its calls. */
  async function openWithoutBrowser(opening: number): Promise<void> {
    const { trackingId, id, code } = linkAt(opening);
    const tried = opening % WRONG_EACH === 0 ? `${code}X` : code;
    // A fragment is never sent.
    expect((await fetch(`${proxy.url}${paths.trackedShipment(trackingId)}#code=${code}`)).status).toBe(200);
    const given = await call<{ grant: string }>('shipment.verifyShipmentCode', { id, code: tried });
    expect(given !== undefined).toBe(tried === code);
    const input = encodeURIComponent(JSON.stringify({ trackingId }));
    const url = `${proxy.url}${paths.trpc}/shipment.getShipmentByTrackingId?input=${input}`;
    const answer = await fetch(url, { headers: given && { 'x-shipment-grant': given.grant } });
    expect((await answer.text()).includes('"access":"detailed"')).toBe(given !== undefined);
  }

  async function openInBrowser(context: BrowserContext, opening: number): Promise<void> {
    const { trackingId, code } = linkAt(opening);
    const page = await context.newPage();
    await page.goto(`${proxy.url}${paths.trackedShipment(trackingId)}#code=${code}`);
    await expect(page.getByRole('list', { name: 'Timeline' })).toBeVisible();
    expect(page.url()).not.toContain('code');
    await page.close();
  }

  for (let browsed = 0; browsed < BROWSERS * OPENINGS_OF_A_BROWSER; browsed += OPENINGS_OF_A_BROWSER) {
    const context = await browser.newContext();
    for (let one = 0; one < OPENINGS_OF_A_BROWSER; one += 1) await openInBrowser(context, browsed + one);
    await context.close();
  }
  for (let opening = BROWSERS * OPENINGS_OF_A_BROWSER; opening < OPENINGS; opening += 1) {
    await openWithoutBrowser(opening);
  }

  server.child.kill('SIGTERM');
  await server.ended;
  await proxy.stop();
  const logs = {
    proxy: proxy.lines.join('\n'),
    server: server.out() + server.err(),
    postgres: await readFile(join(cluster.folder, 'postgres.log'), 'utf8'),
  };
  const secret = new RegExp(links.flatMap(({ code }) => [code, code.replaceAll('-', '')]).join('|'), 'i');
  const [checks, others] = [true, false].map((isCheck) =>
    proxy.bodies.filter((body) => body.includes('shipment.verifyShipmentCode') === isCheck),
  );
  expect(checks?.filter((body) => secret.test(body))).toHaveLength(OPENINGS);
  expect(others?.filter((body) => secret.test(body))).toEqual([]);
  expect(logs.proxy.match(/shipment\.verifyShipmentCode/g)).toHaveLength(OPENINGS);
  expect(logs.server).not.toBe('');
  expect(logs.postgres).toContain(links[0]?.id);
  for (const [name, log] of Object.entries(logs)) expect(secret.exec(log)?.[0], name).toBeUndefined();
  expect(logs.proxy).not.toMatch(/referer \S*(?:#|code)/i);

  await mails.stop();
  await database.drop();
  await cluster.stop();
  await rm(dataDir, { recursive: true, force: true });
});
