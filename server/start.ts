/** `npm start`: builds the app where its sources or its configuration have changed since the last build, then serves it. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { BUILD_VARIABLES } from '../src/config/build-variables.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const SOURCES = ['src', 'sw', 'public', 'index.html', 'vite.config.ts', 'package-lock.json'];
const STAMP = join(ROOT, 'dist', '.inputs');

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
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === inputs) return;
  process.stdout.write('Building the app …\n');
  // A process of its own: Vite sets NODE_ENV for the whole process, and the server must not inherit that.
  const vite = join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js');
  await promisify(execFile)(process.execPath, [vite, 'build', '--logLevel', 'warn'], { cwd: ROOT });
  writeFileSync(STAMP, inputs);
}

if (import.meta.main) {
  await buildIfNeeded();
  await import('./main.ts');
}
