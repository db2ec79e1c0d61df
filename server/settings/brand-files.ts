/** The pictures and legal pages that a brand saves on a page. */
import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { sentences } from '../../src/domain/errors.ts';
import {
  BRAND_FILE_TOO_LARGE,
  BRAND_FILES,
  type BrandFiles,
  isPicture,
  MAX_BRAND_FILE,
  type SaveBrandFile,
} from '../../src/domain/settings/brand-files.ts';
import { hasPart, readBrandFolder, type StoredFile } from '../base/config/brand-folder.ts';
import { brandFiles } from '../base/database/tables/settings.ts';
import { UserError } from '../base/errors/errors.ts';
import { checkPicture } from '../brand/draw-pictures.ts';
import { listBrandFiles, storedFiles } from '../brand/store/brand-files.ts';
import type { Services } from '../context/context.ts';
import type { UnitOfWork } from '../context/unit-of-work.ts';
import { listNames } from './get-settings.ts';

/** Says of each file where it comes from (settings.getFiles). */
export async function getBrandFiles({ db, environment }: Services): Promise<BrandFiles> {
  const [folder, rows] = await Promise.all([readBrandFolder(environment.BRAND_DIR), listBrandFiles(db)]);
  const names = await listNames(db, rows);
  return BRAND_FILES.map((name) => {
    const row = rows.find((one) => one.name === name);
    if (hasPart(folder, name)) return { name, source: 'server', changed: null };
    return {
      name,
      source: row?.bytes ? 'brand' : 'none',
      ...(row?.bytes && !isPicture(name) && { text: row.bytes.toString() }),
      changed: row ? { by: names.get(row.changedBy) ?? '', at: row.createdAt.toISOString() } : null,
    };
  });
}

/**
 * Saves or takes away a file (settings.saveFile). All servers show it as the transaction ends.
 * @throws BAD_REQUEST if it cannot be used, CONFLICT if the server’s folder has one
 */
export async function saveBrandFile(unit: UnitOfWork, { name, content }: SaveBrandFile): Promise<void> {
  const { tx, services, actor } = unit;
  if (!actor) throw new UserError('FORBIDDEN');
  const bytes = content === null ? null : Buffer.from(content, 'base64');
  if (bytes && bytes.length > MAX_BRAND_FILE) throw refusal(BRAND_FILE_TOO_LARGE);
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('settings', 0))`);
  const rows = await listBrandFiles(tx);
  const others = storedFiles(rows).filter((one) => one.name !== name);
  const { BRAND_DIR } = services.environment;
  if (hasPart(await readBrandFolder(BRAND_DIR), name))
    throw new UserError('CONFLICT', 'The server’s own folder has this file, and wins.');
  await check(BRAND_DIR, [...others, ...(bytes ? [{ name, bytes }] : [])]);
  if (bytes && isPicture(name))
    await checkPicture(bytes).catch(() => {
      throw refusal('This picture can’t be drawn. Try another file.');
    });
  const [saved] = await tx
    .insert(brandFiles)
    .values({ name, bytes, changedBy: actor.id })
    .returning({ id: brandFiles.id });
  const before = rows.find((row) => row.name === name)?.bytes ?? null;
  await unit.audit({
    entity: 'setting',
    entityId: saved?.id ?? '',
    before: { [name]: before && fingerprint(before) },
    after: { [name]: bytes && fingerprint(bytes) },
  });
  await tx.execute(sql`select pg_notify('live', '{"settings":true}')`);
}

const refusal = (sentence: string) =>
  new UserError('BAD_REQUEST', sentences.BAD_REQUEST, { fieldErrors: { content: [sentence] } });

/** @throws BAD_REQUEST */
async function check(folder: string | undefined, files: readonly StoredFile[]): Promise<void> {
  try {
    await readBrandFolder(folder, files);
  } catch (error) {
    throw refusal((error as Error).message.replace(/^BRAND_DIR: /, ''));
  }
}

/** The trail says which file it was; the file itself is in its table. */
const fingerprint = (bytes: Buffer) =>
  `${bytes.length} bytes, ${createHash('sha256').update(bytes).digest('hex').slice(0, 12)}`;
