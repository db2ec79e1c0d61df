import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { lockDataDir } from './embedded-lock.ts';
import { isPostmaster, readLivePidFile } from './embedded-pid-file.ts';

const POLL_MS = 20;
/** Only a fast shutdown writes everything; otherwise the next start recovers. */
const STEPS = [
  { signal: 'SIGINT', waitMs: 30_000 },
  { signal: 'SIGQUIT', waitMs: 8_000 },
  { signal: 'SIGKILL', waitMs: 5_000 },
] as const;

/** @throws If not even SIGKILL ends it: its disk hangs. */
export async function stopPostmaster(pid: number, directory: string): Promise<void> {
  for (const { signal, waitMs } of STEPS) {
    if (!isPostmaster(pid, directory)) return;
    const children = listChildren(pid);
    send(pid, signal);
    if (signal === 'SIGKILL') for (const child of children) send(child, signal);
    // A frozen one obeys once it goes on.
    wakePostmaster(pid);
    for (const limit = Date.now() + waitMs; isPostmaster(pid, directory) && Date.now() < limit; ) await sleep(POLL_MS);
  }
  if (isPostmaster(pid, directory)) throw new Error(`PostgreSQL (process ${pid}) did not stop.`);
}

export function wakePostmaster(pid: number): void {
  for (const each of [pid, ...listChildren(pid)]) send(each, 'SIGCONT');
}

/** Stops a killed server's PostgreSQL, unless another server uses it. */
export async function stopLeftover(dataDir: string): Promise<void> {
  const link = join(dataDir, 'postgres');
  if (!existsSync(link)) return;
  const lock = await lockDataDir(realpathSync(dataDir)).catch(() => null);
  try {
    const directory = realpathSync(link);
    const record = lock && (await readLivePidFile(directory));
    if (record) await stopPostmaster(record.pid, directory);
  } finally {
    lock?.release();
  }
}

/** Small images have no `ps`. */
function listChildren(parent: number): number[] {
  const all =
    process.platform === 'linux'
      ? readdirSync('/proc')
          .filter((name) => /^\d+$/.test(name))
          .map((pid) => [Number(pid), readParent(pid)])
      : execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
          .split('\n')
          .map((line) => line.trim().split(/\s+/).map(Number));
  return all.flatMap(([pid = 0, ppid]) => (ppid === parent ? [pid] : []));
}

function readParent(pid: string): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name may contain anything.
    return Number(stat.slice(stat.lastIndexOf(')')).split(' ')[2]);
  } catch {
    return 0;
  }
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
