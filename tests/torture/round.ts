/**
 * Three servers and a process for jobs run on one PostgreSQL. Clients never pause while processes
 * of both are killed one after another, and at the end every change is compared with the database.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildIfNeeded } from '../../server/build.ts';
import { createTestDatabase, startTestCluster, type TestDatabase } from '../support/database.ts';
import { type SmtpSink, startSmtpSink } from '../support/smtp-sink.ts';
import { SECRET_KEY } from '../support/test-server.ts';
import { until } from '../support/until.ts';
import { type Clients, startClients } from './clients.ts';
import { killDatabaseProcess, waitUntilDatabaseServes } from './kills.ts';
import { Server } from './server.ts';
import { verify } from './verify.ts';
import { createWorkplaces, keepProofs } from './workplaces.ts';

/** Everything but the first block has to be nothing. */
export interface Counts {
  databaseKills: number;
  serverKills: number;
  changes: number;
  refused: number;
  attempts: number;
  replayed: number;

  lost: string[];
  doubled: string[];
  torn: string[];
  /** Servers that ended without being killed. */
  serverExits: string[];
  /** They have status 500, or another unexpected one. */
  wrongAnswers: string[];
  keptConnections: string[];
}

export interface RoundOptions {
  databaseKills: number;
  serverKills: number;
  clients?: number;
  pauseMs?: number;
  /** It waits minutes for every email; otherwise an unsent one has to be in the queue. */
  untilEmailsAreSent?: boolean;
  /** Told of each kill. */
  onKill?: (what: string) => void;
}

const ENVIRONMENT = { SECRET_KEY, LOG_LEVEL: 'silent', TRUSTED_PROXIES: 'loopback' };

