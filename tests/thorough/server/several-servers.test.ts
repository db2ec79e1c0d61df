/** Several server processes on one embedded cluster: it has enough connections for all of them. */
import { join } from 'node:path';
import { afterAll, expect, it, onTestFinished, vi } from 'vitest';
import { paths } from '../../../src/domain/paths.ts';
import { asSuperuser } from '../../support/cluster-faults.ts';
import { createTestDatabase, startTestCluster } from '../../support/database.ts';
import { type ServerProcess, waitUntilReady } from '../../support/server-process.ts';
import { createTestServer, SECRET_KEY } from '../../support/test-server.ts';
import { until } from '../../support/until.ts';
import { serverProcess } from '../../support/vitest.ts';

vi.setConfig({ testTimeout: 120_000 });

const SERVERS = 3;
const SENTENCE =
  'PostgreSQL allows no more connections. Raise its limit (max_connections), or set SERVERS to how many servers share it.';
const PROFILE = {
  firstName: 'Elin',
  lastName: 'Strand',
  phone: '+46 31 555 0192',
  dob: '1990-01-01',
  address: 'Linnégatan 8',
  city: 'Gothenburg',
  state: 'Västra Götaland',
  nationality: 'Sweden',
};

// This file has its own cluster, because its connections are limited.
const cluster = await startTestCluster();
afterAll(() => cluster.stop());
const database = await createTestDatabase(cluster);
afterAll(() => database.drop());

/** How many connections the servers may have together; -1 lifts the limit. */
const limitConnections = (most: number) =>
  asSuperuser(cluster, database.url, async (client) => {
    await client.query(`alter role waybill connection limit ${most}`);
  });
/** How many connections the servers have. */
const connections = () =>
  asSuperuser(cluster, database.url, async (client) => {
    const { rows } = await client.query(
      "select count(*)::int as count from pg_stat_activity where usename = 'waybill' and application_name <> 'test'",
    );
    return rows[0].count as number;
  });

const startServer = (name: string): Promise<ServerProcess> =>
  serverProcess({
    NODE_ENV: 'test',
    SERVERS: String(SERVERS),
    TRUSTED_PROXIES: 'loopback',
    DATABASE_URL: database.url,
    DATA_DIR: join(cluster.folder, name),
    SECRET_KEY,
    SMTP_URL: 'smtp://127.0.0.1:1',
  });

/** People who are signed in, and a parcel to look up. */
async function population(people: number) {
  const server = await createTestServer(cluster, { database });
  try {
    const parcel = await server.parcel();
    const persons = await Promise.all(Array.from({ length: people }, () => server.person()));
    return { parcel, tokens: await Promise.all(persons.map(server.newSession)) };
  } finally {
    await server.close();
  }
}

async function call(
  url: string,
  procedure: string,
  options: { input?: object; body?: object; token?: string; from?: number },
) {
  const { input, body, token, from = 1 } = options;
  const question = input ? `?input=${encodeURIComponent(JSON.stringify(input))}` : '';
  const response = await fetch(`${url}${paths.trpc}/${procedure}${question}`, {
    headers: {
      'x-forwarded-for': `10.0.0.${from}`,
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
  await response.text();
  return { status: response.status, retryAfter: response.headers.get('retry-after') };
}

it('they serve all simultaneous requests within the connections they share', async () => {
  const { parcel, tokens } = await population(8);
  const limit = 17 * SERVERS;
  await limitConnections(limit + 4);
  onTestFinished(() => limitConnections(-1));
  const servers: ServerProcess[] = [];
  for (const name of ['one', 'two', 'three']) {
    const server = await startServer(name);
    await waitUntilReady(server);
    servers.push(server);
  }

  const calls = servers.flatMap(({ url }) =>
    tokens.flatMap((token, from) =>
      [1, 2, 3].flatMap(() => [
        call(url, 'user.updateProfile', { body: PROFILE, token, from }),
        call(url, 'shipment.getShipments', { input: { page: {}, rel: 'sender' }, token, from }),
        call(url, 'shipment.getShipmentByTrackingId', { input: { trackingId: parcel.trackingId }, from }),
      ]),
    ),
  );
  // Some may wait too long for their turn, but all get a connection.
  const statuses = await Promise.all(calls.map(async (answer) => (await answer).status));
  expect(new Set(statuses.filter((status) => status !== 503))).toEqual(new Set([200]));
  expect(await connections()).toBeLessThanOrEqual(limit);
  for (const server of servers) expect(server.out() + server.err()).not.toContain(SENTENCE);
});

it('if PostgreSQL has no connection left, a person gets a 503 and the operator a hint', async () => {
  const { parcel } = await population(0);
  const server = await startServer('refused');
  await waitUntilReady(server);
  await limitConnections(0);
  onTestFinished(() => limitConnections(-1));
  await asSuperuser(cluster, database.url, async (client) => {
    await client.query("select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'waybill%'");
  });
  const lookUp = () =>
    call(server.url, 'shipment.getShipmentByTrackingId', { input: { trackingId: parcel.trackingId } });
  expect(await lookUp()).toEqual({ status: 503, retryAfter: '2' });
  await until('the log says what to do', () => server.out().includes(SENTENCE));

  const late = await startServer('late');
  expect(await late.ended).toBe(75);
  expect(late.err()).toContain(`${SENTENCE}\n`);

  await limitConnections(-1);
  await until('it serves again', async () => (await lookUp()).status === 200);
});
