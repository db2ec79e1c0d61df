import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { endBackup, findBackups, insertBackup } from '../audit/store/backups.ts';
import type { Environment } from '../base/config/env.ts';
import { openDatabase } from '../base/database/client.ts';
import { ADVISORY_LOCKS, withSessionLock } from '../base/database/session-lock.ts';
import type { Installation } from './installation.ts';
import { backupName, backupTime, isBackupDue, isGone } from './schedule.ts';
import { tryRestore } from './try-restore.ts';
import { writeBackup } from './write-backup.ts';

export interface ScheduledBackup {
  folder: string;
  bytes: number;
  /** Folders that were older than BACKUP_DAYS. */
  removed: string[];
}

const DAY_MS = 24 * 60 * 60_000;

/**
 * Makes a backup if one is due, restores it on trial, and deletes old ones.
 * @throws What went wrong, which is stored too; old backups stay.
 */
export async function makeScheduledBackup(
  installation: Pick<Installation, 'url' | 'dataDir' | 'secrets'>,
  environment: Pick<Environment, 'BACKUP_DIR' | 'BACKUP_AT' | 'BACKUP_DAYS' | 'TIME_ZONE' | 'IMAGE_STORAGE'>,
  now = new Date(),
): Promise<ScheduledBackup | null> {
  const parent = resolve(environment.BACKUP_DIR ?? '');
  return withSessionLock(installation.url, ADVISORY_LOCKS.backup, async () => {
    const { db, close } = openDatabase(installation.url, { connections: 2, name: 'waybill-backups' });
    try {
      const state = await findBackups(db);
      if (!isBackupDue(now, environment, state, isGone(state.good, environment))) return null;
      const folder = join(parent, backupName(now));
      const id = await insertBackup(db, folder);
      try {
        await mkdir(parent, { recursive: true, mode: 0o700 });
        await removeUnfinished(parent);
        const imagesElsewhere = Boolean(environment.IMAGE_STORAGE);
        const { manifest } = await writeBackup(installation, folder, { imagesElsewhere });
        await tryRestore(folder, installation).catch(async (error: unknown) => {
          await rename(folder, `${folder}.failed`);
          throw error;
        });
        const bytes = [...manifest.tables, manifest.jobs].reduce((sum, table) => sum + (table?.bytes ?? 0), 0);
        await endBackup(db, id, { bytes, problem: null });
        return { folder, bytes, removed: await removeOld(parent, now.getTime() - environment.BACKUP_DAYS * DAY_MS) };
      } catch (error) {
        const problem = error instanceof Error ? error.message : String(error);
        await endBackup(db, id, { bytes: null, problem });
        throw error;
      }
    } finally {
      await close();
    }
  });
}

/** We hold the lock, so unfinished folders belong to killed processes. */
async function removeUnfinished(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    if (name.endsWith('.part') && backupTime(name)) await rm(join(parent, name), { recursive: true, force: true });
  }
}

async function removeOld(parent: string, before: number): Promise<string[]> {
  const old = (await readdir(parent)).filter((name) => (backupTime(name)?.getTime() ?? before) < before);
  for (const name of old) await rm(join(parent, name), { recursive: true, force: true });
  return old;
}
