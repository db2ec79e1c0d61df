/**
 * `npm run torture -- cluster` runs three PostgreSQL machines under Patroni, two servers and
 * HAProxy, as in `deploy`. Six primaries die under load, three with their machine; three lose their
 * network, and three more just after another one is back. `cluster twice` has only faults of that
 * kind. The exit code is 1 if anything was lost or doubled, or a visitor got no response. Needs
 * root.
 */
import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { findFreePort } from '../../../server/base/embedded-postgres/embedded-port.ts';
import { buildIfNeeded } from '../../../server/build.ts';
import { paths } from '../../../src/domain/paths.ts';
import { enterOwnNetwork, spawnInside } from '../../support/as-root.ts';
import type { TestDatabase } from '../../support/database.ts';
import { startSmtpSink } from '../../support/smtp-sink.ts';
import { SECRET_KEY } from '../../support/test-server.ts';
import { until } from '../../support/until.ts';
import type { Workplace } from '../actions.ts';
import { startClients } from '../clients.ts';
import { Server } from '../server.ts';
import { verify } from '../verify.ts';
import { createWorkplaces, keepProofs } from '../workplaces.ts';
import { DEBIAN, installDebian } from './install.ts';
import { createMachines, DEPLOY, type Machine, PASSWORD } from './machine.ts';

const REPORT = join(import.meta.dirname, '../../../reports/torture-cluster.json');
const CLIENTS = 4;
const LOOK_UPS_EVERY_MS = 100;
const DATABASE = 'waybill';
const MINUTE = 60_000;

/** A lease is shorter, so another leads when the former leader is back. */
const NETWORK_IS_CUT_MS = 32_000;

/** A machine has its cable again, but etcd has not found all its connections dead. */
const BACK_FOR_MS = 2_000;

interface Fault {
  of: (typeof FAULTS)[number];
  /** Seconds until another one leads, and until a change was saved. */
  leader: number;
  saved: number;
}
/** `twice` cuts the network of the next leader as soon as the first is back. */
const FAULTS = ['process', 'machine', 'network', 'twice'] as const;
const named = FAULTS.filter((fault) => process.argv.includes(fault));
const chosen = named.length > 0 ? named : FAULTS;

installDebian();
await buildIfNeeded();
await enterOwnNetwork();
const folder = await mkdtemp(join(DEBIAN, 'srv/cluster-'));
const home = folder.slice(DEBIAN.length);
await chmod(folder, 0o755);
const machines = createMachines(home);
const sink = await startSmtpSink();
const exits: string[] = [];
const [web, primary] = [await findFreePort(), await findFreePort()];
const started: Server[] = [];
let proxy: ChildProcess | undefined;
let failed = true;
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void stopAll().finally(() => process.exit(1)));
}
try {
  for (const machine of machines) machine.start();
  const first = await until('one machine leads', () => findLeader(), 2 * MINUTE);
  await query(first.databaseUrl('postgres'), `create database ${DATABASE}`);
  // Servers reach the primary by the proxy, so that comes first; their places are known later.
  const places = [await findFreePort(), await findFreePort()];
  proxy = startProxy(places);
  const primaryUrl = `postgres://postgres:${PASSWORD}@127.0.0.1:${primary}/${DATABASE}`;
  for (const [index, port] of places.entries()) {
    const server = new Server(
      {
        PORT: String(port),
        SECRET_KEY,
        LOG_LEVEL: 'silent',
        TRUSTED_PROXIES: 'loopback',
        SERVERS: '2',
        SMTP_URL: sink.url,
        DATA_DIR: join(folder, `server-${index}`),
        DATABASE_URL: primaryUrl,
        DATABASE_REPLICA_URLS: machines.map((machine) => machine.databaseUrl(DATABASE)).join(','),
      },
      exits,
    );
    started.push(server);
    await server.start();
  }
  const url = `http://127.0.0.1:${web}`;
  const database = databaseAt(primaryUrl);
  const desks = await createWorkplaces(database, url, CLIENTS);
  await keepProofs(database);
  // Only what a replica has can be answered without the primary.
  await sleep(2_000);
  const visitors = startVisitors(url, desks);
  const clients = startClients({ desks, pickServer: () => url, pauseMs: 50 });
  const faults: Fault[] = [];
  for (const of of [...chosen, ...chosen, ...chosen]) {
    faults.push(await breakLeader(of, url, desks));
    process.stdout.write(`${JSON.stringify(faults.at(-1))}\n`);
  }
  await visitors.stop();
  await clients.finish();
  const { lost, doubled, torn } = await verify(database, clients.actions);
  const { statuses, wrong } = clients.meetings;
  const report = {
    faults,
    saved: clients.actions.filter(({ status }) => status === 'done').length,
    attempts: statuses,
    lookUps: visitors.seen,
    lost,
    doubled,
    torn,
    wrong,
    exits,
  };
  mkdirSync(join(REPORT, '..'), { recursive: true });
  writeFileSync(REPORT, JSON.stringify(report, null, 1));
  process.stdout.write(`${JSON.stringify(report, null, 1)}\n`);
  failed = [lost, doubled, torn, wrong, exits, visitors.seen.unanswered].some((list) => list.length > 0);
} finally {
  await stopAll();
}
process.exit(failed ? 1 : 0);

async function stopAll(): Promise<void> {
  for (const server of started) await server.kill();
  proxy?.kill('SIGKILL');
  for (const machine of machines) await machine.cutPower();
  await sink.stop();
  if (!process.env.KEEP) await rm(folder, { recursive: true, force: true, maxRetries: 20 });
}

async function findLeader(except?: Machine): Promise<Machine | undefined> {
  for (const machine of machines) if (machine !== except && (await machine.isPrimary())) return machine;
  return undefined;
}

