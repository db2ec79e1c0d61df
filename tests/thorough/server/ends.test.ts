/** Nothing stays running when `npm start` ends by any signal, at any moment of a start. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { startEmbeddedDatabase } from '../../../server/base/embedded-postgres/embedded.ts';
import { findFreePort } from '../../../server/base/embedded-postgres/embedded-port.ts';
import { CACHE } from '../../../server/build.ts';
import { until } from '../../support/until.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 });

const ROOT = resolve(import.meta.dirname, '../../..');
const SUPERVISED = join(ROOT, 'tests/support/supervised.ts');
const { start } = (JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: { start: string } })
  .scripts;

/** Creating one takes seconds. */
const template = newFolder();
await (await startEmbeddedDatabase({ dataDir: template, fast: true })).stop();
afterAll(() => rmSync(template, { recursive: true, force: true }));

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'waybill-ends-'));
  // PostgreSQL's user passes through.
  chmodSync(folder, 0o711);
  return folder;
}

interface Running {
  npm: ChildProcess;
  url: string;
  folder: string;
  out(): string;
  err(): string;
  processes(): { pid: number; command: string }[];
}

/** The real supervisor runs the built server. */
async function startNpm(cluster: 'none' | 'copied', script = SUPERVISED): Promise<Running> {
  const folder = newFolder();
  const dataDir = join(folder, 'data');
  if (cluster === 'copied') execFileSync('cp', ['-a', template, dataDir]);
  const scripts = { start: start.replace('server/start.js', script) };
  expect(scripts.start).not.toBe(start);
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'ends', version: '1.0.0', scripts }));
  const port = await findFreePort();
  const npm = spawn('npm', ['start'], {
    cwd: folder,
    env: {
      PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
      HOME: folder,
      npm_config_update_notifier: 'false',
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? CACHE,
      SUPERVISED_SCRIPT: process.env.BUILT_SERVER ?? '',
      DATA_DIR: dataDir,
      PORT: String(port),
      SITE_NAME: folder,
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    // The foreground group of another terminal.
    detached: true,
  });
  const written = { out: '', err: '' };
  npm.stdout.setEncoding('utf8').on('data', (text: string) => {
    written.out += text;
  });
  npm.stderr.setEncoding('utf8').on('data', (text: string) => {
    written.err += text;
  });
  const processes = () => listProcesses(folder);
  onTestFinished(async () => {
    for (const { pid } of processes()) kill(pid, 'SIGKILL');
    await until('its processes are gone', () => processes().length === 0);
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });
  return { npm, url: `http://127.0.0.1:${port}`, folder, out: () => written.out, err: () => written.err, processes };
}

/** They have this folder in their environment, command line or working directory. */
function listProcesses(folder: string): { pid: number; command: string }[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.flatMap((pid) => {
    try {
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
      const belongs = [command, readFileSync(`/proc/${pid}/environ`, 'utf8'), readlinkSync(`/proc/${pid}/cwd`)];
      return belongs.some((text) => text.includes(folder)) ? [{ pid: Number(pid), command }] : [];
    } catch {
      return [];
    }
  });
}

function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended.
  }
}

