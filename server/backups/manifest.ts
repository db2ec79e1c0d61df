/** Written last: without it a backup is unfinished (decision 0026). */
import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';

export const MANIFEST_FILE = 'manifest.json';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const digest = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));

const TableBackupSchema = v.object({
  name: v.pipe(v.string(), v.regex(/^[a-z][a-z0-9_]*$/)),
  columns: v.array(v.string()),
  rows: count,
  bytes: count,
  sha256: digest,
});
export type TableBackup = v.InferOutput<typeof TableBackupSchema>;

const ManifestSchema = v.object({
  format: v.literal('waybill-backup-1'),
  madeAt: v.string(),
  /** In milliseconds since 1970. */
  migratedTo: count,
  publicKey: v.string(),
  tables: v.array(TableBackupSchema),
  jobs: v.nullable(TableBackupSchema),
  images: v.object({
    /** False for images in a bucket. */
    included: v.boolean(),
    files: count,
    missing: count,
    list: v.object({ bytes: count, sha256: digest }),
  }),
});
export type Manifest = v.InferOutput<typeof ManifestSchema>;

const ManifestFileSchema = v.object({ manifest: v.unknown(), sha256: digest });

const digestManifest = (manifest: unknown) => hash('sha256', JSON.stringify(manifest));

export function formatManifest(manifest: Manifest): string {
  return `${JSON.stringify({ manifest, sha256: digestManifest(manifest) }, null, 2)}\n`;
}

/** @throws If it is missing, damaged or from another version. */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, MANIFEST_FILE), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EACCES' || error.code === 'EPERM') {
      throw new Error(`This user may not read ${folder}. As root: chown -R waybill: ${folder}.`);
    }
    throw new Error(`${folder} is not a finished backup: it has no ${MANIFEST_FILE}.`);
  });
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    // Reported below.
  }
  const sealed = v.safeParse(ManifestFileSchema, parsed);
  if (!sealed.success || digestManifest(sealed.output.manifest) !== sealed.output.sha256) {
    throw new Error(`The backup in ${folder} is damaged: ${MANIFEST_FILE} was changed.`);
  }
  const manifest = v.safeParse(ManifestSchema, sealed.output.manifest);
  if (!manifest.success) throw new Error(`The backup in ${folder} was made by another version of Waybill.`);
  return manifest.output;
}
