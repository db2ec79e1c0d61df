/** See decision 0005. */
import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { openDatabase } from '../../../server/base/database/client.ts';
import { findStartDatabase } from '../../../server/base/database/replicas/find-start-database.ts';
import { isTransientError } from '../../../server/base/errors/transient-errors.ts';
import { checkDatabase } from '../../../server/doctor/check-database.ts';
import { RESET_TOKEN_LIFE } from '../../../src/domain/session.ts';
import { giveTo, mountSmallDisk } from '../../support/as-root.ts';
import {
  asSuperuser,
  dataDirectoryOf,
  freeze,
  killBackend,
  killPostmaster,
  startStandby,
} from '../../support/cluster-faults.ts';
import { createTestDatabase, startTestCluster } from '../../support/database.ts';
import { isMissing } from '../../support/needs.ts';
import { waitUntilReady } from '../../support/server-process.ts';
import { startTcpProxy } from '../../support/tcp-proxy.ts';
import { createTestServer, parcelInput, SECRET_KEY, type TestServer } from '../../support/test-server.ts';
import { until } from '../../support/until.ts';
import { serverProcess } from '../../support/vitest.ts';

vi.setConfig({ testTimeout: 120_000 });

// It is frozen, killed and filled.
const cluster = await startTestCluster();
afterAll(() => cluster.stop());

async function serverOn(options: Parameters<typeof createTestServer>[1] = {}): Promise<TestServer> {
  const server = await createTestServer(cluster, options);
  // None of these stories is about jobs, which most of them leave alone.
  server.services.jobs.upSeconds = () => 0;
  onTestFinished(() => server.close());
  return server;
}

const busy = [503, 'SERVICE_UNAVAILABLE', '2'];
const outcome = ({ status, outcome, headers }: Awaited<ReturnType<TestServer['call']>>) => [
  status,
  outcome,
  headers['retry-after'],
];

describe('a transaction', () => {
  async function pool(url: string) {
    const client = openDatabase(url, { connections: 2, statementTimeout: 300 });
    onTestFinished(() => client.close());
    const isWhole = async () => {
      const seconds = [1, 2].map(() => client.db.transaction((tx) => tx.execute('select 1')));
      return (await Promise.allSettled(seconds)).every(({ status }) => status === 'fulfilled');
    };
    return { ...client, isWhole };
  }

  it('throws its first error if its connection dies too, and releases its place', async () => {
    const database = await createTestDatabase(cluster);
    const { db, isWhole } = await pool(database.url);
    for (let time = 0; time < 3; time += 1) {
      const killed = db.transaction(async (tx) => {
        await tx.execute('select pg_terminate_backend(pg_backend_pid())').catch(() => undefined);
        throw new Error('the first');
      });
      await expect(killed).rejects.toThrow('the first');
    }
    await until('the pool is whole', isWhole);
  });

  it('is unconfirmed if its commit gets no response, and never counts as done if it was rolled back', async () => {
    const database = await createTestDatabase(cluster);
    const proxy = await startTcpProxy(database.url);
    onTestFinished(() => proxy.cut());
    const { db, pool: itself, isWhole } = await pool(proxy.url);
    const cut = db.transaction(async (tx) => {
      await tx.execute('select 1');
      await proxy.cut();
    });
    const unconfirmed = await cut.catch((error: Error) => error);
    expect(unconfirmed).toMatchObject({ name: 'UnconfirmedCommit', code: '40003' });
    expect(isTransientError(unconfirmed)).toBe(true);
    await proxy.mend();
    await until('the pool is whole', isWhole);

    const swallowed = db.transaction(async (tx) => void (await tx.execute('select 1/0').catch(() => undefined)));
    await expect(swallowed).rejects.toThrow('rolled back');

    // `begin` fails because every connection is lost when it is taken.
    const lose = ({ connection }: { connection?: { stream: { destroy(): void } } }) => connection?.stream.destroy();
    itself.on('acquire', lose);
    for (let time = 0; time < 3; time += 1) {
      const fault = await db.transaction(async () => 'begun').catch((error: unknown) => error);
      expect(isTransientError(fault)).toBe(true);
    }
    itself.off('acquire', lose);
    await until('the pool is whole', isWhole);
  });

  it('releases its place if the network goes silent, even in the middle', async () => {
    const database = await createTestDatabase(cluster);
    const proxy = await startTcpProxy(database.url);
    onTestFinished(() => proxy.cut());
    const { db, isWhole } = await pool(proxy.url);
    const fault = await db
      .transaction(async (tx) => {
        await tx.execute('select 1');
        proxy.silence(true);
        await tx.execute('select 2');
      })
      .catch((error: unknown) => error);
    expect(isTransientError(fault)).toBe(true);
    proxy.silence(false);
    await until('the pool is whole', isWhole);
  });
});

