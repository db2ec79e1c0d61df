import { and, eq, gt, lt, sql } from 'drizzle-orm';
import { PRINT_FILE_MS, type PrintFileOrder } from '../../../src/domain/labels/printing.ts';
import type { Executor, Transaction } from '../../base/database/client.ts';
import { printFiles } from '../../base/database/tables/print-files.ts';
import { deleteBatch } from '../../base/sql/delete-batch.ts';
import { insertRow } from '../../base/sql/rows.ts';

export async function insertPrintFile(
  tx: Transaction,
  file: { userId: string; order: PrintFileOrder },
): Promise<string> {
  return (await insertRow(tx, printFiles, file)).id;
}

/** Returns a user’s order of the last hour. */
export async function findPrintFile(
  executor: Executor,
  { id, userId }: { id: string; userId: string },
): Promise<PrintFileOrder | undefined> {
  const isFresh = gt(printFiles.createdAt, sql`now() - make_interval(secs => ${PRINT_FILE_MS / 1000})`);
  const [file] = await executor
    .select({ order: printFiles.order })
    .from(printFiles)
    .where(and(eq(printFiles.id, id), eq(printFiles.userId, userId), isFresh));
  return file?.order;
}

export async function markDrawn(tx: Transaction, id: string): Promise<boolean> {
  const marked = await tx
    .update(printFiles)
    .set({ isDrawn: true })
    .where(and(eq(printFiles.id, id), eq(printFiles.isDrawn, false)))
    .returning({ id: printFiles.id });
  return marked.length > 0;
}

export const deleteOldPrintFiles = (executor: Executor): Promise<boolean> =>
  deleteBatch(executor, printFiles, lt(printFiles.createdAt, sql`now() - interval '1 day'`));
