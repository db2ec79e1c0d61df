import { inArray, lt, sql } from 'drizzle-orm';
import type { Executor } from '../../database/client.ts';
import { visitWords } from '../../database/tables/courier-facts.ts';

export interface Words {
  visitId: string;
  recipient: string;
  note: string;
}

/** What couriers wrote at these visits. */
export async function listWords(executor: Executor, visitIds: readonly string[]): Promise<Words[]> {
  if (visitIds.length === 0) return [];
  return executor
    .select({ visitId: visitWords.visitId, recipient: visitWords.recipient, note: visitWords.note })
    .from(visitWords)
    .where(inArray(visitWords.visitId, [...visitIds]));
}

/** Deletes what couriers wrote longer ago than this. */
export async function deleteExpiredWords(executor: Executor, days: number): Promise<void> {
  await executor.delete(visitWords).where(lt(visitWords.createdAt, sql`now() - ${days} * interval '1 day'`));
}

/** Deletes what couriers wrote at visits with one of these shipments. */
export async function deleteWordsOf(executor: Executor, shipmentIds: readonly string[]): Promise<void> {
  if (shipmentIds.length === 0) return;
  await executor.execute(sql`
    delete from ${visitWords} where visit_id in (
      select fact_id from fact_outcomes where shipment_id = any(${sql.param([...shipmentIds])}::uuid[]))`);
}
