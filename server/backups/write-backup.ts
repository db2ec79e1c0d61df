import { mkdir, open, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { createGzip } from 'node:zlib';
import { formatHead } from '../audit/evidence-head.ts';
import { findLatestHead } from '../audit/store/evidence-heads.ts';
import { type DatabaseSnapshot, openDatabaseSnapshot, type TableShape } from '../base/database/copy-tables.ts';
import { assertCanMigrate } from '../base/database/migrate.ts';
import { RESTORED_QUEUES } from '../jobs/queues.ts';
import { listProofKeys } from '../runs/store/visit-proofs.ts';
import { copyImage, formatImageLine, type ImageFolder, listImageFiles } from './copy-images.ts';
import { flush, flushFolders, writeFileDurably } from './durable-files.ts';
import type { Installation } from './installation.ts';
import { formatManifest, MANIFEST_FILE, type Manifest, type TableBackup } from './manifest.ts';

export const IMAGE_LIST = 'images.sha256';
export const JOBS_FILE = 'jobs';
export const tableFile = (name: string) => join('tables', `${name}.copy.gz`);

export interface Backup {
  folder: string;
  manifest: Manifest;
  /** Null if nothing is signed yet. */
  head: string | null;
}

/**
 * Backs up one snapshot into a new folder (decision 0026).
 * @throws If the folder or `FOLDER.part` exists.
 */
export async function writeBackup(
  { url, dataDir, secrets }: Pick<Installation, 'url' | 'dataDir' | 'secrets'>,
  into: string,
  { imagesElsewhere }: { imagesElsewhere: boolean },
): Promise<Backup> {
  const folder = resolve(into);
  const part = `${folder}.part`;
  if (await stat(folder).catch(() => null)) throw new Error(`${folder} already exists. Choose a new folder.`);
  await mkdir(dirname(folder), { recursive: true });
  await mkdir(part, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
    throw new Error(`${part} already exists. If no other backup is running there, delete it and try again.`);
  });
  try {
    const { rows, head, links, proofs } = await copyDatabase(url, part);
    const images = await copyImages(dataDir, part, { links, proofs }, imagesElsewhere);
    const manifest: Manifest = {
      format: 'waybill-backup-1',
      madeAt: new Date().toISOString(),
      publicKey: secrets.evidenceKey.toString('base64url'),
      ...rows,
      images,
    };
    await flushFolders(part);
    await writeFile(join(part, MANIFEST_FILE), formatManifest(manifest), { flush: true, flag: 'wx' });
    await flush(part);
    await rename(part, folder);
    await flush(dirname(folder));
    return { folder, manifest, head };
  } catch (error) {
    await rm(part, { recursive: true, force: true });
    throw error;
  }
}

type DatabaseBackup = Pick<Manifest, 'migratedTo' | 'tables' | 'jobs'>;

async function copyDatabase(
  url: string,
  part: string,
): Promise<{ rows: DatabaseBackup; head: string | null; links: string; proofs: string[] }> {
  await mkdir(join(part, 'tables'));
  const links = join(part, 'image-links');
  const snapshot = await openDatabaseSnapshot(url);
  try {
    const { migratedTo } = snapshot;
    if (migratedTo === null) throw new Error('This database has no Waybill data.');
    assertCanMigrate(migratedTo);
    const head = await findLatestHead(snapshot.executor);
    const tables: TableBackup[] = [];
    for (const table of snapshot.tables) tables.push(await copyTable(part, table, snapshot.read(table)));
    const waiting = snapshot.readJobs(RESTORED_QUEUES);
    const jobs = waiting && (await copyTable(part, { name: JOBS_FILE, columns: [] }, waiting));
    await writeFileDurably(links, snapshot.readImages());
    const proofs = await listProofKeys(snapshot.executor);
    return { rows: { migratedTo, tables, jobs }, head: head && formatHead(head), links, proofs };
  } finally {
    await snapshot.end();
  }
}

async function copyTable(
  part: string,
  table: TableShape,
  { rows, count }: ReturnType<DatabaseSnapshot['read']>,
): Promise<TableBackup> {
  // Keeps up with the disk; higher levels save little.
  const digest = await writeFileDurably(join(part, tableFile(table.name)), rows, createGzip({ level: 3 }));
  return { ...table, rows: count(), ...digest };
}

async function copyImages(
  dataDir: string,
  part: string,
  { links, proofs }: { links: string; proofs: readonly string[] },
  imagesElsewhere: boolean,
): Promise<Manifest['images']> {
  const totals = { files: 0, missing: 0 };
  async function lineOf(folder: ImageFolder, file: string): Promise<string> {
    const copy = () => copyImage(join(dataDir, folder), join(part, folder), file);
    const sha256 = imagesElsewhere ? '0'.repeat(64) : await copy();
    totals[sha256 ? 'files' : 'missing'] += 1;
    return sha256 ? formatImageLine(sha256, folder, file) : '';
  }
  async function* lines() {
    for await (const file of listImageFiles(readLinks(links))) yield lineOf('images', file);
    for (const key of proofs) yield lineOf('proofs', `${key}.webp`);
  }
  const list = await writeFileDurably(join(part, IMAGE_LIST), lines());
  await rm(links);
  return { included: !imagesElsewhere, ...totals, list };
}

/** COPY escapes with backslashes, which none of our links has. */
async function* readLinks(file: string): AsyncGenerator<string> {
  const rows = await open(file);
  for await (const line of rows.readLines()) if (!line.includes('\\')) yield line;
}
