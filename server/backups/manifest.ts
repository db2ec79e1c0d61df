/**
 * The description of a backup. It is written last, so a folder without it is not a finished backup
 * (decision 0026).
 */
import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';

export const MANIFEST_FILE = 'manifest.json';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const digest = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));

const RowsSchema = v.object({
  name: v.pipe(v.string(), v.regex(/^[a-z][a-z0-9_]*$/)),
  columns: v.array(v.string()),
  rows: count,
  bytes: count,
  sha256: digest,
});
export type BackedUpRows = v.InferOutput<typeof RowsSchema>;

const ManifestSchema = v.object({
  format: v.literal('waybill-backup-1'),
  madeAt: v.string(),
  /** The schema version: the time of the last migration, in milliseconds since 1970. */
  migratedTo: count,
  /** The public key of the evidence signatures: shows whether SECRET_KEY belongs to this data. */
  publicKey: v.string(),
  tables: v.array(RowsSchema),
  jobs: v.nullable(RowsSchema),
  images: v.object({
    /** Whether the backup contains the files; images in a bucket are only listed. */
    included: v.boolean(),
    files: count,
    /** Image files that shipments refer to but that did not exist. */
    missing: count,
    list: v.object({ bytes: count, sha256: digest }),
  }),
});
export type Manifest = v.InferOutput<typeof ManifestSchema>;

const SealedSchema = v.object({ manifest: v.unknown(), sha256: digest });

const seal = (manifest: unknown) => hash('sha256', JSON.stringify(manifest));

/** The content of the manifest file, including its own digest. */
export function formatManifest(manifest: Manifest): string {
  return `${JSON.stringify({ manifest, sha256: seal(manifest) }, null, 2)}\n`;
}

/**
 * Reads a backup's manifest.
 * @throws If it is missing, damaged or from a later version.
 */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, MANIFEST_FILE), 'utf8').catch(() => {
    throw new Error(`${folder} is not a finished backup: it has no ${MANIFEST_FILE}.`);
  });
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    // Reported below.
  }
  const sealed = v.safeParse(SealedSchema, parsed);
  if (!sealed.success || seal(sealed.output.manifest) !== sealed.output.sha256) {
    throw new Error(`The backup in ${folder} is damaged: ${MANIFEST_FILE} was changed.`);
  }
  const manifest = v.safeParse(ManifestSchema, sealed.output.manifest);
  if (!manifest.success) throw new Error(`The backup in ${folder} was made by another version of Waybill.`);
  return manifest.output;
}