/** All three machines are well before. */
async function breakLeader(of: Fault['of'], url: string, desks: readonly Workplace[]): Promise<Fault> {
  const leader = await until('one machine leads', () => findLeader(), MINUTE);
  await until('two machines follow it', async () => (await followers(leader)) === 2, 3 * MINUTE);
  // Nobody may lead otherwise: it might lack what was saved.
  await until('one of them has all that is saved', hasSynchronous, MINUTE);
  if (of !== 'twice') return failOver(of, leader, url, desks);
  await cutFor(leader, NETWORK_IS_CUT_MS);
  await sleep(BACK_FOR_MS);
  const next = await until('another machine leads', () => findLeader(leader), MINUTE);
  return failOver(of, next, url, desks);
}

async function failOver(of: Fault['of'], leader: Machine, url: string, desks: readonly Workplace[]): Promise<Fault> {
  const began = performance.now();
  const since = () => Math.round((performance.now() - began) / 100) / 10;
  const isBack = of === 'network' || of === 'twice' ? cutFor(leader, NETWORK_IS_CUT_MS) : undefined;
  if (of === 'machine') await leader.cutPower();
  if (of === 'process') leader.killPostgres();
  const [led, saved] = await Promise.all([
    until('another machine leads', () => findLeader(leader), 2 * MINUTE).then(since),
    until('a change is saved', () => saveChange(url, desks), 2 * MINUTE).then(since),
  ]);
  await isBack;
  leader.start();
  return { of, leader: led, saved };
}

async function cutFor(machine: Machine, milliseconds: number): Promise<void> {
  machine.setCable(false);
  await sleep(milliseconds);
  machine.setCable(true);
}

async function hasSynchronous(): Promise<boolean> {
  return (await Promise.all(machines.map((machine) => machine.isSynchronous()))).includes(true);
}

async function followers(leader: Machine): Promise<number> {
  const rows = await query(
    leader.databaseUrl(DATABASE),
    // A copy that is being made streams, too.
    "select from pg_stat_replication where state = 'streaming' and application_name <> 'pg_basebackup'",
  ).catch(() => []);
  return rows.length;
}

async function saveChange(url: string, [desk]: readonly Workplace[]): Promise<boolean> {
  if (!desk) return false;
  const response = await fetch(`${url}${paths.trpc}/shipmentAdmin.updateShipmentActivity`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${desk.manager.token}`,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    },
    body: JSON.stringify({ id: desk.parcel.id, address: 'Terminal 4', comment: 'is it there again?' }),
    signal: AbortSignal.timeout(5_000),
  }).catch(() => null);
  return response?.ok ?? false;
}

/** It looks ten times a second. */
function startVisitors(url: string, desks: readonly Workplace[]) {
  const seen = { answered: 0, unanswered: [] as string[], old: 0, oldestSeconds: 0, slowestMs: 0 };
  const stopping = new AbortController();
  const under: Promise<void>[] = [];
  async function lookUp(trackingId: string): Promise<void> {
    const began = performance.now();
    const input = encodeURIComponent(JSON.stringify({ trackingId }));
    const address = `${url}${paths.trpc}/shipment.getShipmentByTrackingId?input=${input}`;
    const response = await fetch(address, { signal: AbortSignal.timeout(10_000) }).catch((error: Error) => error.name);
    seen.slowestMs = Math.max(seen.slowestMs, Math.round(performance.now() - began));
    if (typeof response === 'string' || !response.ok) {
      const what =
        typeof response === 'string' ? response : `${response.status} ${(await response.text()).slice(0, 200)}`;
      seen.unanswered.push(`${new Date().toISOString()} ${what}`);
      return;
    }
    await response.text();
    seen.answered += 1;
    const asOf = response.headers.get('x-as-of');
    if (asOf === null) return;
    seen.old += 1;
    seen.oldestSeconds = Math.max(seen.oldestSeconds, Math.round((Date.now() - Date.parse(asOf)) / 1000));
  }
  const looking = (async () => {
    for (let turn = 0; !stopping.signal.aborted; turn += 1) {
      const desk = desks[turn % desks.length];
      if (desk) under.push(lookUp(desk.parcel.trackingId));
      await sleep(LOOK_UPS_EVERY_MS);
    }
  })();
  return {
    seen,
    async stop() {
      stopping.abort();
      await looking;
      await Promise.all(under);
    },
  };
}

function startProxy([one, two]: readonly number[]) {
  const places = Object.fromEntries(
    machines.flatMap(({ name, address }) => [
      [`DATABASE_${name.toUpperCase()}`, `${address}:5432`],
      [`PATRONI_${name.toUpperCase()}`, '8008'],
    ]),
  );
  copyFileSync(join(DEPLOY, 'haproxy.cfg'), join(folder, 'haproxy.cfg'));
  return spawnInside(DEBIAN, ['haproxy', '-f', `${home}/haproxy.cfg`], {
    env: {
      PATH: process.env.PATH,
      WEB: `127.0.0.1:${web}`,
      PRIMARY: `127.0.0.1:${primary}`,
      APP_ONE: `127.0.0.1:${one}`,
      APP_TWO: `127.0.0.1:${two}`,
      ...places,
    },
    stdio: 'ignore',
  });
}

async function query(url: string, sql: string | pg.QueryConfig, values?: unknown[]): Promise<pg.QueryResultRow[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.query(sql as string, values)).rows;
  } finally {
    await client.end().catch(() => undefined);
  }
}

function databaseAt(url: string): TestDatabase {
  return {
    url,
    query: async <Row extends pg.QueryResultRow>(sql: string | pg.QueryConfig, values?: unknown[]) =>
      (await query(url, sql, values)) as Row[],
    drop: async () => undefined,
  };
}
