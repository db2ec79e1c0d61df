/** Append-only. */

import { and, asc, desc, eq, isNotNull, sql } from 'drizzle-orm';
import { fromCents } from '../../../src/domain/money.ts';
import { pick } from '../../../src/domain/pick.ts';
import type { Executor, Transaction } from '../../base/database/client.ts';
import { courierFacts, factOutcomes, visitTexts } from '../../base/database/tables/runs.ts';
import { anyOf, inBatches } from '../../base/sql/lists.ts';
import { findRow } from '../../base/sql/rows.ts';

export type FactRow = typeof courierFacts.$inferSelect;
export type OutcomeRow = typeof factOutcomes.$inferSelect;
export type NewFact = Omit<FactRow, 'createdAt'>;

/** Adds a fact; false if it exists. Waits for a concurrent insert. */
export async function insertFact(tx: Transaction, fact: NewFact): Promise<boolean> {
  const rows = await tx.insert(courierFacts).values(fact).onConflictDoNothing().returning({ id: courierFacts.id });
  return rows.length > 0;
}

export const findFact = (executor: Executor, id: string): Promise<FactRow | null> =>
  findRow(executor, courierFacts, eq(courierFacts.id, id));

/** The latest of the run's release and these tasks' creation or, if needed, first loading. */
export async function findEarliest(
  executor: Executor,
  runId: string,
  { taskIds, shipmentIds, isLoaded }: Record<'taskIds' | 'shipmentIds', readonly string[]> & { isLoaded: boolean },
): Promise<Date | null> {
  const first = sql`select min(f.occurred_at) from fact_outcomes o join courier_facts f on f.id = o.fact_id
    where ${isLoaded} and o.shipment_id = t.shipment_id and o.task_id = t.id and o.result = 'loaded'`;
  const { rows } = await executor.execute<{ at: string }>(sql`select greatest(r.created_at,
      (select min(a.created_at) from audit_entries a
        where a.entity = 'run' and a.entity_id = r.id and a.after ->> 'status' = 'released'),
      (select max(s.created_at) from shipments s where ${anyOf(sql`s.id`, shipmentIds)}),
      (select max(coalesce((${first}), t.created_at)) from run_tasks t where ${anyOf(sql`t.id`, taskIds)})) as at
    from runs r where r.id = ${runId}`);
  return rows[0] ? new Date(rows[0].at) : null;
}

/** What a run's courier said last that they hand over. */
export async function findHandedOver(executor: Executor, runId: string) {
  const [row] = await executor
    .select({ cents: courierFacts.cashCents, at: courierFacts.occurredAt })
    .from(courierFacts)
    .where(and(eq(courierFacts.runId, runId), isNotNull(courierFacts.cashCents)))
    .orderBy(desc(courierFacts.occurredAt), desc(courierFacts.createdAt))
    .limit(1);
  return row ? { amount: fromCents(row.cents ?? 0n), at: row.at.toISOString() } : null;
}

export async function insertOutcomes(
  tx: Transaction,
  outcomes: readonly (Pick<OutcomeRow, 'factId' | 'taskId' | 'shipmentId' | 'result'> & Partial<OutcomeRow>)[],
): Promise<void> {
  for (const some of inBatches(outcomes)) await tx.insert(factOutcomes).values(some);
}

/** Adds what the courier wrote, unless empty. */
export async function insertVisitTexts(
  tx: Transaction,
  words: { visitId: string; recipient: string; note: string },
): Promise<void> {
  if (words.recipient || words.note) await tx.insert(visitTexts).values(words);
}

export interface VisitOutcomeRow extends OutcomeRow {
  courierId: string;
  occurredAt: Date;
  earliestAt: Date | null;
  createdAt: Date;
}

export async function listVisitOutcomes(
  executor: Executor,
  shipmentIds: readonly string[],
): Promise<VisitOutcomeRow[]> {
  if (shipmentIds.length === 0) return [];
  const rows = await executor
    .select({
      outcome: factOutcomes,
      ...pick(courierFacts, 'courierId', 'occurredAt', 'earliestAt', 'createdAt'),
    })
    .from(factOutcomes)
    .innerJoin(courierFacts, eq(courierFacts.id, factOutcomes.factId))
    .where(and(anyOf(factOutcomes.shipmentId, shipmentIds), anyOf(factOutcomes.result, ['delivered', 'failed'])))
    .orderBy(asc(courierFacts.occurredAt), asc(courierFacts.createdAt), asc(courierFacts.id));
  return rows.map(({ outcome, ...fact }) => ({ ...outcome, ...fact }));
}

export const isSupersededIn = (
  visits: readonly VisitOutcomeRow[],
  { factId, courierId }: Pick<VisitOutcomeRow, 'factId' | 'courierId'>,
): boolean => visits.some((later) => later.supersedes === factId && later.courierId === courierId);
