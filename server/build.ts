/** `npm run build`. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { BUILD_VARIABLES } from '../build/variables.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const SOURCES = [
  ...['build', 'src', 'sw', 'server', 'public', 'index.html'],
  ...['vite.config.ts', 'vite.server.config.ts', 'package-lock.json'],
];
const DIST = join(ROOT, 'dist');
const PARTS = [
  { name: 'server', config: 'vite.server.config.ts' },
  { name: 'app', config: 'vite.config.ts' },
];
const STAMP_FILE = '.inputs';
const LOCK_FILE = 'build.lock';
const MAX_WAIT_MS = 10 * 60_000;
const LOCK_POLL_MS = 200;
const print = (line: string) => process.stdout.write(`${line}\n`);

/** Only people who can change the server's code may write there. */
export const CACHE = join(ROOT, 'node_modules/.cache/waybill');
export const SERVER = join(DIST, 'server/bin/main.js');

function hashInputs(): string {
  const hash = createHash('sha256');
  for (const name of BUILD_VARIABLES) hash.update(`${name}=${process.env[name] ?? ''}\n`);
  for (const source of SOURCES) {
    const path = join(ROOT, source);
    const files = source.includes('.') ? [path] : listFiles(path);
    for (const file of files) hash.update(file.slice(ROOT.length)).update(readFileSync(file));
  }
  return hash.digest('hex');
}

function listFiles(directory: string): string[] {
  return readdirSync(directory, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/** Builds `dist` unless made from these inputs. @throws If the build fails; the last one stays. */
export async function buildIfNeeded({
  signal,
  before,
}: {
  signal?: AbortSignal;
  before?: () => Promise<void>;
} = {}): Promise<void> {
  const inputs = hashInputs();
  const isBuilt = () => {
    const stamp = join(DIST, STAMP_FILE);
    return existsSync(stamp) && readFileSync(stamp, 'utf8') === inputs;
  };
  if (isBuilt()) return;
  await before?.();
  print('This version of Waybill is not built yet. That takes up to a minute.');
  const lock = await lockBuild(signal);
  try {
    if (!isBuilt()) await build(inputs, signal);
  } finally {
    lock.close();
  }
}

/** Polls: a process that waits inside SQLite hears no signal. */
async function lockBuild(signal?: AbortSignal) {
  const { isLocked, lockFile } = await import('./base/embedded-postgres/embedded-lock.ts');
  mkdirSync(CACHE, { recursive: true });
  for (const limit = Date.now() + MAX_WAIT_MS; ; await sleep(LOCK_POLL_MS, undefined, { signal })) {
    try {
      return lockFile(join(CACHE, LOCK_FILE));
    } catch (error) {
      if (!isLocked(error) || Date.now() > limit) throw error;
    }
  }
}

async function build(inputs: string, signal?: AbortSignal): Promise<void> {
  // Vite of a killed build may still be writing, so each build has its own folder.
  for (const name of await readdir(ROOT)) {
    if (name.startsWith('dist.')) await rm(join(ROOT, name), { recursive: true, force: true });
  }
  const next = join(ROOT, `dist.next-${process.pid}`);
  const earlier = join(ROOT, 'dist.earlier');
  const vite = join(ROOT, 'node_modules/vite/bin/vite.js');
  for (const { name, config } of PARTS) {
    print(`Building the ${name} …`);
    const parameters = [vite, 'build', '--config', config, '--logLevel', 'error', '--outDir', join(next, name)];
    // Vite sets its NODE_ENV, and without `production` leaves out the service worker.
    const env = { ...process.env, NODE_ENV: 'production' };
    await promisify(execFile)(process.execPath, parameters, { cwd: ROOT, env, signal }).catch(
      ({ stderr }: { stderr: string }) => {
        signal?.throwIfAborted();
        throw new Error(`The ${name} could not be built:\n${stderr}`);
      },
    );
  }
  // Only for a build: it would slow every start.
  const { carryOverAssets } = await import('./base/http/carry-over-assets.ts');
  await carryOverAssets(join(DIST, 'app'), join(next, 'app'));
  writeFileSync(join(next, STAMP_FILE), inputs);
  // A running server must not serve half a build.
  if (existsSync(DIST)) await rename(DIST, earlier);
  await rename(next, DIST);
  await rm(earlier, { recursive: true, force: true });
}

if (import.meta.main) await buildIfNeeded();
