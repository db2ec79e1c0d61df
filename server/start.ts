/** Builds the app where its sources or its configuration have changed since the last build, then serves it. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { readdir, readFile, rename, rm } from 'node:fs/promises';
import { enableCompileCache, flushCompileCache } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { BUILD_VARIABLES } from '../src/config/build-variables.ts';
import { carryOverAssets } from './http/kept-assets.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const SOURCES = ['src', 'sw', 'public', 'index.html', 'vite.config.ts', 'package-lock.json'];
const DIST = join(ROOT, 'dist');
const NEXT = join(ROOT, 'dist.next');
const EARLIER = join(ROOT, 'dist.earlier');
/** Says of a build from which inputs it was made. */
const STAMP = '.inputs';

/** A hash of everything the built app is made from. */
async function inputsHash(): Promise<string> {
  const hash = createHash('sha256');
  for (const name of BUILD_VARIABLES) hash.update(`${name}=${process.env[name] ?? ''}\n`);
  for (const source of SOURCES) {
    const path = join(ROOT, source);
    if (!existsSync(path)) continue;
    const files = source.includes('.') ? [path] : await filesUnder(path);
    for (const file of files) hash.update(file.slice(ROOT.length)).update(await readFile(file));
  }
  return hash.digest('hex');
}

async function filesUnder(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/** Builds `dist` unless it was made from exactly these inputs. */
export async function buildIfNeeded(): Promise<void> {
  const inputs = await inputsHash();
  const stamp = join(DIST, STAMP);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === inputs) return;
  process.stdout.write('Building the app …\n');
  // A process of its own: Vite sets NODE_ENV for the whole process, and the server must not inherit that.
  const vite = join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js');
  const parameters = [vite, 'build', '--logLevel', 'warn', '--outDir', NEXT, '--emptyOutDir'];
  await promisify(execFile)(process.execPath, parameters, { cwd: ROOT });
  writeFileSync(join(NEXT, STAMP), inputs);
  // The new build takes the old one's place whole: a server that serves it meanwhile never shows half of one.
  await carryOverAssets(DIST, NEXT);
  await rm(EARLIER, { recursive: true, force: true });
  if (existsSync(DIST)) await rename(DIST, EARLIER);
  await rename(NEXT, DIST);
  await rm(EARLIER, { recursive: true, force: true });
}

if (import.meta.main) {
  await buildIfNeeded();
  // Later starts find the server's code compiled and without its types, which saves a fifth of their work. The cache is
  // beside the code: only those can write to it who could change the code as well.
  enableCompileCache(join(ROOT, 'node_modules', '.cache', 'waybill'));
  await import('./main.ts');
  flushCompileCache();
}