export async function runRound({
  databaseKills,
  serverKills,
  clients = 12,
  pauseMs = 0,
  untilEmailsAreSent = false,
  onKill,
}: RoundOptions): Promise<Counts> {
  await buildIfNeeded();
  const cluster = await startTestCluster();
  const database = await createTestDatabase(cluster);
  // A killed process loses only its own memory, so there is no need for fsync.
  await database.query(`alter database ${new URL(database.url).pathname.slice(1)} set synchronous_commit = on`);
  const sink = await startSmtpSink();
  const folder = await mkdtemp(join(tmpdir(), 'waybill-torture-'));
  const serverExits: string[] = [];
  const start = (PROCESS: string, name: string) =>
    new Server(
      { ...ENVIRONMENT, PROCESS, DATABASE_URL: database.url, DATA_DIR: join(folder, name), SMTP_URL: sink.url },
      serverExits,
    );
  const servers = [start('web', 'one'), start('web', 'two'), start('both', 'three')];
  const jobs = [start('jobs', 'four')];
  try {
    await Promise.all([...servers, ...jobs].map((server) => server.start()));
    const desks = await createWorkplaces(database, servers[0]?.process?.url ?? '', clients);
    await keepProofs(database);
    const running = startClients({
      desks,
      pauseMs,
      pickServer() {
        const ready = servers.filter(({ isReady }) => isReady);
        return ready[Math.floor(Math.random() * ready.length)]?.process?.url ?? 'http://127.0.0.1:9';
      },
    });
    const keptConnections = await killByTurns({
      databaseKills,
      serverKills,
      servers,
      jobs,
      running,
      cluster,
      database,
      onKill,
    });
    await running.finish();

    // Only completed calls return the same again: an error is not stored under its key.
    const replayed = running.actions.filter(({ status }, index) => status === 'done' && index % 4 === 0);
    const changed: string[] = [];
    for (const action of replayed) {
      const again = await running.replay(action);
      const isSame = again.status === action.status && JSON.stringify(again.data) === JSON.stringify(action.data);
      if (!isSame) changed.push(`${action.kind} ${action.key}: ${action.status}, then ${again.status}`);
    }
    const lostEmails = await (untilEmailsAreSent ? findUndelivered(database, sink) : findUnqueued(database));
    const { lost, doubled, torn } = await verify(database, running.actions);
    const { statuses, wrong } = running.meetings;
    return {
      databaseKills,
      serverKills,
      changes: running.actions.filter(({ status }) => status === 'done').length,
      refused: running.actions.filter(({ status }) => status === 'refused').length,
      attempts: Object.values(statuses).reduce((sum, count) => sum + count, 0),
      replayed: replayed.length,
      lost: [...lost, ...lostEmails],
      doubled: [...doubled, ...changed],
      torn,
      serverExits,
      wrongAnswers: wrong,
      keptConnections,
    };
  } finally {
    for (const server of [...servers, ...jobs]) await server.kill();
    await sink.stop();
    await database.drop().catch(() => undefined);
    await cluster.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

interface Killing {
  databaseKills: number;
  serverKills: number;
  servers: Server[];
  /** That only run jobs. */
  jobs: Server[];
  running: Clients;
  cluster: { folder: string };
  database: TestDatabase;
  onKill?: ((what: string) => void) | undefined;
}

/**
 * A server is killed only while another one serves, and restarts during further kills, so that it
 * also sees a database that is down. The clients pause after each kill of the database, and every
 * connection must return to its pool.
 */
async function killByTurns({ servers, jobs, running, cluster, database, onKill, ...left }: Killing): Promise<string[]> {
  const kept: string[] = [];
  const starting: Promise<void>[] = [];
  while (left.databaseKills + left.serverKills > 0) {
    if (Math.random() * (left.databaseKills + left.serverKills) < left.serverKills) {
      left.serverKills -= 1;
      const serving = () => servers.filter(({ isReady }) => isReady);
      await until('two servers serve', () => serving().length > 1, 120_000);
      const alive = [...serving(), ...jobs.filter(({ isReady }) => isReady)];
      const victim = alive[Math.floor(Math.random() * alive.length)] as Server;
      await victim.kill();
      onKill?.('a server killed');
      starting.push(victim.start());
    } else {
      left.databaseKills -= 1;
      onKill?.(killDatabaseProcess(cluster.folder));
      await waitUntilDatabaseServes(database.url);
      await running.pause();
      kept.push(...(await connectionsInUse(servers)));
      running.resume();
    }
  }
  await Promise.all(starting);
  return kept;
}

/** Only calls use these pools, so all their connections are idle without calls. */
const POOLS_OF_CALLS = ['lookUps', 'reads', 'writes'];

/** No call is under way. */
async function connectionsInUse(servers: readonly Server[]): Promise<string[]> {
  let inUse: string[] = [];
  const isAtRest = async () => {
    inUse = (await Promise.all(servers.map(readPools))).flat();
    return inUse.length === 0;
  };
  await until('every connection is back in its pool', isAtRest).catch(() => undefined);
  return inUse;
}

/** A starting server has none. */
async function readPools(server: Server): Promise<string[]> {
  const url = server.isReady ? server.process?.url : undefined;
  if (!url) return [];
  const metrics = await fetch(`${url}/metrics`).then(
    (response) => response.text(),
    () => '',
  );
  const read = (pool: string, state: string) => {
    const [, count] =
      new RegExp(`waybill_pool_connections\\{pool="${pool}",state="${state}"\\} (\\d+)`).exec(metrics) ?? [];
    return count === undefined ? Number.NaN : Number(count);
  };
  return POOLS_OF_CALLS.filter((pool) => read(pool, 'open') !== read(pool, 'idle') || read(pool, 'waiting') !== 0).map(
    (pool) => `${pool}: ${read(pool, 'open')} open, ${read(pool, 'idle')} idle, ${read(pool, 'waiting')} waiting`,
  );
}

/** A mailbox gets only so many in a day; the rest is held back. */
const ENDED = "('sent', 'dropped', 'held')";

/** The queue has had its time. */
async function findUndelivered(database: TestDatabase, sink: SmtpSink): Promise<string[]> {
  const waiting = () => database.query(`select id from mails where state not in ${ENDED}`);
  await until('every email is sent', async () => (await waiting()).length === 0, 300_000).catch(() => undefined);
  const taken = new Set(sink.mails.map(({ messageId }) => messageId?.replace(/^<|@.*$/g, '')));
  const rows = await database.query<{ id: string }>("select id from mails where state not in ('dropped', 'held')");
  return rows.filter(({ id }) => !taken.has(id)).map(({ id }) => `email ${id}`);
}

async function findUnqueued(database: TestDatabase): Promise<string[]> {
  const rows = await database.query<{ id: string }>(`
    select id from mails where state not in ${ENDED} and not exists (
      select from pgboss.job where name = 'mail' and data ->> 'mailId' = mails.id::text and state in ('created', 'retry', 'active'))`);
  return rows.map(({ id }) => `email ${id}`);
}