const runs = (running: Running, command: RegExp) => running.processes().some((one) => command.test(one.command));
const isReady = ({ url }: Running) =>
  fetch(`${url}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );

interface Moment {
  what: string;
  hasCome: (running: Running) => boolean | Promise<boolean>;
}

const INITDB: Moment = { what: 'initdb runs', hasCome: (running) => runs(running, /initdb --pgdata/) };
const SERVES: Moment = { what: 'it serves', hasCome: isReady };
const MOMENTS: Moment[] = [
  { what: 'its server is loaded', hasCome: (running) => runs(running, /--supervised/) },
  INITDB,
  { what: 'PostgreSQL has been started', hasCome: (running) => runs(running, /postgres -D/) },
  { what: 'PostgreSQL has connections', hasCome: (running) => runs(running, /^postgres: waybill/) },
  { what: 'the demo is added', hasCome: ({ out }) => out().includes('Adding demo data') },
  SERVES,
];

const WAYS: { way: string; end: (running: Running) => void; moments: Moment[] }[] = [
  { way: 'SIGTERM to npm', end: ({ npm }) => npm.kill('SIGTERM'), moments: MOMENTS },
  {
    way: 'SIGTERM to every process, as from systemd',
    end({ processes }) {
      for (const { pid } of processes()) kill(pid, 'SIGTERM');
    },
    moments: MOMENTS,
  },
  { way: 'SIGKILL to npm', end: ({ npm }) => npm.kill('SIGKILL'), moments: [INITDB, SERVES] },
  {
    way: 'SIGTERM to the first of our processes, as in a container',
    end({ processes }) {
      for (const { pid, command } of processes()) if (/node \S*supervised\.ts/.test(command)) kill(pid, 'SIGTERM');
    },
    moments: [INITDB, SERVES],
  },
  { way: 'Ctrl-C', end: ({ npm }) => process.kill(-(npm.pid ?? 0), 'SIGINT'), moments: [INITDB, SERVES] },
  {
    way: 'a terminal that closes',
    end({ npm }) {
      npm.stdout?.destroy();
      npm.stderr?.destroy();
      process.kill(-(npm.pid ?? 0), 'SIGHUP');
    },
    moments: [INITDB, SERVES],
  },
];

async function expectNothingLeft(running: Running): Promise<void> {
  await until('nothing runs any more', () => running.processes().length === 0, 90_000).catch((error: unknown) => {
    throw new Error(`${error}\n${JSON.stringify(running.processes())}\n${running.out()}\n${running.err()}`);
  });
  expect(await isReady(running)).toBe(false);
}

describe.for(WAYS)('$way', ({ end, moments }) => {
  it.for(moments)('leaves nothing running when $what', async (moment) => {
    const running = await startNpm(moment === INITDB ? 'none' : 'copied');
    await until(moment.what, () => moment.hasCome(running), 120_000);
    end(running);
    await expectNothingLeft(running);
  });
});

it('ends a frozen PostgreSQL too, and finishes what waits for it', async () => {
  const running = await startNpm('copied');
  await until('it serves', () => isReady(running));
  const frozen = running.processes().filter(({ command }) => command.includes('postgres'));
  expect(frozen.length).toBeGreaterThan(3);
  for (const { pid } of frozen) kill(pid, 'SIGSTOP');
  const underWay = fetch(`${running.url}/api/trpc/auth.login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'someone@example.com', password: 'a wrong one' }),
  });
  // It was sent later and answered, so the other one has arrived.
  await fetch(`${running.url}/healthz`);
  running.npm.kill('SIGTERM');
  expect((await underWay).status).toBe(401);
  await expectNothingLeft(running);
});

it('ends the PostgreSQL of a server that was killed, before it is restarted', async () => {
  const running = await startNpm('copied');
  await until('it serves', () => isReady(running));
  for (const { pid, command } of running.processes()) if (command.includes('--supervised')) kill(pid, 'SIGKILL');
  await until('it will be restarted', () => running.err().includes('Restarting in'));
  running.npm.kill('SIGTERM');
  await expectNothingLeft(running);
});

it('keeps serving when nobody reads what it writes', async () => {
  const running = await startNpm('copied');
  await until('its server is loaded', () => runs(running, /--supervised/));
  running.npm.stdout?.destroy();
  running.npm.stderr?.destroy();
  await until('it serves', () => isReady(running));
  running.npm.kill('SIGTERM');
  await expectNothingLeft(running);
});

it('ends a build', async () => {
  const running = await startNpm('none', join(ROOT, 'server/start.js'));
  await until('Vite builds', () => runs(running, /vite\.js build/));
  running.npm.kill('SIGTERM');
  await expectNothingLeft(running);
  expect(running.out()).toContain('Building the server …');
});

it('ends the database that a script has started', async () => {
  const folder = newFolder();
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const dataDir = join(folder, 'data');
  execFileSync('cp', ['-a', template, dataDir]);
  const script = spawn(process.execPath, [join(ROOT, 'server/verify.ts')], {
    env: { PATH: process.env.PATH, DATA_DIR: dataDir },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  script.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const postmaster = await until('it has started PostgreSQL', () =>
    listProcesses(folder).find(({ command }) => / -D /.test(command)),
  );
  // So that the script waits for it.
  kill(postmaster.pid, 'SIGSTOP');
  script.kill('SIGTERM');
  expect(await once(script, 'close')).toEqual([2, null]);
  expect(said).toBe('Stopped by SIGTERM.\n');
  expect(listProcesses(folder)).toEqual([]);
});
