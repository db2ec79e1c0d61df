/** The parent process of `npm start`: it restarts the server after a crash, and never runs two. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { resolve } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { findFreePort } from '../../../server/base/embedded-postgres/embedded-port.ts';
import { mountSmallDisk } from '../../support/as-root.ts';
import { isMissing } from '../../support/needs.ts';
import { lockRow } from '../../support/row-locks.ts';
import { type ServerProcess, startServerProcess, waitUntilReady } from '../../support/server-process.ts';
import { SECRET_KEY } from '../../support/test-server.ts';
import { until } from '../../support/until.ts';
import { testDatabase, testServer } from '../../support/vitest.ts';

vi.setConfig({ testTimeout: 120_000 });

const database = await testDatabase();
const SUPERVISED = resolve(import.meta.dirname, '../../support/supervised.ts');
/** Causes bugs on demand: in a callback, and in an unhandled promise. */
const FAULTS = `process.on('SIGWINCH', () => { throw new Error('a made-up bug'); });
process.on('SIGCONT', () => void Promise.reject(new Error('a made-up promise')));`;

const beside = await testServer({ database });
/** Those who share a database share the marks of what has left. */
const folder = beside.services.environment.DATA_DIR;

async function start(environment: Record<string, string> = {}): Promise<ServerProcess> {
  const server = await startServerProcess(
    {
      DATABASE_URL: database.url,
      DATA_DIR: folder,
      SECRET_KEY,
      SUPERVISED_SCRIPT: process.env.BUILT_SERVER ?? '',
      PROCESS: 'both',
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(FAULTS)}`,
      ...environment,
    },
    SUPERVISED,
  );
  onTestFinished(async () => {
    server.child.kill('SIGKILL');
    await server.ended;
  });
  return server;
}

/** The servers of a supervisor. */
function serversOf({ child }: ServerProcess): number[] {
  const lines = execFileSync('ps', ['-eo', 'pid=,ppid=,stat='], { encoding: 'utf8' }).trim().split('\n');
  return lines
    .map((line) => line.trim().split(/\s+/))
    .filter(([, parent, state]) => Number(parent) === child.pid && !state?.startsWith('Z'))
    .map(([pid]) => Number(pid));
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

it('restarts a server that was killed or crashed, one at a time, and says why', async () => {
  const supervisor = await start();
  await waitUntilReady(supervisor);
  const ends = [
    ['SIGKILL', 'The server was stopped by SIGKILL. Restarting in 0.5 s.'],
    ['SIGWINCH', 'a made-up bug'],
    ['SIGCONT', 'a made-up promise'],
  ] as const;
  for (const [signal, reason] of ends) {
    const [server, ...others] = serversOf(supervisor);
    expect(others).toEqual([]);
    process.kill(Number(server), signal);
    await until('it has said why', () => supervisor.err().includes(reason));
    await until('another one is there', () => serversOf(supervisor).some((one) => one !== server));
    expect(isAlive(Number(server))).toBe(false);
    await waitUntilReady(supervisor);
  }
  expect(supervisor.err()).toContain('The server stopped after an error (exit code 75, see above). Restarting in');

  // The server has to notice by itself that its supervisor is gone.
  const [last] = serversOf(supervisor);
  supervisor.child.kill('SIGKILL');
  await until('the server has ended too', () => !isAlive(Number(last)));
});

it('visitors notice nothing when the process for jobs freezes or dies', async () => {
  const supervisor = await start({ PROCESS: '' });
  await waitUntilReady(supervisor);
  const isJobs = (pid: number) => readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes('PROCESS=jobs');
  const jobs = () => serversOf(supervisor).find(isJobs);
  const isSent = async () => (await database.query('select from mails where sent_at is not null')).length === 1;
  await until('jobs run', () => jobs() !== undefined);

  // Frozen: visitors notice nothing, its work waits.
  const frozen = Number(jobs());
  process.kill(frozen, 'SIGSTOP');
  const { email } = await beside.person({ email: 'asks@example.com' });
  await beside.call('auth.forgotPassword', { email });
  await waitUntilReady(supervisor);
  // Killed: another one does it.
  process.kill(frozen, 'SIGKILL');
  await until('it is sent', isSent, 90_000);
  expect(jobs()).not.toBe(frozen);
  expect(supervisor.err()).toBe('The process for jobs was stopped by SIGKILL. Restarting in 0.5 s.\n');

  const last = serversOf(supervisor);
  supervisor.child.kill('SIGTERM');
  expect(await supervisor.ended).toBe(0);
  expect(last.filter(isAlive)).toEqual([]);
});

it('serves with one of two web processes while the other is dead, and starts it again', async () => {
  const first = await findFreePort();
  const supervisor = await start({ PROCESS: 'web', WEB: '2', JOBS_PORT: String(first - 1) });
  await until('both serve', () => serversOf(supervisor).length === 2);
  await waitUntilReady(supervisor);
  const servedBy = async (): Promise<Set<string>> => {
    const metrics = async () => {
      const response = await fetch(`${supervisor.url}/metrics`, { headers: { connection: 'close' } });
      return /process="(web \d)"/.exec(await response.text())?.[1] ?? 'none';
    };
    return new Set(await Promise.all(Array.from({ length: 20 }, metrics)));
  };
  await until('the port is shared', async () => (await servedBy()).size === 2);
  for (const number of [1, 2]) {
    const own = await fetch(`http://127.0.0.1:${first + number - 1}/metrics`);
    expect(await own.text()).toContain(`process="web ${number}"`);
  }
  const before = serversOf(supervisor);
  for (const number of [2, 1]) {
    const isOther = (pid: number) =>
      readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(`WEB_NUMBER=${number}`);
    const killed = Number(serversOf(supervisor).find(isOther));
    process.kill(killed, 'SIGKILL');
    await until('it is dead', () => !isAlive(killed));
    // Connections that it has not taken go with it.
    await until('the other serves all', async () => (await servedBy().catch(() => new Set())).size === 1);
    await until('both serve', async () => (await servedBy()).size === 2);
  }
  expect(serversOf(supervisor).filter((pid) => before.includes(pid))).toEqual([]);
  const last = serversOf(supervisor);
  supervisor.child.kill('SIGTERM');
  expect(await supervisor.ended).toBe(0);
  expect(last.filter(isAlive)).toEqual([]);
});

