import { and, eq, lt, sql } from 'drizzle-orm';
import type { SmsState } from '../../../src/domain/sms.ts';
import type { Executor, Transaction } from '../../base/database/client.ts';
import { sms, smsStops } from '../../base/database/tables/messages/messages.ts';
import { deleteBatch } from '../../base/sql/delete-batch.ts';
import { anyOf } from '../../base/sql/lists.ts';

export type SmsRow = typeof sms.$inferSelect;

export const FIRST_SENT = sql`coalesce(${sms.sentAt}, now())`;

/** Moves a text on, from one of these states; false if it is in another by now. */
export async function moveSms(
  executor: Executor,
  id: string,
  from: readonly SmsState[],
  to: Partial<Omit<SmsRow, 'id' | 'sentAt'>> & { isSent?: boolean },
): Promise<boolean> {
  const { isSent, ...set } = to;
  const rows = await executor
    .update(sms)
    .set({ ...set, ...(isSent && { sentAt: FIRST_SENT }) })
    .where(and(eq(sms.id, id), anyOf(sms.state, from)))
    .returning({ id: sms.id });
  return rows.length > 0;
}

export const MOST_TOGETHER = 20;

/** A STOP a day after the last one counts as news. */
export async function setStopped(executor: Executor, numberHash: Buffer, stops: boolean): Promise<boolean> {
  const { rowCount } = stops
    ? await executor
        .insert(smsStops)
        .values({ numberHash })
        .onConflictDoUpdate({
          target: smsStops.numberHash,
          set: { createdAt: sql`now()` },
          setWhere: lt(smsStops.createdAt, sql`now() - interval '1 day'`),
        })
    : await executor.delete(smsStops).where(eq(smsStops.numberHash, numberHash));
  return Boolean(rowCount);
}

/** Empties what tells a person in the texts of shipments. Their rows stay, since texts are counted; no number begins with `erased`. */
export async function emptyTextsOf(tx: Transaction, shipmentIds: readonly string[]): Promise<void> {
  await tx
    .update(sms)
    .set({ number: sql`'erased ' || ${sms.id}`, linkHash: null, linkDevice: null, lastError: null, reply: null })
    .where(anyOf(sms.shipmentId, shipmentIds));
}

/** What a server that ended has left, and no job takes up. */
async function endLeftSms(executor: Executor): Promise<void> {
  const end = (from: SmsState, state: SmsState, age: string) =>
    executor
      .update(sms)
      .set({ state })
      .where(and(eq(sms.state, from), lt(sms.createdAt, sql`now() - ${age}::interval`)));
  await end('sending', 'unknown', '1 day');
  await end('queued', 'dropped', '4 days');
}

export async function tidySms(executor: Executor, days: number): Promise<boolean> {
  await endLeftSms(executor);
  return deleteBatch(executor, sms, lt(sms.createdAt, sql`now() - ${days} * interval '1 day'`));
}
