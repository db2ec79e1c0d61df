import { lt, sql } from 'drizzle-orm';
import type { Executor } from '../../base/database/client.ts';
import { printFiles } from '../../base/database/tables/print-files.ts';
import { deleteBatch } from '../../base/sql/delete-batch.ts';

export const deleteOldPrintFiles = (executor: Executor): Promise<boolean> =>
  deleteBatch(executor, printFiles, lt(printFiles.createdAt, sql`now() - interval '1 day'`));
