/** Simultaneous look-ups of visitors share a query (server/base/database/batch-reads.ts), and nothing else. */
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { paths } from '../../src/domain/paths.ts';
import type { TrackedPages } from '../../src/domain/tracked-page.ts';
import { composeTrackingId } from '../../src/domain/tracking-id.ts';
import { until } from '../support/until.ts';
import { testServer } from '../support/vitest.ts';

/** A built app in small: the page of a parcel says its tracking ID. */
const dist = await mkdtemp(join(tmpdir(), 'waybill-dist-'));
afterAll(() => rm(dist, { recursive: true, force: true }));
const pages = { 'in-progress 0': ['This is ', { name: 'trackingId' }] } satisfies TrackedPages['pages'];
await writeFile(join(dist, 'tracked-pages.json'), JSON.stringify({ start: [], pages, frame: '', end: '' }));

const server = await testServer({ environment: { DIST_DIR: dist } });
const parcels = await Promise.all(Array.from({ length: 12 }, () => server.parcel()));
const [first, second, third, fourth] = parcels.map(({ trackingId }) => trackingId);
const unknown = composeTrackingId('W', Buffer.from('0123456789'));
// Queries wait for as long as a test holds them up, on a machine of any speed.
Object.assign(server.services.pools.lookUps.pool.options, { statement_timeout: 0, query_timeout: 0 });

const LOOK_UP = 'shipment.getShipmentByTrackingId';
const lookUp = (trackingId = '') => server.call(LOOK_UP, { trackingId }, { address: server.newAddress() });
const underWay = () => server.services.admission.load().find(({ lane }) => lane === 'lookUps')?.running;
const untilUnderWay = (calls: number) => until(`${calls} calls are under way`, () => underWay() === calls);

/** Makes every query for a shipment wait until `release`. */
async function holdShipments() {
  const client = new pg.Client({ connectionString: server.database.url });
  await client.connect();
  await client.query('begin; lock table shipments in access exclusive mode');
  const waiting = () =>
    server.query<{ pid: number }>(
      `select pid from pg_stat_activity
       where datname = current_database() and application_name = 'waybill-look-ups' and wait_event_type = 'Lock'`,
    );
  let ended = false;
  const release = async () => {
    if (!ended) await client.end();
    ended = true;
  };
  onTestFinished(release);
  return {
    /** Resolves with the connection of the waiting query that is not in `others`. */
    async nextWaiting(others: readonly number[] = []) {
      const isNext = ({ pid }: { pid: number }) => !others.includes(pid);
      const { pid } = await until('a query waits', async () => (await waiting()).find(isNext));
      return pid;
    },
    release,
  };
}

const terminate = (pid: number) => server.query('select pg_terminate_backend($1)', [pid]);

it('a single visitor looks up one tracking ID', async () => {
  const statements = await server.statementsOf(() => lookUp(first));
  expect(statements.filter((text) => text.includes('"shipments"'))).toEqual([
    expect.stringContaining('"tracking_id" = $1'),
  ]);
});

it('twenty visitors share three queries, pages included, and each gets their own shipment or none', async () => {
  const asked = parcels.map(({ trackingId }) => trackingId);
  const all = [...asked, ...asked.slice(0, 6), unknown, 'nothing like an ID'];
  const table = await holdShipments();
  const calls = all.map(lookUp);
  const pages = [first, second].map((id) =>
    server.request({ url: paths.trackedShipment(id ?? ''), remoteAddress: server.newAddress() }),
  );
  const statements = await server.statementsOf(async () => {
    // The malformed ID is rejected without a query.
    await untilUnderWay(all.length - 1 + pages.length);
    await table.release();
    await Promise.all([...calls, ...pages]);
  });
  const found = await Promise.all(calls.map(async (call) => (await call).outcome));
  expect(found).toEqual([...Array(18).fill('ok'), 'NOT_FOUND', 'NOT_FOUND']);
  const ids = await Promise.all(calls.slice(0, 18).map(async (call) => (await call).data.trackingId));
  expect(ids).toEqual(all.slice(0, 18));
  const bodies = (await Promise.all(pages)).map(({ body }) => body.split('<')[0]);
  expect(bodies).toEqual([`This is ${first}`, `This is ${second}`]);
  expect(statements.filter((text) => text.includes('"shipments"')).length).toBeLessThanOrEqual(3);
});

it('a query that fails is a 503 only for the callers who shared it', async () => {
  const table = await holdShipments();
  const alone = lookUp(first);
  const aloneIn = await table.nextWaiting();
  const beside = lookUp(second);
  const besideIn = await table.nextWaiting([aloneIn]);
  const together = [third, fourth, unknown].map(lookUp);
  await untilUnderWay(5);

  await terminate(aloneIn);
  expect(await alone).toMatchObject({ status: 503, outcome: 'SERVICE_UNAVAILABLE' });
  await terminate(await table.nextWaiting([aloneIn, besideIn]));
  const failed = await Promise.all(together);
  for (const answer of failed) expect(answer).toMatchObject({ status: 503, outcome: 'SERVICE_UNAVAILABLE' });
  for (const answer of failed) expect(answer.error.data.requestId).toBe(answer.headers['x-request-id']);
  expect(new Set(failed.map(({ error }) => error.data.requestId)).size).toBe(3);

  await table.release();
  expect((await beside).data.trackingId).toBe(second);
  expect((await lookUp(first)).data.trackingId).toBe(first);
});

it('a visitor who leaves does not delay others who shared the query', async () => {
  const url = new URL(await server.app.listen({ port: 0, host: '127.0.0.1' }));
  const table = await holdShipments();
  const before = [lookUp(first), lookUp(second)];
  await untilUnderWay(2);

  const leaving = connect(Number(url.port), url.hostname).on('error', () => undefined);
  await once(leaving, 'connect');
  const input = encodeURIComponent(JSON.stringify({ trackingId: third }));
  leaving.write(`GET ${paths.trpc}/${LOOK_UP}?input=${input} HTTP/1.1\r\nhost: ${url.host}\r\n\r\n`);
  await untilUnderWay(3);
  const staying = lookUp(fourth);
  await untilUnderWay(4);
  leaving.destroy();
  await once(leaving, 'close');

  await table.release();
  expect((await staying).data.trackingId).toBe(fourth);
  expect((await Promise.all(before)).map(({ outcome }) => outcome)).toEqual(['ok', 'ok']);
  await untilUnderWay(0);
});
