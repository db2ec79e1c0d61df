import { createReadStream } from 'node:fs';
import { join, resolve } from 'node:path';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { MIGRATIONS } from '../base/config/paths.ts';
import { inspectDatabase, loadTables, type TableToLoad } from '../base/database/load-tables.ts';
import { assertCanMigrate, latestMigration, migrateDatabase } from '../base/database/migrate.ts';
import { createJobQueue } from '../jobs/queue.ts';
import { imagePath, readImageList, restoreImage } from './copy-images.ts';
import { digestFile, flushFolders } from './durable-files.ts';
import type { Installation } from './installation.ts';
import { type Manifest, readManifest, type TableBackup } from './manifest.ts';
import { IMAGE_LIST, tableFile } from './write-backup.ts';

/**
 * Reads every byte of a backup.
 * @throws If a file is missing or differs, with its name.
 */
export async function checkBackup(from: string): Promise<Manifest> {
  const folder = resolve(from);
  const manifest = await readManifest(folder);
  const check = async (file: string, sha256: string) => {
    const found = await digestFile(join(folder, file)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null;
      throw error;
    });
    if (!found) throw new Error(`The backup in ${folder} is damaged: ${file} is missing.`);
    if (found.sha256 !== sha256) throw new Error(`The backup in ${folder} is damaged: ${file} was changed.`);
  };
  for (const rows of listTableBackups(manifest)) await check(tableFile(rows.name), rows.sha256);
  await check(IMAGE_LIST, manifest.images.list.sha256);
  if (manifest.images.included) {
    for await (const image of readImageList(join(folder, IMAGE_LIST))) {
      await check(join(image.folder, imagePath(image.file)), image.sha256);
    }
  }
  return manifest;
}

const listTableBackups = ({ tables, jobs }: Manifest) => (jobs ? [...tables, jobs] : tables);

export function assertSameKey(manifest: Manifest, { secrets }: Pick<Installation, 'secrets'>): void {
  if (secrets.isEvidenceKey(Buffer.from(manifest.publicKey, 'base64url'))) return;
  throw new Error(
    'This backup belongs to another SECRET_KEY: private codes cannot be read with this one. Set SECRET_KEY, or put the ' +
      'secret-key file of the old installation into DATA_DIR. If it is lost, add --other-key.',
  );
}

export async function restoreBackup(
  from: string,
  manifest: Manifest,
  { url, dataDir }: Pick<Installation, 'url' | 'dataDir'>,
  migrations = MIGRATIONS,
): Promise<void> {
  const folder = resolve(from);
  if (manifest.migratedTo > latestMigration(migrations)) {
    throw new Error('This backup was made by a newer version of Waybill. Install that version or a later one first.');
  }
  assertCanMigrate(manifest.migratedTo, 'backup');
  const { filled, migratedTo } = await inspectDatabase(url);
  if (filled) throw new Error(`The database is not empty: ${filled} has rows. Restore into an empty database.`);
  assertCanMigrate(migratedTo);
  if (migratedTo !== null && migratedTo > manifest.migratedTo) {
    throw new Error(
      'The database has the tables of a newer version than the backup. Restore into a new, empty database.',
    );
  }
  if (manifest.images.included) {
    const touched = new Set<string>();
    for await (const image of readImageList(join(folder, IMAGE_LIST))) {
      await restoreImage(join(folder, image.folder), join(dataDir, image.folder), image.file);
      touched.add(join(dataDir, image.folder));
    }
    for (const each of touched) await flushFolders(each);
  }
  await migrateDatabase(url, { to: manifest.migratedTo, folder: migrations });
  const queue = createJobQueue(url, () => undefined);
  try {
    await queue.open();
    const open = (rows: TableBackup): TableToLoad => ({
      ...rows,
      // An error ends the last stream, where the reader sees it.
      open: () => pipeline(createReadStream(join(folder, tableFile(rows.name))), createGunzip(), () => undefined),
    });
    const jobs = manifest.jobs && { load: open(manifest.jobs), enqueue: queue.restore };
    await loadTables(url, manifest.tables.map(open), jobs);
  } finally {
    await queue.stop();
  }
  await migrateDatabase(url, { folder: migrations });
}
