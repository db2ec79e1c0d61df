import { desc } from 'drizzle-orm';
import type { StoredFile } from '../../base/config/brand-folder.ts';
import type { Executor } from '../../base/database/client.ts';
import { brandFiles } from '../../base/database/tables/settings.ts';

/** Lists the last of each name, also what was taken away. */
export const listBrandFiles = (executor: Executor) =>
  executor.selectDistinctOn([brandFiles.name]).from(brandFiles).orderBy(brandFiles.name, desc(brandFiles.number));
export type BrandFileRow = Awaited<ReturnType<typeof listBrandFiles>>[number];

export const storedFiles = (rows: readonly BrandFileRow[]): StoredFile[] =>
  rows.flatMap(({ name, bytes }) => (bytes ? { name, bytes } : []));
