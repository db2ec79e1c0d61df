/** The built server on an empty folder, as started by `npm start` for the first time. */
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, expect, it, onTestFinished, vi } from 'vitest';
import { findRunningDatabase } from '../../server/base/embedded-postgres/embedded.ts';
import { filePaths } from '../../src/domain/file-paths.ts';
import { paths } from '../../src/domain/paths.ts';
import { runScript } from '../support/run-script.ts';
import { type ServerProcess, startServerProcess, waitUntilReady } from '../support/server-process.ts';
import { until } from '../support/until.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const dataDir = await mkdtemp(join(tmpdir(), 'waybill-process-'));
const servers: ServerProcess[] = [];
afterAll(async () => {
  for (const { child, ended } of servers) {
    child.kill('SIGTERM');
    await ended;
  }
  await rm(dataDir, { recursive: true, force: true });
});

async function start(): Promise<ServerProcess> {
  const server = await startServerProcess(
    { DATA_DIR: dataDir, LOG_LEVEL: 'error', SMS_EVENTS: 'out' },
    process.env.BUILT_SERVER,
  );
  servers.push(server);
  return server;
}

/** Its own database; closed at the end of the test. */
async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: findRunningDatabase(dataDir) ?? '' });
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

const first = await start();
await waitUntilReady(first);
await until('it has said so', () => first.out().includes('Track a shipment'));

it('reports what it does, and serves demo data', async () => {
  expect(first.out()).toMatch(
    /^Creating a database in .+ …\n[\s\S]*Adding demo data …\n\n {2}Waybill is ready at http/,
  );
  expect(first.out()).toContain('The empty database now has demo data.');
  expect(first.out()).toContain('  SMS_EVENTS has no effect without SMS_URL: set SMS_URL to ');
  expect(first.out()).toMatch(/manager@example\.com/);

  const client = await connect();
  const { rows } = await client.query<{ link: string }>('select unnest(images) as link from shipments');
  const image = await fetch(first.url + new URL(rows[0]?.link ?? '').pathname);
  expect(image.headers.get('content-type')).toBe('image/webp');
});

it('logs the line of the source for an error', async () => {
  const client = await connect();
  const { rows } = await client.query<{ trackingId: string }>('select tracking_id as "trackingId" from shipments');
  await client.query('alter table shipments rename to elsewhere');
  const input = encodeURIComponent(JSON.stringify(rows[0]));
  const response = await fetch(`${first.url}/api/trpc/shipment.getShipmentByTrackingId?input=${input}`);
  await client.query('alter table elsewhere rename to shipments');
  expect(response.status).toBe(500);
  await until('the fault is in the log', () => first.out().includes('/server/shipments/store/shipment-overviews.ts:'));
});

it('draws labels, with the fonts that come along', async () => {
  const client = await connect();
  const { rows } = await client.query<{ id: string }>('select id from shipments limit 1');
  const post = async <Answer>(path: string, body: object, token = '') => {
    const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
    const answer = await fetch(first.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    return (await answer.json()) as Answer;
  };
  const { result } = await post<{ result: { data: { token: string } } }>(`${paths.trpc}/auth.login`, {
    email: 'manager@example.com',
    password: 'parcels-in-transit',
  });
  const { token } = result.data;
  const { id } = await post<{ id: string }>(filePaths.labels, { selection: { ids: rows.map((row) => row.id) } }, token);
  const file = await fetch(first.url + filePaths.labelFile(id), { headers: { authorization: `Bearer ${token}` } });
  expect(file.headers.get('content-type')).toBe('application/pdf');
  expect(await file.text()).toMatch(/^%PDF.*%%EOF\n$/s);
});

it('keeps its folder for itself: a second server exits at once and says why', async () => {
  const second = await start();
  expect(await second.ended).toBe(1);
  expect(second.err()).toBe(
    `Another Waybill server is already using DATA_DIR ${dataDir} (process ${first.child.pid}). Stop it first, or choose another DATA_DIR.\n`,
  );
  expect(second.out()).toBe('');
  expect((await fetch(`${first.url}/readyz`)).status).toBe(200);
});

it('sends the mail of `npm run manager`, which prints the mailbox of its PORT', async () => {
  const { stdout } = await runScript('manager', { DATA_DIR: dataDir }, 'second@example.com');
  const mailbox = `http://localhost:${new URL(first.url).port}/dev/mailbox`;
  const [, told, , link = ''] = stdout.split('\n');
  expect(told).toBe(`The server will email a link to set a password; without SMTP_URL it is in ${mailbox}.`);
  expect(link).toMatch(new RegExp(`^${new URL(mailbox).origin}/reset-password\\?token=[\\w-]{43}$`));
  await until('the mail is in the mailbox', async () => {
    const mails = (await (await fetch(`${first.url}/dev/mailbox.json`)).json()) as { to: string }[];
    return mails.some(({ to }) => to === 'second@example.com');
  });
});

it('announces demo data once', async () => {
  first.child.kill('SIGTERM');
  expect(await first.ended).toBe(0);
  const next = await start();
  await waitUntilReady(next);
  await until('it has said so', () => next.out().includes('is ready at'));
  expect(next.out()).not.toContain('demo data');
  next.child.kill('SIGTERM');
  expect(await next.ended).toBe(0);
  expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false);
});
