import { constants, existsSync } from 'node:fs';
import { access, stat, statfs } from 'node:fs/promises';
import { resolve } from 'node:path';
import { findExisting, findFolderProblem, findPortProblem } from '../base/config/check-startup.ts';
import type { Environment } from '../base/config/env.ts';
import type { Finding } from './finding.ts';

const GIB = 2 ** 30;

export async function checkMachine(environment: Environment, needsPort: boolean): Promise<Finding[]> {
  const found = await Promise.all([
    checkDataDir(environment),
    checkBackupDir(environment),
    checkDisk('DATA_DIR', environment.DATA_DIR),
    environment.BACKUP_DIR ? checkDisk('BACKUP_DIR', environment.BACKUP_DIR) : [],
    needsPort ? checkPort(environment) : [],
  ]);
  return found.flat();
}

async function checkDataDir({ DATA_DIR }: Environment): Promise<Finding[]> {
  const problem = await findFolderProblem(resolve(DATA_DIR));
  if (!problem) return [];
  const what = problem.replace(/^DATA_DIR: /, '').replace(/^./, (letter) => letter.toUpperCase());
  const mend = `Give the folder to the server’s user: chown -R waybill: ${resolve(DATA_DIR)}. Run this as that user too.`;
  return [{ about: 'DATA_DIR', what, mend }];
}

async function checkBackupDir({ BACKUP_DIR }: Environment): Promise<Finding[]> {
  if (!BACKUP_DIR) return [];
  const folder = resolve(BACKUP_DIR);
  try {
    await access(await findExisting(folder), constants.R_OK | constants.W_OK | constants.X_OK);
    return [];
  } catch (error) {
    const what = `Backups cannot be written: ${(error as Error).message}.`;
    return [{ about: 'BACKUP_DIR', what, mend: `Is its disk mounted? Then: chown waybill: ${folder}.` }];
  }
}

async function checkDisk(about: string, folder: string): Promise<Finding[]> {
  const { bavail, bsize, blocks } = await statfs(await findExisting(resolve(folder)));
  const [free, total] = [bavail * bsize, blocks * bsize];
  if (free >= Math.min(total / 10, 5 * GIB) && free >= Math.min(total / 2, GIB)) return [];
  const what = `The disk of ${resolve(folder)} is nearly full: ${(free / GIB).toFixed(1)} of ${(total / GIB).toFixed(1)} GiB are free.`;
  return [{ about, what, mend: 'See "A full disk" in docs/operating.md for what may go.' }];
}

/** What is no mistake, and worth knowing. */
export async function findHints({ BACKUP_DIR, DATA_DIR, IMAGE_STORAGE }: Environment): Promise<string[]> {
  if (!BACKUP_DIR || IMAGE_STORAGE) return [];
  const deviceOf = async (folder: string) => (await stat(await findExisting(resolve(folder)))).dev;
  // The second is where Debian's PostgreSQL keeps its data.
  const others = await Promise.all(
    [DATA_DIR, '/var/lib/postgresql'].filter((folder) => existsSync(folder)).map(deviceOf),
  );
  if (!others.includes(await deviceOf(BACKUP_DIR))) return [];
  return ['The backups are on the same disk as what they are of: mount another disk at BACKUP_DIR, or copy them away.'];
}

async function checkPort(environment: Environment): Promise<Finding[]> {
  const problem = await findPortProblem(environment);
  if (!problem) return [];
  const what = problem.replace(/^\w+: /, '').replace(/^./, (letter) => letter.toUpperCase());
  const mend = `See who has it: ss -ltnp 'sport = :${environment.PORT}'.`;
  return [{ about: /^\w+/.exec(problem)?.[0] ?? 'PORT', what, mend }];
}
