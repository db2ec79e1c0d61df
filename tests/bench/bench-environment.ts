/** The bench makes each of these on first use, and removes it at the end. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { type Browser, type BrowserContext, chromium } from '@playwright/test';
import { findFreePort } from '../../server/base/embedded-postgres/embedded-port.ts';
import { buildIfNeeded, SERVER } from '../../server/build.ts';
import { type BareBrowser, connectTo } from '../support/bare-browser.ts';
import { CHROMIUM_FLAGS, findChromium } from '../support/chromium.ts';
import { startTestCluster } from '../support/database.ts';
import { until } from '../support/until.ts';
import type { Load, LoadOrder } from './load.ts';
import { type ParcelDatabase, seedParcels } from './parcels.ts';

const BROWSER_SETTLED_MS = 2_000;
/**
 * Chromium’s windows for its address bar and the next page, and its fading scrollbar, take time
 * from the measured page on two cores.
 */
const QUIET = [
  '--disable-features=SpareRendererForSitePerProcess,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup,WebUIOmniboxPopup',
  '--hide-scrollbars',
];
const ROOT = join(import.meta.dirname, '../..');

export interface RunningProcess {
  url: string;
  pid: number;
  /** It ends as for a person, and this waits until it is gone. */
  stop(): Promise<void>;
}

export interface BenchEnvironment {
  folder: string;
  /** Files that explain a miss are stored here. */
  reports: string;
  /** Each shipment has three entries of activity by default. */
  parcels(count: number, activitiesEach?: number): Promise<ParcelDatabase>;
  app(): Promise<RunningProcess>;
  /** The smallest app of the same stack, built, compressed and served alike. */
  helloWorld(): Promise<RunningProcess>;
  /** The server on such a database. */
  server(count: number, activitiesEach?: number): Promise<RunningProcess>;
  start(script: string, environment: Record<string, string>, flags?: string[]): Promise<RunningProcess>;
  /** @throws if any response is an error. */
  load(server: RunningProcess, order: Omit<LoadOrder, 'url'>): Promise<Load>;
  /** Returns a file for Chromium’s developer tools. */
  profile(name: string, environment: Record<string, string>, order: Omit<LoadOrder, 'url'>): Promise<string>;
  browser(): Promise<Browser>;
  /** It has an empty profile and its developer tools at this port. */
  browserAt(port: number): Promise<RunningProcess>;
  visitedProfile(visit: (context: BrowserContext) => Promise<unknown>): Promise<string>;
  /** A Chromium without Playwright, with this profile. */
  phone(profile: string, options: { offline: boolean; flags?: string[] }): Promise<BareBrowser>;
}

export interface OpenBenchEnvironment extends BenchEnvironment {
  close(): Promise<void>;
}

/** Makes each thing once. */
function memoized<Keys extends (string | number | undefined)[], Made>(
  make: (...keys: Keys) => Promise<Made>,
): (...keys: Keys) => Promise<Made> {
  const made = new Map<string, Promise<Made>>();
  return (...keys) => {
    // A key that is left out or undefined is the same one.
    const name = keys.filter((key) => key !== undefined).join();
    const known = made.get(name) ?? make(...keys);
    made.set(name, known);
    return known;
  };
}

