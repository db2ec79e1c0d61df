import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { isAlive } from './embedded-pid-file.ts';

export interface DataDirLock {
  /** False once the data directory was removed or replaced under the running server. */
  isHeld(): boolean;
  release(): void;
}

/*
 * Only one server may use a data directory. The lock must work before PostgreSQL runs, have one
 * winner when two servers start at once, and disappear with its holder on kill -9, so it is a file
 * lock of the operating system. Node has no API for those, but its SQLite takes one for `BEGIN
 * IMMEDIATE`; nothing is ever written to that file. (With EXCLUSIVE, two simultaneous starts can
 * block each other.) The set keeps the lock from being garbage collected. No other code may open
 * `server.lock`: POSIX drops a process's locks when it closes any descriptor of the file. So the
 * process ID is in a second file.
 */
const heldLocks = new Set<DatabaseSync>();
const SQLITE_BUSY = 5;

/** Whether `lockFile` has failed because another process holds the lock. */
export const isLocked = (error: unknown): boolean => (error as { errcode?: number }).errcode === SQLITE_BUSY;

/**
 * Locks a file for this process, until `close()` or the end of the process.
 * @throws If another process holds it (`isLocked`), or the file cannot be opened.
 */
export function lockFile(file: string): DatabaseSync {
  const lock = new DatabaseSync(file);
  try {
    lock.exec('PRAGMA journal_mode = OFF; BEGIN IMMEDIATE');
  } catch (error) {
    lock.close();
    throw error;
  }
  return lock;
}

/**
 * Locks the data directory until `release()` or the end of this process, even a crash.
 * @throws `Another Waybill server is already using DATA_DIR …` if a running process has it
 */
export async function lockDataDir(dataDir: string): Promise<DataDirLock> {
  const file = join(dataDir, 'server.lock');
  const holderFile = join(dataDir, 'server.pid');
  let lock: DatabaseSync;
  try {
    lock = lockFile(file);
  } catch (error) {
    if (!isLocked(error)) throw error;
    throw new Error(
      `Another Waybill server is already using DATA_DIR ${dataDir} (process ${await readHolder(holderFile)}). ` +
        'Stop it first, or choose another DATA_DIR.',
      { cause: error },
    );
  }
  heldLocks.add(lock);
  const { ino, dev } = statSync(file);
  writeFileSync(holderFile, `${process.pid}\n`);
  return {
    isHeld: () => {
      const now = statSync(file, { throwIfNoEntry: false });
      return lock.isOpen && now?.ino === ino && now.dev === dev;
    },
    release: () => {
      if (!lock.isOpen) return;
      rmSync(holderFile, { force: true });
      lock.close();
      heldLocks.delete(lock);
    },
  };
}

/**
 * The number is only for the message; the winner writes it just after taking the lock, so try
 * several times.
 */
async function readHolder(holderFile: string): Promise<string> {
  for (let attempt = 0; attempt < 20; attempt++) {
    try {
      const pid = Number(readFileSync(holderFile, 'utf8'));
      if (pid > 0 && isAlive(pid)) return String(pid);
    } catch {
      // Not written yet.
    }
    await sleep(50);
  }
  return 'unknown';
}
