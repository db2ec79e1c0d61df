/** The link in an email opens the details, and its code is nowhere but in the body of the call that checks it. */
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SERVER } from '../../server/build.ts';
import { paths } from '../../src/domain/paths.ts';
import { startServerProcess, waitUntilReady } from '../support/server-process.ts';
import { expect, test } from './support/journey.ts';

test('the code of a link reaches no request line, header or log', async ({ app, context, page }) => {
  const receiverEmail = 'link.code@example.com';
  const { trackingId } = await app.shipment({ receiverEmail });
  const { text = '' } = await app.mails.mail(
    ({ receivers, text = '' }) => receivers.includes(receiverEmail) && text.includes('#code='),
  );
  const [, code = ''] = /#code=([0-9A-Z-]+)/.exec(text) ?? [];
  expect(code).not.toBe('');

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
  context.on('request', (request) => {
    lines.push(
      request.allHeaders().then((headers) => `${request.method()} ${request.url()} ${JSON.stringify(headers)}`),
    );
  });
  await page.goto(`${server.url}${paths.trackedShipment(trackingId)}#code=${code}`);
  await expect(page.getByRole('list', { name: 'Timeline' })).toBeVisible();
  expect(page.url()).not.toContain('code');
  await page.reload();
  await expect(page.getByRole('list', { name: 'Timeline' })).toBeVisible();

  const plain = code.replaceAll('-', '');
  const sent = (await Promise.all(lines)).join('\n');
  expect(sent).toContain('shipment.verifyShipmentCode');
  server.child.kill('SIGTERM');
  await server.ended;
  const logged = server.out() + server.err();
  expect(logged).not.toBe('');
  for (const secret of [code, plain]) expect(sent + logged).not.toContain(secret);
});
