/** Append-only. */

import { and, asc, desc, eq, isNotNull } from 'drizzle-orm';
import { fromCents } from '../../../src/domain/money.ts';
import { pick } from '../../../src/domain/pick.ts';
import type { Executor, Transaction } from '../../base/database/client.ts';
import { courierFacts, factOutcomes, visitTexts } from '../../base/database/tables/runs.ts';
import { anyOf } from '../../base/sql/lists.ts';

export type FactRow = typeof courierFacts.$inferSelect;
export type OutcomeRow = typeof factOutcomes.$inferSelect;
export type NewFact = Omit<FactRow, 'createdAt'>;

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