export async function openBenchEnvironment(): Promise<OpenBenchEnvironment> {
  await buildIfNeeded();
  const folder = await mkdtemp(join(tmpdir(), 'waybill-bench-'));
  const reports = join(ROOT, 'reports/bench');
  await mkdir(reports, { recursive: true });
  const leftovers: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })];
  let servers = 0;
  let programs = 0;
  let orders = 0;

  const cluster = memoized(async () => {
    const running = await startTestCluster({ fast: false });
    leftovers.push(() => running.stop());
    return running;
  });
  const parcels = memoized(async (count: number, activitiesEach?: number) =>
    seedParcels((await cluster()).url, count, activitiesEach),
  );

  const site = memoized(async (source: string) => {
    const out = join(folder, `${basename(source)}`);
    const vite = join(ROOT, 'node_modules/vite/bin/vite.js');
    const parameters = [vite, 'build', source, '--logLevel', 'error', '--outDir', out, '--emptyOutDir'];
    // Vite sets NODE_ENV for the whole process.
    await promisify(execFile)(process.execPath, parameters, { cwd: ROOT });
    const { url } = await parcels(10_000);
    return start(SERVER, { DATABASE_URL: url, DIST_DIR: out });
  });

  async function start(
    script: string,
    environment: Record<string, string>,
    flags: string[] = [],
  ): Promise<RunningProcess> {
    servers += 1;
    const port = await findFreePort();
    const url = `http://localhost:${port}`;
    const own = { PORT: String(port), PUBLIC_URL: url, DATA_DIR: join(folder, `server-${servers}`) };
    return run(process.execPath, [...flags, script], { ...own, ...environment }, url, '/readyz');
  }

  /** It waits until `path` responds, and keeps the output until the bench ends. */
  async function run(
    program: string,
    parameters: string[],
    environment: Record<string, string>,
    url: string,
    path: string,
  ): Promise<RunningProcess> {
    const log = join(folder, `${programs}.log`);
    programs += 1;
    const output = openSync(log, 'a');
    const child = spawn(program, parameters, {
      cwd: ROOT,
      env: { PATH: process.env.PATH, ...environment },
      stdio: ['ignore', output, output],
    });
    closeSync(output);
    const ended = once(child, 'exit');
    const stop = async () => {
      child.kill('SIGTERM');
      await ended;
    };
    leftovers.push(stop);
    const isReady = () => fetch(url + path).then(({ ok }) => ok);
    await until(
      `${parameters.at(-1)} is ready`,
      () => {
        if (child.exitCode !== null) throw new Error(`${program} ended:\n${readFileSync(log, 'utf8').slice(-2000)}`);
        return isReady().catch(() => false);
      },
      120_000,
    );
    return { url, pid: child.pid ?? 0, stop };
  }

  async function browserAt(
    port: number,
    profile = join(folder, `browser-${port}`),
    flags: string[] = [],
  ): Promise<RunningProcess> {
    const own = [
      `--remote-debugging-port=${port}`,
      `--user-data-dir=${profile}`,
      '--headless=new',
      ...QUIET,
      'about:blank',
    ];
    const url = `http://127.0.0.1:${port}`;
    return run(findChromium() ?? 'chromium', [...CHROMIUM_FLAGS, ...flags, ...own], {}, url, '/json/version');
  }

  async function load({ url }: RunningProcess, order: Omit<LoadOrder, 'url'>): Promise<Load> {
    orders += 1;
    const file = join(folder, `order-${orders}.json`);
    await writeFile(file, JSON.stringify({ ...order, url } satisfies LoadOrder));
    const { stdout } = await promisify(execFile)(process.execPath, [join(import.meta.dirname, 'load.ts'), file]);
    const measured: Load = JSON.parse(stdout);
    if (measured.failed > 0) throw new Error(`${measured.failed} requests to ${url} were not answered well`);
    return measured;
  }

  return {
    folder,
    reports,
    parcels,
    app: () => site(ROOT),
    helloWorld: () => site(join(import.meta.dirname, 'hello-world')),
    server: memoized(async (count: number, activitiesEach?: number) =>
      start(SERVER, { DATABASE_URL: (await parcels(count, activitiesEach)).url }),
    ),
    start,
    load,

    async profile(name, environment, order) {
      const file = `${name}.cpuprofile`;
      const flags = ['--cpu-prof', `--cpu-prof-dir=${reports}`, `--cpu-prof-name=${file}`];
      // Pages come from the measured app, not from the last build.
      const server = await start(SERVER, { DIST_DIR: join(folder, basename(ROOT)), ...environment }, flags);
      await load(server, order);
      await server.stop();
      return join(reports, file);
    },

    async browser() {
      const browser = await chromium.launch({ executablePath: findChromium(), args: CHROMIUM_FLAGS });
      leftovers.push(() => browser.close());
      return browser;
    },

    browserAt: (port) => browserAt(port),

    async visitedProfile(visit) {
      const profile = await mkdtemp(join(folder, 'profile-'));
      const executablePath = findChromium();
      const context = await chromium.launchPersistentContext(profile, { executablePath, args: CHROMIUM_FLAGS });
      await visit(context);
      await context.close();
      return profile;
    },

    async phone(profile, { offline, flags }) {
      const { url, stop } = await browserAt(await findFreePort(), profile, flags);
      const browser = await connectTo(url, { offline });
      // A browser that has just started is busy with itself.
      await sleep(BROWSER_SETTLED_MS);
      const close = async () => {
        await browser.close();
        await stop();
      };
      return { ...browser, close };
    },

    async close() {
      for (const end of leftovers.toReversed()) await end().catch((error: unknown) => console.error(error));
      leftovers.length = 0;
    },
  };
}