describe('a real server process', () => {
  it('keeps running while its database is killed and frozen, returns 503, and does everything once', async () => {
    const database = await createTestDatabase(cluster);
    const beside = await serverOn({ database });
    const manager = await beside.signInAs('manager');
    const parcel = await beside.parcel();
    // A fast cluster forgets its last commits when it is killed.
    const name = new URL(database.url).pathname.slice(1);
    await asSuperuser(cluster, database.url, async (client) => {
      await client.query(`alter database ${name} set synchronous_commit = on`);
    });
    const server = await serverProcess({
      NODE_ENV: 'test',
      LOG_LEVEL: 'silent',
      DATABASE_URL: database.url,
      DATA_DIR: join(cluster.folder, 'app'),
      SECRET_KEY,
      SMTP_URL: 'smtp://127.0.0.1:1',
    });
    await waitUntilReady(server);

    const seen = new Set<string>();
    let isOver = false;
    const create = async (key: string, description: string) => {
      const response = await fetch(`${server.url}/api/trpc/shipmentAdmin.createShipment`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${manager.token}`,
          'content-type': 'application/json',
          'idempotency-key': key,
        },
        body: JSON.stringify(parcelInput({ description })),
      });
      await response.text();
      seen.add(`${response.status} ${response.headers.get('retry-after')}`);
      return response.ok;
    };
    const keys: string[] = [];
    const write = async () => {
      while (!isOver) {
        const key = randomUUID();
        keys.push(key);
        await until('it is written', () => create(key, key), 60_000);
        await sleep(20);
      }
    };
    const asked = encodeURIComponent(JSON.stringify({ trackingId: parcel.trackingId }));
    const read = async () => {
      while (!isOver) {
        const response = await fetch(`${server.url}/api/trpc/shipment.getShipmentByTrackingId?input=${asked}`);
        await response.text();
        seen.add(`${response.status} ${response.headers.get('retry-after')}`);
        await sleep(5);
      }
    };
    const load = [write(), write(), read(), read()];
    const goesOn = async () => {
      const before = keys.length;
      await until('more is written', () => keys.length > before + 5, 60_000);
    };
    await goesOn();
    for (const kill of ['backend', 'SIGKILL', 'SIGINT'] as const) {
      if (kill === 'backend') killBackend(cluster);
      else killPostmaster(cluster, kill);
      await goesOn();
    }

    const { thaw } = freeze(cluster);
    const ready = await fetch(`${server.url}/readyz`);
    expect([ready.status, await ready.json()]).toEqual([
      503,
      { ok: false, reads: false, writes: false, queue: false, jobs: false, closing: false, lagSeconds: null },
    ]);
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
    thaw();
    await goesOn();
    isOver = true;
    await Promise.all(load);

    expect(server.child.exitCode).toBeNull();
    expect([...seen].sort()).toEqual(['200 null', '503 2']);
    const rows = await database.query<{ description: string }>(
      'select description from shipments where description = any($1)',
      [keys],
    );
    expect(rows.map(({ description }) => description).sort()).toEqual(keys.sort());
    await until('it is ready again', async () => (await fetch(`${server.url}/readyz`)).ok);
  });
});

describe('a database that cannot be written to', () => {
  it('because it is read-only still serves reads; writes get 503 until it recovers', async () => {
    const server = await serverOn();
    const manager = await server.signInAs('manager');
    const parcel = await server.parcel();
    // The session would be marked as seen.
    await server.query("update sessions set last_seen_at = now() - interval '1 hour'");
    const name = new URL(server.database.url).pathname.slice(1);
    const setReadOnly = (is: boolean) =>
      asSuperuser(cluster, server.database.url, async (client) => {
        await client.query(`alter database ${name} set default_transaction_read_only = ${is ? 'on' : 'off'}`);
        await client.query(
          "select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and application_name like 'waybill%'",
          [name],
        );
      });
    const change = () =>
      server.call('shipmentAdmin.updateShipment', { id: parcel.id, status: 'held' }, { as: manager });
    await setReadOnly(true);
    await until(
      'its connections have gone',
      async () => (await server.call('auth.profile', undefined, { as: manager })).status === 200,
    );
    expect((await server.call('shipmentAdmin.getShipments', { page: {} }, { as: manager })).outcome).toBe('ok');
    expect((await server.call('shipment.getShipmentByTrackingId', { trackingId: parcel.trackingId })).outcome).toBe(
      'ok',
    );
    expect(outcome(await change())).toEqual(busy);
    expect((await server.request({ url: '/readyz?for=writes' })).json()).toMatchObject({ ok: false, reads: true });
    await setReadOnly(false);
    await until('it can be written', async () => (await change()).status === 200);
  });

  it.skipIf(isMissing('mount'))(
    'because its disk is full still serves reads; writes get 503 until there is room',
    async () => {
      const disk = await mountSmallDisk(65_536);
      onTestFinished(() => disk.remove());
      const place = join(disk.folder, 'tablespace');
      mkdirSync(place, { mode: 0o700 });
      giveTo(statSync(dataDirectoryOf(cluster)), place);
      const full = join(disk.folder, 'full');
      const database = await createTestDatabase(cluster);
      const name = new URL(database.url).pathname.slice(1);
      await asSuperuser(cluster, cluster.url, async (client) => {
        await client.query(`create tablespace small location '${place}'`);
        await client.query(`alter database ${name} set tablespace small`);
      });
      const server = await serverOn({ database });
      onTestFinished(async () => {
        await server.close();
        await database.drop();
        await asSuperuser(cluster, cluster.url, (client) => client.query('drop tablespace small'));
      });
      const manager = await server.signInAs('manager');
      const parcel = await server.parcel();
      const ready = async (query = '') => {
        const { statusCode, json } = await server.request({ url: `/readyz${query}` });
        return { statusCode, ...json() };
      };
      const metric = async () =>
        /^waybill_database_writable (\d)/m.exec((await server.request({ url: '/metrics' })).body)?.[1];
      expect(await ready('?for=writes')).toMatchObject({ statusCode: 200, writes: true });
      expect(await metric()).toBe('1');
      expect(() => writeFileSync(full, Buffer.alloc(80_000_000))).toThrow('ENOSPC');
      const note = () =>
        server.call(
          'shipmentAdmin.updateShipmentActivity',
          { id: parcel.id, comment: 'x'.repeat(400), address: 'Gothenburg' },
          { as: manager },
        );
      const refused = await until('the table cannot grow', async () => {
        const answer = await note();
        return answer.status !== 200 && answer;
      });
      expect(outcome(refused)).toEqual(busy);
      expect((await server.call('shipment.getShipmentByTrackingId', { trackingId: parcel.trackingId })).outcome).toBe(
        'ok',
      );
      await until('it says so', async () => !(await ready()).writes);
      expect(await ready('?for=writes')).toMatchObject({ statusCode: 503, ok: false, reads: true });
      expect(await ready()).toMatchObject({ statusCode: 200, ok: true, reads: true });
      expect(await metric()).toBe('0');
      rmSync(full);
      expect((await note()).status).toBe(200);
      await until('it takes changes again', async () => (await ready('?for=writes')).ok);
      expect(await metric()).toBe('1');
    },
  );
});

describe('a disk for images', () => {
  it.skipIf(isMissing('mount'))(
    'that is full or read-only rejects uploads with 503, keeps nothing partial, and recovers',
    async () => {
      const disk = await mountSmallDisk(600);
      const server = await createTestServer(cluster, { environment: { DATA_DIR: disk.folder } });
      onTestFinished(async () => {
        await server.close();
        await disk.remove();
      });
      const manager = await server.signInAs('manager');
      const noise = { type: 'gaussian', sigma: 20 } as const;
      const file = await sharp({ create: { width: 700, height: 500, channels: 3, background: '#c98f5a', noise } })
        .jpeg({ quality: 60 })
        .toBuffer();
      const upload = async () => {
        const form = new FormData();
        form.append('upload_preset', 'shipments');
        form.append('file', new Blob([new Uint8Array(file)], { type: 'image/jpeg' }), 'parcel.jpg');
        const request = new Request('http://waybill.test', { method: 'POST', body: form });
        const response = await server.request({
          method: 'POST',
          url: '/v1_1/waybill/image/upload',
          payload: Buffer.from(await request.arrayBuffer()),
          headers: {
            'content-type': request.headers.get('content-type') ?? '',
            authorization: `Bearer ${manager.token}`,
          },
        });
        return [response.statusCode, response.headers['retry-after']];
      };
      expect(await upload()).toEqual([200, undefined]);
      const full = join(disk.folder, 'full');
      expect(() => writeFileSync(full, Buffer.alloc(1_000_000))).toThrow('ENOSPC');
      expect(await upload()).toEqual([503, '2']);
      rmSync(full);
      expect(await upload()).toEqual([200, undefined]);
      await disk.readOnly(true);
      expect(await upload()).toEqual([503, '2']);
      await disk.readOnly(false);
      expect(await upload()).toEqual([200, undefined]);
    },
  );
});

describe('a clock', () => {
  it.each([1, -1])('of the server that jumps by %i h breaks no session, key, link or job', async (hours) => {
    const server = await serverOn({ worker: true });
    const manager = await server.signInAs('manager');
    onTestFinished(() => void vi.useRealTimers());
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hours * 3_600_000 });
    const headers = { 'idempotency-key': randomUUID() };
    const create = () => server.call('shipmentAdmin.createShipment', parcelInput(), { as: manager, headers });
    const [first, second] = [await create(), await create()];
    expect(second.data).toEqual(first.data);
    const { email } = await server.person();
    expect((await server.call('auth.forgotPassword', { email })).outcome).toBe('ok');
    const link = await until('the link is made', async () => {
      const [row] = await server.query<{ left: number }>(
        'select extract(epoch from expires_at - now())::int * 1000 as left from one_time_tokens',
      );
      return row;
    });
    expect(link.left).toBeGreaterThan(RESET_TOKEN_LIFE / 2);
    expect(link.left).toBeLessThanOrEqual(RESET_TOKEN_LIFE);
    await until('its mails are sent', async () => {
      const waiting = await server.query("select 1 from mails where state <> 'sent'");
      return waiting.length === 0;
    });
    vi.setSystemTime(Date.now() - hours * 7_200_000);
    expect((await server.call('auth.profile', undefined, { as: manager })).outcome).toBe('ok');
    expect((await create()).data).toEqual(first.data);
  });
});

describe('a replica', () => {
  it('that stops, dies, comes back and is promoted never hides a shipment or fails a request', async () => {
    const { server, standby } = await serverWithStandby({ MAX_REPLICA_LAG: '3600' });
    const manager = await server.signInAs('manager');
    const parcel = await server.parcel();
    const change = (status: string) =>
      server.call('shipmentAdmin.updateShipment', { id: parcel.id, status }, { as: manager });
    const look = (trackingId: string, as?: typeof manager) =>
      server.call('shipment.getShipmentByTrackingId', { trackingId }, { as });
    /** There must always be one. */
    const visitors = async () => (await look(parcel.trackingId)).data.status;
    const old = await visitors();
    await until('the replica has the parcel', async () => (await standby.count(parcel.id)) === 1);

    await standby.pause();
    expect((await change('held')).outcome).toBe('ok');
    await until('visitors are answered by the replica', async () => (await visitors()) === old);
    expect((await look(parcel.trackingId, manager)).data.status).toBe('held');
    const fresh = await server.parcel();
    expect((await look(fresh.trackingId)).outcome).toBe('ok');
    expect((await look('WNOSUCHSHIPMENT')).outcome).toBe('NOT_FOUND');
    const behind = await until('its responses have an age', async () => {
      const { headers } = await look(parcel.trackingId);
      return headers['x-as-of'] as string | undefined;
    });
    expect(Date.parse(behind)).toBeLessThan(Date.now());
    expect((await look(parcel.trackingId, manager)).headers['x-as-of']).toBeUndefined();

    await standby.kill();
    expect(await visitors()).toBe('held');
    await standby.start();
    expect((await change('delivered')).outcome).toBe('ok');
    await until('the replica has followed', async () => (await standby.count(fresh.id)) === 1);
    await until('visitors see it, too', async () => (await visitors()) === 'delivered');

    await standby.promote();
    expect((await change('failed')).outcome).toBe('ok');
    await until('the promoted one is left aside', async () => (await visitors()) === 'failed');
  });

  it('too far behind is left aside', async () => {
    const { server, standby } = await serverWithStandby({ MAX_REPLICA_LAG: '1' });
    const manager = await server.signInAs('manager');
    const parcel = await server.parcel();
    await until('the replica has the parcel', async () => (await standby.count(parcel.id)) === 1);
    await standby.pause();
    const input = { id: parcel.id, status: 'held' };
    expect((await server.call('shipmentAdmin.updateShipment', input, { as: manager })).outcome).toBe('ok');
    await until('visitors see the change', async () => {
      const { data } = await server.call('shipment.getShipmentByTrackingId', { trackingId: parcel.trackingId });
      return data.status === 'held';
    });
  });
});

describe('an archive', () => {
  it('that reads nothing more is named by a metric and the doctor', async () => {
    const server = await serverOn();
    const { body: before } = await server.request({ url: '/metrics' });
    expect(before).not.toContain('slot="archive"');
    await asSuperuser(cluster, server.database.url, async (client) => {
      await client.query("select pg_create_physical_replication_slot('archive', true)");
    });
    onTestFinished(() =>
      asSuperuser(cluster, server.database.url, async (client) => {
        await client.query("select pg_drop_replication_slot('archive')");
      }),
    );
    const { body } = await until('a second has passed', async () => {
      const answer = await server.request({ url: '/metrics' });
      return answer.body.includes('slot="archive"') && answer;
    });
    expect(body).toContain('waybill_slot_active{slot="archive"} 0');
    expect(body).toMatch(/^waybill_slot_kept_bytes\{slot="archive"\} \d/m);
    const place = { url: server.database.url, secrets: null, upSeconds: null, source: {} };
    expect((await checkDatabase(server.environment, place)).map(({ what }) => what)).toContain(
      'The archive has stopped reading what PostgreSQL writes, so no moment from then on can be restored.',
    );
  });
});

describe('while the primary is away', () => {
  it('visitors and owners read from a replica, with its age, and changes are refused at once', async () => {
    const { server, proxy, standby } = await serverWithStandby();
    const manager = await server.signInAs('manager');
    const writer = await server.signInAs('manager');
    const parcel = await server.parcel();
    await until('the replica has it all', async () => (await standby.count(parcel.id)) === 1);
    const look = (trackingId = parcel.trackingId, as?: typeof manager) =>
      server.call('shipment.getShipmentByTrackingId', { trackingId }, { as });
    const change = (as: typeof manager, status = 'held') =>
      server.call('shipmentAdmin.updateShipment', { id: parcel.id, status }, { as });
    const list = (as: typeof manager) => server.call('shipmentAdmin.getShipments', { page: {} }, { as });
    const ready = async (query = '') => {
      const { statusCode, json } = await server.request({ url: `/readyz${query}` });
      return { statusCode, ...json() };
    };
    expect(await ready('?for=writes')).toMatchObject({ statusCode: 200, ok: true, reads: true, writes: true });
    await standby.pause();
    expect((await change(writer)).outcome).toBe('ok');

    proxy.silence(true);
    const lost = look();
    expect((await ready()).statusCode).toBe(200);
    await until('the server has noticed', async () => !(await ready()).writes);
    expect((await lost).outcome).toBe('ok');
    for (let time = 0; time < 20; time += 1) expect((await look()).outcome).toBe('ok');
    expect((await look(parcel.trackingId, manager)).outcome).toBe('ok');
    expect((await list(manager)).outcome).toBe('ok');
    // The replica lacks what they have just changed.
    expect(outcome(await list(writer))).toEqual(busy);
    expect(outcome(await change(manager, 'failed'))).toEqual(busy);
    expect(await ready()).toMatchObject({ statusCode: 200, ok: true, reads: true, writes: false });
    expect(await ready('?for=writes')).toMatchObject({ statusCode: 503, ok: false });
    await until('responses have an age', async () => (await look()).headers['x-as-of']);
    expect((await list(manager)).headers['x-as-of']).toBeDefined();

    proxy.silence(false);
    await standby.resume();
    await until('changes are taken again', async () => (await change(manager, 'failed')).outcome === 'ok');
    expect((await list(writer)).outcome).toBe('ok');
  });

  it.each(['refuses', 'is silent'])('a server starts from a replica, and is whole later: it %s', async (how) => {
    const { server: beside, standby, proxy } = await serverWithStandby();
    const manager = await beside.signInAs('manager');
    const parcel = await beside.parcel();
    await until('the replica has it all', async () => (await standby.count(parcel.id)) === 1);
    if (how === 'refuses') await proxy.cut();
    else proxy.silence(true);
    const server = await serverProcess({
      NODE_ENV: 'test',
      LOG_LEVEL: 'silent',
      DATABASE_URL: proxy.url,
      DATABASE_REPLICA_URLS: standby.url,
      DATA_DIR: join(cluster.folder, `app-${randomUUID()}`),
      SECRET_KEY,
    });
    await waitUntilReady(server);
    const get = (procedure: string, input: object) =>
      fetch(`${server.url}/api/trpc/${procedure}?input=${encodeURIComponent(JSON.stringify(input))}`, {
        headers: procedure.startsWith('shipmentAdmin') ? { authorization: `Bearer ${manager.token}` } : {},
      });
    const post = (procedure: string, input: object) =>
      fetch(`${server.url}/api/trpc/${procedure}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${manager.token}`, 'content-type': 'application/json' },
        body: JSON.stringify(input),
      });
    const change = () => post('shipmentAdmin.updateShipment', { id: parcel.id, status: 'held' });
    const ready = async () => (await fetch(`${server.url}/readyz?for=writes`)).json();
    for (let time = 0; time < 20; time += 1) {
      const looked = await get('shipment.getShipmentByTrackingId', { trackingId: parcel.trackingId });
      expect(looked.status).toBe(200);
    }
    expect((await get('shipmentAdmin.getShipments', { page: {} })).status).toBe(200);
    expect((await change()).status).toBe(503);
    expect(await ready()).toMatchObject({ ok: false, reads: true, writes: false });

    if (how === 'refuses') await proxy.mend();
    else proxy.silence(false);
    await until('changes are taken', async () => (await change()).status === 200);
    await until('jobs run', async () => (await ready()).queue);
    expect((await post('auth.forgotPassword', { email: manager.email })).status).toBe(200);
    await until('its email is sent', async () => {
      const waiting = await beside.query("select 1 from mails where state <> 'sent'");
      return waiting.length === 0;
    });
    expect(server.err()).toContain('The primary is away');
  });

  it('a server does not start from a replica with the tables of another version', async () => {
    const { server, standby, proxy } = await serverWithStandby();
    await proxy.cut();
    const start = () => findStartDatabase(proxy.url, [standby.url]);
    expect(await start()).toEqual({ url: standby.url, isPrimary: false });
    await server.query('delete from drizzle.__drizzle_migrations');
    const refused = () =>
      start().then(
        () => null,
        (error: unknown) => error,
      );
    expect(await until('the replica follows', refused)).toMatchObject({ code: 'ECONNREFUSED' });
    await expect(findStartDatabase(standby.url, [])).resolves.toMatchObject({ isPrimary: true });
    await expect(findStartDatabase(standby.url, [standby.url])).rejects.toThrow('follows another one');
  });
});

/** A proxy is before the database, and a replica follows at once. */
async function serverWithStandby(environment: Record<string, string> = {}) {
  const database = await createTestDatabase(cluster);
  const standby = await startStandby(cluster, database.url);
  onTestFinished(() => standby.remove());
  const proxy = await startTcpProxy(database.url);
  onTestFinished(() => proxy.cut());
  const places = { DATABASE_URL: proxy.url, DATABASE_REPLICA_URLS: standby.url };
  const server = await serverOn({ database, environment: { ...places, ...environment } });
  return { server, standby, proxy };
}
