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

/** Compares the command line, as process numbers are reused. */
export function isPostmaster(pid: number, directory: string): boolean {
  try {
    if (process.platform !== 'linux') {
      const commandLine = execFileSync('ps', ['-ww', '-o', 'args=', '-p', String(pid)], { encoding: 'utf8' });
      return /^\S*postgres /.test(commandLine) && commandLine.includes(` ${directory} `);
    }
    const [program = '', ...args] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    if (basename(program) !== 'postgres') return false;
    // It may have been started by another path.
    return args.includes(directory) || args.some((arg) => resolvesTo(arg, directory));
  } catch {
    return false;
  }
}

function resolvesTo(path: string, directory: string): boolean {
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

/** 'torn' if incomplete. */
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

/** Only if it would keep PostgreSQL from starting. */
export async function readLivePidFile(directory: string): Promise<PidFile | undefined> {
  let record = readPidFile(directory);
  // Empty while a postmaster writes it, or was killed then.
  for (let attempt = 0; record === 'torn' && attempt < 20; attempt++) {
    await sleep(50);
    record = readPidFile(directory);
  }
  if (record && record !== 'torn') {
    if (isPostmaster(record.pid, directory)) return record;
    // PostgreSQL clears it, after checking shared memory.
    if (!isAlive(record.pid)) return undefined;
  }
  rmSync(join(directory, 'postmaster.pid'), { force: true });
  return undefined;
}
