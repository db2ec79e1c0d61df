import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { differenceSentence } from '../../src/domain/records.ts';
import { checkRecords } from '../audit/check-records.ts';
import { openDatabase } from '../base/database/client.ts';
import { RECORDS_POOL } from '../base/database/snapshot.ts';
import { startEmbeddedDatabase } from '../base/embedded-postgres/embedded.ts';
import { stopLeftover } from '../base/embedded-postgres/embedded-stop.ts';
import type { Secrets } from '../base/secrets/secrets.ts';
import { stoppable } from './installation.ts';
import type { Manifest } from './manifest.ts';
import { assertSameKey, checkBackup, restoreBackup } from './restore-backup.ts';

/**
 * Restores a backup into a temporary PostgreSQL, and compares its records.
 * @throws If anything is wrong with it.
 */
export async function tryRestore(
  folder: string,
  { dataDir, secrets }: { dataDir: string; secrets: Secrets },
): Promise<Manifest> {
  const manifest = await checkBackup(folder);
  assertSameKey(manifest, { secrets });
  const trial = join(dataDir, 'backup-trial');
  await removeTrial(trial);
  const database = await startEmbeddedDatabase({ dataDir: trial, fast: true });
  try {
    await stoppable(database.stop, () =>
      restoreOnTrial(folder, manifest, { url: database.url, dataDir: trial, secrets }),
    );
  } finally {
    await database.stop();
    await removeTrial(trial);
  }
  return manifest;
}

async function restoreOnTrial(
  folder: string,
  manifest: Manifest,
  { secrets, ...target }: { url: string; dataDir: string; secrets: Secrets },
): Promise<void> {
  await restoreBackup(folder, { ...manifest, images: { ...manifest.images, included: false } }, target);
  const { db, close } = openDatabase(target.url, RECORDS_POOL);
  const check = await checkRecords({ db, secrets }, { whole: true, wait: true }).finally(close);
  const differences = check?.differences ?? [];
  if (differences.length > 0) throw new Error(differences.map(differenceSentence).join(' '));
}

/** A killed one left its PostgreSQL running. */
async function removeTrial(trial: string): Promise<void> {
  if (!existsSync(trial)) return;
  await stopLeftover(trial);
  await rm(trial, { recursive: true, force: true, maxRetries: 10 });
}
