/** Runs an operator's scripts beside a server. Needs no test runner. */
import { execFile } from 'node:child_process';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

export type ScriptName = 'manager' | 'verify' | 'backup' | 'restore' | 'rekey' | 'test-email' | 'doctor';

const SERVER = resolve(import.meta.dirname, '../../server');

/** What Node gets to run a script, as `npm run` has it. */
export const scriptArguments = (name: ScriptName): string[] => [
  '--import',
  pathToFileURL(join(SERVER, 'quick-imports.js')).href,
  join(SERVER, `${name}.ts`),
];

/** Runs a script with these variables and nothing else of ours, until it has ended. */
export function runScript(
  name: ScriptName,
  environment: Record<string, string>,
  ...parameters: string[]
): Promise<{ code: number; stdout: string; stderr: string }> {
  const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env;
  const env = { PATH, NODE_COMPILE_CACHE, ...environment };
  return promisify(execFile)(process.execPath, [...scriptArguments(name), ...parameters], { env }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({ code, stdout, stderr }),
  );
}
