/**
 * The link in an email opens the details, also offline, and its code is only in the body of the call that checks it.
 */
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Request } from '@playwright/test';
import { SERVER } from '../../server/build.ts';
import { paths } from '../../src/domain/paths.ts';
import { asSuperuser } from '../support/cluster-faults.ts';
import { startServerProcess, waitUntilReady } from '../support/server-process.ts';
import { releaseRun, startRun } from './support/courier.ts';
import { goOffline, waitUntilCached } from './support/device.ts';
import { expect, test } from './support/journey.ts';

test('the code of a link reaches no request line, header or log', async ({ app, context, page, reports }) => {
  reports.allow(/Failed to load resource|net::ERR_INTERNET_DISCONNECTED|Failed to fetch|FetchEvent|no-response/);
  const receiverEmail = 'link.code@example.com';
  const run = await releaseRun(app, 'link-code', [1], receiverEmail);
  await startRun(app, run);
  const [{ trackingId } = { trackingId: '' }] = run.shipments;
  const { text = '' } = await app.mails.mail(
    ({ receivers, text = '' }) => receivers.includes(receiverEmail) && text.includes('#code='),
  );
  const [, code = ''] = /#code=([0-9A-Z-]+)/.exec(text) ?? [];
  expect(code).not.toBe('');

  // Around what is temporary in this run.
  const cluster = { folder: join(tmpdir(), '..') };
  await asSuperuser(cluster, app.database.url, (client) =>
    client.query(`alter database "${new URL(app.database.url).pathname.slice(1)}" set log_statement = 'all'`),
  );
  const server = await startServerProcess(
    {
      DATABASE_URL: app.database.url,
      DATA_DIR: await mkdtemp(join(tmpdir(), 'waybill-link-code-')),
      SECRET_KEY: 'a secret for journeys, thirty-two bytes or more',
      SMTP_URL: app.mails.url,
      LOG_LEVEL: 'trace',
    },
    SERVER,
  );
  await waitUntilReady(server);
  const lines: Promise<string>[] = [];
  const noteLine = (request: Request) => {
    // If its page closes first, the headers known so far have to do.
    const headers = request.allHeaders().catch(() => request.headers());
    lines.push(headers.then((known) => `${request.method()} ${request.url()} ${JSON.stringify(known)}`));
  };
  context.on('request', noteLine);
  const address = `${server.url}${paths.trackedShipment(trackingId)}#code=${code}`;
  // A wrong one is logged as a guess.
  await page.goto(`${address}X`);
  await expect(page.getByRole('textbox', { name: 'Code' })).toBeVisible();
  await page.goto(address);
  await expect(page.getByRole('list', { name: 'Timeline' })).toBeVisible();
  expect(page.url()).not.toContain('code');
  const today = page.getByRole('status').filter({ hasText: /the next stop is yours.*As of \d\d:\d\d/ });
  await expect(today).toBeVisible();
  await page.reload();
  await expect(page.getByRole('list', { name: 'Timeline' })).toBeVisible();
  await waitUntilCached(page);
  await goOffline(context, page);
  await page.reload();
  await expect(today).toBeVisible();
  await expect(page.getByText(/^Last updated \d\d:\d\d [AP]M\. You’re offline\.$/)).toBeVisible();
  // Closed, the link opens it again; the address without the code does not.
  const again = await context.newPage();
  await again.goto(address);
  await expect(again.getByRole('list', { name: 'Timeline' })).toBeVisible();
  expect(again.url()).not.toContain('code');
  await again.close();
  // A visitor who only has the tracking ID sees nothing of today.
  await context.setOffline(false);
  const stranger = await context.newPage();
  await stranger.goto(`${server.url}${paths.trackedShipment(trackingId)}`);
  await expect(stranger.getByRole('region', { name: 'Progress' })).toBeVisible();
  await expect(stranger.getByText(/is yours|before yours|As of|On a run/)).toHaveCount(0);

  const plain = code.replaceAll('-', '');
  context.off('request', noteLine);
  const sent = (await Promise.all(lines)).join('\n');
  expect(sent).toContain('shipment.verifyShipmentCode');
  server.child.kill('SIGTERM');
  await server.ended;
  const logged = server.out() + server.err();
  expect(logged).not.toBe('');
  const statements = await readFile(join(cluster.folder, 'postgres.log'), 'utf8');
  expect(statements).toContain(trackingId);
  for (const secret of [code, plain]) expect(sent + logged + statements).not.toContain(secret);
});
