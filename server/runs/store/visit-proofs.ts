import { and, eq, isNotNull, type SQL, sql } from 'drizzle-orm';
import type { Executor, Transaction } from '../../base/database/client.ts';
import { courierFacts, visitProofs } from '../../base/database/tables/runs.ts';
import { anyOf, inBatches } from '../../base/sql/lists.ts';
import { lockRuns } from './runs.ts';

export type ProofRow = typeof visitProofs.$inferSelect;
type NewProof = Pick<ProofRow, 'visitId' | 'sha256' | 'kind' | 'type' | 'size' | 'shipmentIds' | 'erasedAt'>;

/** Adds declared pictures, whose bytes follow unless erased. */
export async function insertProofs(tx: Transaction, proofs: readonly NewProof[]): Promise<void> {
  for (const some of inBatches(proofs)) await tx.insert(visitProofs).values(some);
}

export async function findProof(
  executor: Executor,
  visitId: string,
  sha256: Buffer,
): Promise<(ProofRow & { courierId: string; runId: string }) | null> {
  const [row] = await executor
    .select({ proof: visitProofs, courierId: courierFacts.courierId, runId: courierFacts.runId })
    .from(visitProofs)
    .innerJoin(courierFacts, eq(courierFacts.id, visitProofs.visitId))
    .where(and(eq(visitProofs.visitId, visitId), eq(visitProofs.sha256, sha256)));
  return row ? { ...row.proof, courierId: row.courierId, runId: row.runId } : null;
}

export async function listProofs(executor: Executor, visitIds: readonly string[]): Promise<ProofRow[]> {
  if (visitIds.length === 0) return [];
  return executor
    .select()
    .from(visitProofs)
    .where(anyOf(visitProofs.visitId, visitIds))
    .orderBy(visitProofs.visitId, visitProofs.sha256);
}

export const isProof = ({ visitId, sha256 }: Pick<ProofRow, 'visitId' | 'sha256'>) =>
  and(eq(visitProofs.visitId, visitId), eq(visitProofs.sha256, sha256));

export async function markMissing(tx: Transaction, wanted: SQL | undefined): Promise<boolean> {
  const isAwaited = sql`received_at is null and missing_at is null and erased_at is null and ${wanted}`;
  const { rows } = await tx.execute<{ id: string }>(sql`
    select distinct run_id as id from courier_facts where id in (select visit_id from visit_proofs where ${isAwaited})`);
  if (rows.length === 0) return false;
  await lockRuns(
    tx,
    rows.map(({ id }) => id),
  );
  const { rowCount } = await tx.execute(sql`
    with missed as (
      update visit_proofs set missing_at = now() where ${isAwaited} returning visit_id, shipment_ids
    ), noted as (
      insert into run_exceptions (id, run_id, kind, fact_id, task_id)
      select gen_random_uuid(), f.run_id, 'photo-not-received', f.id, (
        select task_id from fact_outcomes o
        where o.fact_id = f.id and array[o.shipment_id] = missed.shipment_ids)
      from missed join courier_facts f on f.id = missed.visit_id
      returning run_id
    )
    update runs set version = version where id in (select run_id from noted)`);
  return (rowCount ?? 0) > 0;
}

export async function listProofKeys(executor: Executor): Promise<string[]> {
  const rows = await executor
    .select({ key: visitProofs.storageKey })
    .from(visitProofs)
    .where(isNotNull(visitProofs.storageKey));
  return rows.flatMap(({ key }) => key ?? []);
}

export interface Words {
  visitId: string;
  recipient: string;
  note: string;
}
