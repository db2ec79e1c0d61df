import { and, arrayOverlaps, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import type { Executor } from '../../database/client.ts';
import { courierFacts, runExceptions, visitProofs } from '../../database/tables/courier-facts.ts';
import { isProof, type ProofRow } from './visit-proofs.ts';

/**
 * Marks pictures as missing that were declared longer ago than this, each with an exception on its
 * run.
 */
export async function markOverdueProofs(executor: Executor, hours: number): Promise<void> {
  const overdue = executor.$with('overdue').as(
    executor
      .update(visitProofs)
      .set({ missingAt: sql`now()` })
      .where(
        and(
          isNull(visitProofs.receivedAt),
          isNull(visitProofs.missingAt),
          lt(visitProofs.createdAt, sql`now() - ${hours} * interval '1 hour'`),
        ),
      )
      .returning({ visitId: visitProofs.visitId }),
  );
  const missed = await executor.with(overdue).select({ visitId: overdue.visitId }).from(overdue);
  if (missed.length === 0) return;
  await executor.execute(sql`
    insert into ${runExceptions} (id, run_id, kind, fact_id)
    select gen_random_uuid(), run_id, 'photo-not-received', id from ${courierFacts}
    where id = any(${sql.param(missed.map(({ visitId }) => visitId))}::uuid[])`);
}

/** Stored pictures older than this, some at a time. */
export async function listExpiredProofs(executor: Executor, days: number, limit: number): Promise<ProofRow[]> {
  return executor
    .select()
    .from(visitProofs)
    .where(and(isNotNull(visitProofs.storageKey), lt(visitProofs.createdAt, sql`now() - ${days} * interval '1 day'`)))
    .limit(limit);
}

/** The stored pictures that show one of these shipments. */
export async function listStoredProofsOf(executor: Executor, shipmentIds: readonly string[]): Promise<ProofRow[]> {
  if (shipmentIds.length === 0) return [];
  return executor
    .select()
    .from(visitProofs)
    .where(and(isNotNull(visitProofs.storageKey), arrayOverlaps(visitProofs.shipmentIds, [...shipmentIds])));
}

/** Forgets where a picture was stored; its hashes and times stay. */
export async function eraseProof(executor: Executor, proof: Pick<ProofRow, 'visitId' | 'sha256'>): Promise<void> {
  await executor.update(visitProofs).set({ storageKey: null, erasedAt: sql`now()` }).where(isProof(proof));
}
