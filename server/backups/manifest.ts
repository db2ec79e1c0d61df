/** What a backup says of itself: the last file that is written, so that a folder without it is no backup (0026). */
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
  /** How far the schema had been migrated, in milliseconds since 1970. */
  migratedTo: count,
  /** The public half of the key that signs evidence: tells whether SECRET_KEY is the one that these rows belong to. */
  publicKey: v.string(),
  tables: v.array(RowsSchema),
  jobs: v.nullable(RowsSchema),
  images: v.object({
    /** Whether the files are in the backup; what a bucket keeps is only listed. */
    included: v.boolean(),
    files: count,
    /** Files of shipments that were not there. */
    missing: count,
    list: v.object({ bytes: count, sha256: digest }),
  }),
});
export type Manifest = v.InferOutput<typeof ManifestSchema>;

const SealedSchema = v.object({ manifest: v.unknown(), sha256: digest });

const seal = (manifest: unknown) => hash('sha256', JSON.stringify(manifest));

/** The text of the manifest file, with its own digest in it. */
export function formatManifest(manifest: Manifest): string {
  return `${JSON.stringify({ manifest, sha256: seal(manifest) }, null, 2)}\n`;
}

/** Reads the manifest of a backup. Throws where there is none, or not a whole one, or one of a later version. */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, MANIFEST_FILE), 'utf8').catch(() => {
    throw new Error(`${folder} is not a finished backup: it has no ${MANIFEST_FILE}.`);
  });
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    // Said below.
  }
  const sealed = v.safeParse(SealedSchema, parsed);
  if (!sealed.success || seal(sealed.output.manifest) !== sealed.output.sha256) {
    throw new Error(`The backup in ${folder} is damaged: ${MANIFEST_FILE} was changed.`);
  }
  const manifest = v.safeParse(ManifestSchema, sealed.output.manifest);
  if (!manifest.success) throw new Error(`The backup in ${folder} was made by another version of Waybill.`);
  return manifest.output;
}