it('starts no web process at a port that another program has', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await until('it listens', () => other.listening);
  onTestFinished(() => void other.close());
  const { port } = other.address() as AddressInfo;
  const supervisor = await start({ PROCESS: 'web', WEB: '2', PORT: String(port) });
  expect(await supervisor.ended).toBe(1);
  expect(supervisor.err()).toContain(`another program uses port ${port}`);
});

it('passes SIGTERM on, and exits with 0 once its server has', async () => {
  const supervisor = await start();
  await waitUntilReady(supervisor);
  const [server] = serversOf(supervisor);
  supervisor.child.kill('SIGTERM');
  expect(await supervisor.ended).toBe(0);
  expect(isAlive(Number(server))).toBe(false);
  expect(supervisor.err()).toBe('');
});

it('finishes a request under way when the server and then its supervisor are asked to end', async () => {
  const manager = await beside.signInAs('manager');
  const parcel = await beside.parcel();
  const supervisor = await start();
  await waitUntilReady(supervisor);
  const row = await lockRow(database, parcel.id);
  const underWay = fetch(`${supervisor.url}/api/trpc/shipmentAdmin.updateShipment`, {
    method: 'POST',
    headers: { authorization: `Bearer ${manager.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ id: parcel.id, status: 'delivered' }),
  });
  await row.waitForWaiters();
  // Signals the servers, like systemd; the supervisor then passes its own on.
  for (const pid of serversOf(supervisor)) process.kill(pid, 'SIGTERM');
  await until('it takes no more connections', () =>
    fetch(`${supervisor.url}/healthz`).then(
      () => false,
      () => true,
    ),
  );
  supervisor.child.kill('SIGTERM');
  for (const pid of serversOf(supervisor)) process.kill(pid, 'SIGINT');
  await row.waitForWaiters();
  await row.release();
  expect((await underWay).status).toBe(200);
  expect(await supervisor.ended).toBe(0);
  expect(supervisor.err()).toBe('');
});

it('does not restart what cannot start: a wrong configuration, a port in use', async () => {
  const wrong = await start({ PORT: 'x' });
  expect(await wrong.ended).toBe(1);
  expect(wrong.err()).toBe('The configuration is not valid:\nPORT: must be a port number\n');

  const squatter = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void squatter.close());
  await until('the port is taken', () => squatter.listening);
  const { port } = squatter.address() as { port: number };
  const second = await start({ PORT: String(port) });
  expect(await second.ended).toBe(1);
  expect(second.err()).toMatch(/^PORT: another program uses port .+\n$/);
});

it.skipIf(isMissing('mount'))('does not restart on a read-only folder', async () => {
  const disk = await mountSmallDisk(1_000);
  onTestFinished(() => disk.remove());
  await disk.readOnly(true);
  const supervisor = await start({ DATA_DIR: disk.folder });
  expect(await supervisor.ended).toBe(1);
  expect(supervisor.err()).toBe(`DATA_DIR: ${disk.folder} is on a read-only file system.\n`);
});

it('retries until the database is up, and exits at once on SIGTERM', async () => {
  const supervisor = await start({ DATABASE_URL: 'postgres://waybill:x@127.0.0.1:1/waybill' });
  await until('it says that it will try again', () => supervisor.err().includes('Restarting in 0.5 s.'), 60_000);
  expect(supervisor.err()).toContain('ECONNREFUSED');
  supervisor.child.kill('SIGTERM');
  expect(await supervisor.ended).toBe(0);
});
