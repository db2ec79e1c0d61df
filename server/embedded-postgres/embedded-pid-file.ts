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
 * Whether the process is a running postmaster of this directory. Checks its command line, which
 * rules out a process that reused the number as well as a zombie; unlike `exe` or `cwd`, /proc
 * shows it for every user.
 */
export function isPostmaster(pid: number, directory: string): boolean {
  try {
    if (process.platform !== 'linux') {
      const commandLine = execFileSync('ps', ['-ww', '-o', 'args=', '-p', String(pid)], { encoding: 'utf8' });
      return /^\S*postgres /.test(commandLine) && commandLine.includes(` ${directory} `);
    }
    const [program = '', ...args] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    if (basename(program) !== 'postgres') return false;
    // It may have been started by hand, with another path to the same place.
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

/**
 * PostgreSQL's own record of its postmaster; undefined if there is no file, 'torn' if it is
 * incomplete.
 */
export function readPidFile(directory: string): PidFile | 'torn' | undefined {
  try {
    const lines = readFileSync(join(directory, 'postmaster.pid'), 'utf8').split('\n');
    const pid = Math.abs(Number.parseInt(lines[0] ?? '', 10)); // Negative for a single-user session.
    return pid > 0 ? { pid, port: Number(lines[3]), status: lines[7]?.trim() ?? '' } : 'torn';
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * The record of a running postmaster. Removes a record only if PostgreSQL would stumble over it.
 */
export async function livePidFile(directory: string): Promise<PidFile | undefined> {
  let record = readPidFile(directory);
  // Empty for a moment while a postmaster writes it, and permanently if it was killed just then.
  for (let looks = 0; record === 'torn' && looks < 20; looks++) {
    await sleep(50);
    record = readPidFile(directory);
  }
  if (record && record !== 'torn') {
    if (isPostmaster(record.pid, directory)) return record;
    // PostgreSQL clears a dead process's record itself, after checking that its shared memory is
    // unused.
    if (!isAlive(record.pid)) return undefined;
  }
  rmSync(join(directory, 'postmaster.pid'), { force: true });
  return undefined;
}
