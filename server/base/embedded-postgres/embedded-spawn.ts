import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';

export interface Cluster {
  directory: string;
  native: string;
  identity: { uid?: number; gid?: number };
  password: string;
  logFile: string;
}

const SETTINGS = [
  'listen_addresses=127.0.0.1',
  'max_connections=100',
  'timezone=UTC',
  'log_timezone=UTC',
  // The log must not repeat statements with personal data.
  'log_min_messages=log',
  'log_min_error_statement=panic',
  'log_checkpoints=off',
];
const SAFE_SETTINGS = ['fsync=on', 'synchronous_commit=on', 'full_page_writes=on'];
/** Autovacuum could hold a database that is dropped. */
const FAST_SETTINGS = [
  'max_connections=500',
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'autovacuum=off',
  'scram_iterations=1',
];

/** No secrets or PG… variables. */
export function postgresEnvironment(): NodeJS.ProcessEnv {
  const { PATH, LD_LIBRARY_PATH } = process.env;
  return { LC_ALL: 'C', ...(PATH && { PATH }), ...(LD_LIBRARY_PATH && { LD_LIBRARY_PATH }) };
}

/**
 * The signal kills the program and all that it has started.
 * @throws An error with the program's output if it fails.
 */
export async function runToEnd(
  program: string,
  parameters: string[],
  { identity, signal }: { identity: Cluster['identity']; signal?: AbortSignal | undefined },
): Promise<void> {
  signal?.throwIfAborted();
  const child = spawn(program, parameters, {
    ...identity,
    cwd: '/',
    env: postgresEnvironment(),
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let written = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    written += text;
  });
  const kill = () => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    } catch {
      // It has just ended.
    }
  };
  signal?.addEventListener('abort', kill, { once: true });
  const code = await new Promise((resolve, reject) => child.once('close', resolve).once('error', reject));
  signal?.removeEventListener('abort', kill);
  signal?.throwIfAborted();
  if (code !== 0) throw new Error(`${basename(program)} failed:\n${written.trim()}`);
}

/** A socket's path holds 107 bytes at most, and some systems have none; empty if only the port is left. */
export const socketFolder = (directory: string): string =>
  directory.startsWith('/') && Buffer.byteLength(directory) <= 85 ? directory : '';

/** Starts a postmaster that outlives us; `logged`: lines written since. */
export async function spawnPostmaster(
  cluster: Cluster,
  port: number,
  fast: boolean,
): Promise<{ pid: number; logged: () => string }> {
  const { directory, native, identity, logFile } = cluster;
  const size = statSync(logFile, { throwIfNoEntry: false })?.size ?? 0;
  if (size > 1_000_000) renameSync(logFile, `${logFile}.1`);
  const log = openSync(logFile, 'a', 0o600);
  const before = statSync(logFile).size;
  const socket = `unix_socket_directories=${fast ? socketFolder(directory) : ''}`;
  const settings = [...SETTINGS, socket, ...(fast ? FAST_SETTINGS : SAFE_SETTINGS)].flatMap((setting) => [
    '-c',
    setting,
  ]);
  try {
    // Ignores the terminal's Ctrl-C, and can write after the server is killed.
    const child = spawn(join(native, 'bin', 'postgres'), ['-D', directory, '-p', String(port), ...settings], {
      ...identity,
      cwd: '/',
      env: postgresEnvironment(),
      detached: true,
      stdio: ['ignore', log, log],
    });
    await new Promise((resolve, reject) => child.once('spawn', resolve).once('error', reject));
    child.unref();
    const logged = () => readFileSync(logFile).subarray(before).toString().trim().split('\n').slice(-20).join('\n');
    return { pid: child.pid as number, logged };
  } finally {
    closeSync(log);
  }
}
