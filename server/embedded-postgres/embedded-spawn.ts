import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';

/** A complete PostgreSQL data directory and what is needed to run it. */
export interface Cluster {
  /** Real path of PostgreSQL's data directory. */
  directory: string;
  /** Folder with PostgreSQL's `bin`, `lib` and `share`. */
  native: string;
  /** The user PostgreSQL runs as if we are root; empty to run as ourselves. */
  identity: { uid?: number; gid?: number };
  /** Password of PostgreSQL's superuser `postgres`. */
  password: string;
  logFile: string;
}

const SETTINGS = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'max_connections=100',
  'timezone=UTC',
  'log_timezone=UTC',
  // Failed statements reach the server as errors; PostgreSQL's own log must not repeat them with
  // personal data.
  'log_min_messages=log',
  'log_min_error_statement=panic',
  'log_checkpoints=off',
];
const SAFE_SETTINGS = ['fsync=on', 'synchronous_commit=on', 'full_page_writes=on'];
/**
 * For tests: not safe on power failure, without autovacuum, which could keep a database from being
 * dropped, with a password that costs nothing to prove for each of thousands of connections, and
 * with enough of these for every server of a run.
 */
const FAST_SETTINGS = [
  'max_connections=500',
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'autovacuum=off',
  'scram_iterations=1',
];

/**
 * The environment for PostgreSQL's programs: no secrets of the server, no PG… variables that change
 * settings.
 */
export function postgresEnvironment(): NodeJS.ProcessEnv {
  const { PATH, LD_LIBRARY_PATH } = process.env;
  return { LC_ALL: 'C', ...(PATH && { PATH }), ...(LD_LIBRARY_PATH && { LD_LIBRARY_PATH }) };
}

/**
 * Runs a program of PostgreSQL to its end. At the signal it and all it has started are killed.
 * @throws With what it has written, if it fails.
 */
export async function runToEnd(
  program: string,
  parameters: string[],
  { identity, signal }: { identity: Cluster['identity']; signal?: AbortSignal | undefined },
): Promise<void> {
  signal?.throwIfAborted();
  // A process group of its own, to be killed as a whole.
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

/** Starts a postmaster that outlives us; `logged` returns the last lines it has written since. */
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
  const settings = [...SETTINGS, ...(fast ? FAST_SETTINGS : SAFE_SETTINGS)].flatMap((setting) => ['-c', setting]);
  try {
    // Its own session and a file for its output: Ctrl-C in the terminal is for the server, which
    // drains first, and PostgreSQL can still write after the server was killed.
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
