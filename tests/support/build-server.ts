import { execFile } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const ROOT = resolve(import.meta.dirname, '../..');
const MODULES = join(ROOT, 'node_modules');

/** Builds the server into a folder, whose removal is the caller's. Returns its script. */
export async function buildServer(folder: string): Promise<string> {
  // Where it finds the packages that are not built in.
  symlinkSync(MODULES, join(folder, 'node_modules'), 'junction');
  const vite = join(MODULES, 'vite/bin/vite.js');
  const options = ['--config', 'vite.server.config.ts', '--logLevel', 'error', '--outDir', join(folder, 'server')];
  const env = { ...process.env, NODE_ENV: 'production' };
  await promisify(execFile)(process.execPath, [vite, 'build', ...options], { cwd: ROOT, env });
  return join(folder, 'server/bin/main.js');
}
