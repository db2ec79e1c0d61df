/** Who gets the sheet of each day by email. */
import { eq, lt, sql } from 'drizzle-orm';
import type { Executor, Transaction } from '../../database/client.ts';
import { daySheetReaders } from '../../database/tables/messages/messages.ts';

const { userId, doneDay } = daySheetReaders;

export async function addDaySheetReader(executor: Executor, reader: typeof daySheetReaders.$inferInsert) {
  await executor.insert(daySheetReaders).values(reader).onConflictDoNothing();
}

export async function deleteDaySheetReader(executor: Executor, id: string): Promise<void> {
  await executor.delete(daySheetReaders).where(eq(userId, id));
}

export async function isDaySheetReader(executor: Executor, id: string): Promise<boolean> {
  return (await executor.select().from(daySheetReaders).where(eq(userId, id))).length > 0;
}

/** Marks the day as done, once, and returns for whom. Another server waits here for the commit. */
export async function claimDaySheetReaders(tx: Transaction, day: string): Promise<string[]> {
  const rows = await tx.update(daySheetReaders).set({ doneDay: day }).where(lt(doneDay, day)).returning({ userId });
  return rows.map((row) => row.userId);
}

export async function hasRunsOn(executor: Executor, day: string): Promise<boolean> {
  const { rows } = await executor.execute(sql`select from runs where day = ${day} and status <> 'cancelled' limit 1`);
  return rows.length > 0;
}
