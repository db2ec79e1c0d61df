import { and, arrayOverlaps, eq, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm';
import type { Database, Executor, Transaction } from '../../base/database/client.ts';
import { courierFacts, visitProofs, visitTexts } from '../../base/database/tables/runs.ts';
import { deleteBatch } from '../../base/sql/delete-batch.ts';
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

const isProof = ({ visitId, sha256 }: Pick<ProofRow, 'visitId' | 'sha256'>) =>
  and(eq(visitProofs.visitId, visitId), eq(visitProofs.sha256, sha256));

export async function markProofReceived(
  tx: Transaction,
  proof: Pick<ProofRow, 'visitId' | 'sha256'>,
  stored: { storageKey: string; storedSha256: Buffer },
): Promise<boolean> {
  const rows = await tx
    .update(visitProofs)
    .set({ ...stored, receivedAt: sql`now()`, missingAt: null })
    .where(and(isProof(proof), isNull(visitProofs.receivedAt), isNull(visitProofs.erasedAt)))
    .returning({ visitId: visitProofs.visitId });
  return rows.length > 0;
}

/** Notes that a picture will not come; false if missing or received. */
export const markProofMissing = (tx: Transaction, proof: Pick<ProofRow, 'visitId' | 'sha256'>): Promise<boolean> =>
  markMissing(tx, isProof(proof));

export const markOverdueProofs = (db: Database, hours: number): Promise<boolean> =>
  db.transaction((tx) => markMissing(tx, lt(visitProofs.createdAt, sql`now() - ${hours} * interval '1 hour'`)));

async function markMissing(tx: Transaction, wanted: SQL | undefined): Promise<boolean> {
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

export async function listExpiredProofs(executor: Executor, days: number, limit: number): Promise<ProofRow[]> {
  return executor
    .select()
    .from(visitProofs)
    .where(and(isNotNull(visitProofs.storageKey), lt(visitProofs.createdAt, sql`now() - ${days} * interval '1 day'`)))
    .limit(limit);
}

/** Locks unerased pictures of these shipments; waits for uploads. */
export async function lockProofsOf(tx: Transaction, shipmentIds: readonly string[]): Promise<ProofRow[]> {
  if (shipmentIds.length === 0) return [];
  return tx
    .select()
    .from(visitProofs)
    .where(and(isNull(visitProofs.erasedAt), arrayOverlaps(visitProofs.shipmentIds, [...shipmentIds])))
    .orderBy(visitProofs.visitId, visitProofs.sha256)
    .for('update');
}

export async function listProofKeys(executor: Executor): Promise<string[]> {
  const rows = await executor
    .select({ key: visitProofs.storageKey })
    .from(visitProofs)
    .where(isNotNull(visitProofs.storageKey));
  return rows.flatMap(({ key }) => key ?? []);
}

export async function eraseProof(executor: Executor, proof: Pick<ProofRow, 'visitId' | 'sha256'>): Promise<void> {
  await executor.update(visitProofs).set({ storageKey: null, erasedAt: sql`now()` }).where(isProof(proof));
}

export interface Words {
  visitId: string;
  recipient: string;
  note: string;
}

export async function listWords(executor: Executor, visitIds: readonly string[]): Promise<Words[]> {
  if (visitIds.length === 0) return [];
  return executor
    .select({ visitId: visitTexts.visitId, recipient: visitTexts.recipient, note: visitTexts.note })
    .from(visitTexts)
    .where(anyOf(visitTexts.visitId, visitIds));
}

export const deleteExpiredWords = (executor: Executor, days: number): Promise<boolean> =>
  deleteBatch(executor, visitTexts, lt(visitTexts.createdAt, sql`now() - ${days} * interval '1 day'`));

export async function deleteVisitTextsOf(executor: Executor, shipmentIds: readonly string[]): Promise<void> {
  if (shipmentIds.length === 0) return;
  await executor.execute(sql`
    delete from ${visitTexts} where visit_id in (
      select fact_id from fact_outcomes where shipment_id = any(${sql.param([...shipmentIds])}::uuid[]))`);
  await executor.execute(sql`
    update run_exceptions set note = '' where note <> '' and (
      task_id in (select id from run_tasks where shipment_id = any(${sql.param([...shipmentIds])}::uuid[]))
      or fact_id in (select fact_id from fact_outcomes where shipment_id = any(${sql.param([...shipmentIds])}::uuid[]))
      or tracking_id in (select tracking_id from shipments where id = any(${sql.param([...shipmentIds])}::uuid[])))`);
}
