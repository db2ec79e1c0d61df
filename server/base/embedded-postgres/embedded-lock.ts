import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { isAlive } from './embedded-pid-file.ts';

export interface DataDirLock {
  /** False once the directory was replaced. */
  isHeld(): boolean;
  release(): void;
}

/*
 * Only SQLite gives Node a file lock. The set prevents garbage collection. Nothing else may open `server.lock`: closing
 * any descriptor drops POSIX locks, so the process ID has its own file.
 */
const heldLocks = new Set<DatabaseSync>();
const SQLITE_BUSY = 5;

export const isLocked = (error: unknown): boolean => (error as { errcode?: number }).errcode === SQLITE_BUSY;

/** @throws If another process holds it (`isLocked`). */
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
 * SQLite locks the file, and even a crash releases it.
 * @throws If a running process has it.
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

/** The winner writes it just after locking: try several times. */
async function readHolder(holderFile: string): Promise<string> {
  for (let attempt = 0; attempt < 20; attempt++) {
    try {
      const pid = Number(readFileSync(holderFile, 'utf8'));
      if (pid > 0 && isAlive(pid)) return String(pid);
    } catch {
      // It is not written yet.
    }
    await sleep(50);
  }
  return 'unknown';
}
