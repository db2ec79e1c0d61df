import { and, desc, eq, gt, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import type { Executor } from '../../base/database/client.ts';
import { backups } from '../../base/database/tables/audit.ts';

export type BackupRow = typeof backups.$inferSelect;

const KEPT = '400 days';

export async function insertBackup(executor: Executor, folder: string): Promise<string> {
  await executor.delete(backups).where(lt(backups.startedAt, sql`now() - ${KEPT}::interval`));
  const [row] = await executor.insert(backups).values({ folder }).returning({ id: backups.id });
  return row?.id ?? '';
}

export async function endBackup(
  executor: Executor,
  id: string,
  end: { bytes: number | null; problem: string | null },
): Promise<void> {
  await executor
    .update(backups)
    .set({ ...end, endedAt: sql`clock_timestamp()` })
    .where(eq(backups.id, id));
}

export async function findBackups(
  executor: Executor,
): Promise<{ good: BackupRow | null; attempt: BackupRow | null; failed: BackupRow | null }> {
  const newest = executor.select().from(backups).orderBy(desc(backups.startedAt)).limit(1).$dynamic();
  const isGood = and(isNotNull(backups.endedAt), isNull(backups.problem));
  const [attempt] = await newest;
  const [good] = await executor.select().from(backups).where(isGood).orderBy(desc(backups.startedAt)).limit(1);
  const isLater = good ? gt(backups.startedAt, good.startedAt) : undefined;
  const [failed] = await executor
    .select()
    .from(backups)
    .where(and(isNotNull(backups.problem), isLater))
    .orderBy(desc(backups.startedAt))
    .limit(1);
  return { good: good ?? null, attempt: attempt ?? null, failed: failed ?? null };
}
