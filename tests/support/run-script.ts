/** The scripts that an operator runs beside a server. Nothing here depends on a test runner. */
import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';

export const scriptPath = (name: ScriptName) => resolve(import.meta.dirname, `../../server/${name}.ts`);

type ScriptName = 'manager' | 'verify' | 'backup' | 'restore';

/** Runs a script with these variables and nothing else of ours, until it has ended. */
export function runScript(
  name: ScriptName,
  environment: Record<string, string>,
  ...parameters: string[]
): Promise<{ code: number; stdout: string; stderr: string }> {
  const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env;
  const env = { PATH, NODE_COMPILE_CACHE, ...environment };
  return promisify(execFile)(process.execPath, [scriptPath(name), ...parameters], { env }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({ code, stdout, stderr }),
  );
}
