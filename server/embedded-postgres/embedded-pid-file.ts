import { execFileSync } from 'node:child_process';
import { readFileSync, realpathSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * Whether the process is a living postmaster of this very directory. Looks at its command line, so neither a process
 * that got an old number nor a dead one nobody waited for passes; /proc shows that of every user, unlike `exe` or `cwd`.
 */
export function isPostmaster(pid: number, directory: string): boolean {
  try {
    if (process.platform !== 'linux') {
      const commandLine = execFileSync('ps', ['-ww', '-o', 'args=', '-p', String(pid)], { encoding: 'utf8' });
      return /^\S*postgres /.test(commandLine) && commandLine.includes(` ${directory} `);
    }
    const [program = '', ...args] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    if (basename(program) !== 'postgres') return false;
    // Somebody may have started it by hand, with another path to the same place.
    return args.includes(directory) || args.some((arg) => leadsTo(arg, directory));
  } catch {
    return false;
  }
}

function leadsTo(path: string, directory: string): boolean {
  try {
    return path.startsWith('/') && realpathSync(path) === directory;
  } catch {
    return false;
  }
}

export interface PidFile {
  pid: number;
  port: number;
  status: string;
}

/** PostgreSQL's own record of its postmaster; undefined = no file; 'torn' = one that says nothing. */
export function readPidFile(directory: string): PidFile | 'torn' | undefined {
  try {
    const lines = readFileSync(join(directory, 'postmaster.pid'), 'utf8').split('\n');
    const pid = Math.abs(Number.parseInt(lines[0] ?? '', 10)); // negative: a single-user session
    return pid > 0 ? { pid, port: Number(lines[3]), status: lines[7]?.trim() ?? '' } : 'torn';
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** The record of a living postmaster. Clears a record that PostgreSQL would stumble over, and only such a one. */
export async function livePidFile(directory: string): Promise<PidFile | undefined> {
  let record = readPidFile(directory);
  // Empty for a moment while a postmaster writes it, for ever if it was killed right then.
  for (let looks = 0; record === 'torn' && looks < 20; looks++) {
    await sleep(50);
    record = readPidFile(directory);
  }
  if (record && record !== 'torn') {
    if (isPostmaster(record.pid, directory)) return record;
    // PostgreSQL clears the record of a dead process itself, after looking whether its shared memory is still in use.
    if (!isAlive(record.pid)) return undefined;
  }
  rmSync(join(directory, 'postmaster.pid'), { force: true });
  return undefined;
}
