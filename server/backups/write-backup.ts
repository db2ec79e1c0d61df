/**
 * Makes a consistent copy of the database and the images while the server keeps running (decision
 * 0026).
 */

import { mkdir, open, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { createGzip } from 'node:zlib';
import { type DatabaseSnapshot, openDatabaseSnapshot, type TableShape } from '../database/table-copies.ts';
import { RESTORED_QUEUES } from '../jobs/queue.ts';
import { formatHead } from '../operations/audit/evidence-head.ts';
import { findLatestHead } from '../stores/audit/evidence.ts';
import { flush, flushFolders, writeFileDurably } from './durable-files.ts';
import { copyImage, imageFilesOf, imageLine } from './image-copies.ts';
import type { Installation } from './installation.ts';
import { type BackedUpRows, formatManifest, MANIFEST_FILE, type Manifest } from './manifest.ts';

export const IMAGE_LIST = 'images.sha256';
export const JOBS_FILE = 'jobs';
export const rowsFile = (name: string) => join('tables', `${name}.copy.gz`);

export interface Backup {
  folder: string;
  manifest: Manifest;
  /**
   * The newest evidence head in the backup, as a line to keep elsewhere; null if there is none yet.
   */
  head: string | null;
}

/**
 * Backs up an installation into a new folder. Until the backup is complete it is named
 * `FOLDER.part`, which is removed on failure. `imagesElsewhere`: the images are in a bucket and are
 * only listed.
 * @throws If either folder already exists.
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
    const { rows, head, links } = await copyRows(url, part);
    const images = await copyImages(join(dataDir, 'images'), part, links, imagesElsewhere);
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

type Rows = Pick<Manifest, 'migratedTo' | 'tables' | 'jobs'>;

async function copyRows(url: string, part: string): Promise<{ rows: Rows; head: string | null; links: string }> {
  await mkdir(join(part, 'tables'));
  const links = join(part, 'image-links');
  const snapshot = await openDatabaseSnapshot(url);
  try {
    const { migratedTo } = snapshot;
    if (migratedTo === null) throw new Error('This database has no Waybill data.');
    // A database of an earlier version has no evidence heads.
    const isSigned = snapshot.tables.some(({ name }) => name === 'evidence_heads');
    const head = isSigned ? await findLatestHead(snapshot.executor) : null;
    const tables: BackedUpRows[] = [];
    for (const table of snapshot.tables) tables.push(await copyTable(part, table, snapshot.read(table)));
    const waiting = snapshot.readJobs(RESTORED_QUEUES);
    const jobs = waiting && (await copyTable(part, { name: JOBS_FILE, columns: [] }, waiting));
    await writeFileDurably(links, snapshot.readImages());
    return { rows: { migratedTo, tables, jobs }, head: head && formatHead(head), links };
  } finally {
    await snapshot.end();
  }
}

async function copyTable(
  part: string,
  table: TableShape,
  { rows, count }: ReturnType<DatabaseSnapshot['read']>,
): Promise<BackedUpRows> {
  // A compression level that keeps up with the disk; higher levels save little.
  const digest = await writeFileDurably(join(part, rowsFile(table.name)), rows, createGzip({ level: 3 }));
  return { ...table, rows: count(), ...digest };
}

async function copyImages(
  source: string,
  part: string,
  links: string,
  imagesElsewhere: boolean,
): Promise<Manifest['images']> {
  const counted = { files: 0, missing: 0 };
  const target = join(part, 'images');
  async function* lines() {
    for await (const file of imageFilesOf(unescaped(links))) {
      const sha256 = imagesElsewhere ? '0'.repeat(64) : await copyImage(source, target, file);
      counted[sha256 ? 'files' : 'missing'] += 1;
      if (sha256) yield imageLine(sha256, file);
    }
  }
  const list = await writeFileDurably(join(part, IMAGE_LIST), lines());
  await rm(links);
  return { included: !imagesElsewhere, ...counted, list };
}

/** Lines as COPY writes them. A link with a backslash is not one of ours. */
async function* unescaped(file: string): AsyncGenerator<string> {
  const rows = await open(file);
  for await (const line of rows.readLines()) if (!line.includes('\\')) yield line;
}
