/** The pictures that visits declared. */
import { and, arrayOverlaps, eq, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import type { Executor, Transaction } from '../../database/client.ts';
import { courierFacts, runExceptions, visitProofs, visitWords } from '../../database/tables/runs.ts';

export type ProofRow = typeof visitProofs.$inferSelect;
type NewProof = Pick<ProofRow, 'visitId' | 'sha256' | 'kind' | 'type' | 'size' | 'shipmentIds'>;

/** Adds declared pictures, whose bytes follow. */
export async function insertProofs(tx: Transaction, proofs: readonly NewProof[]): Promise<void> {
  if (proofs.length > 0) await tx.insert(visitProofs).values([...proofs]);
}

/** A declared picture, and the courier who declared it; null if unknown. */
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

/** The pictures of these visits. */
export async function listProofs(executor: Executor, visitIds: readonly string[]): Promise<ProofRow[]> {
  if (visitIds.length === 0) return [];
  return executor
    .select()
    .from(visitProofs)
    .where(inArray(visitProofs.visitId, [...visitIds]))
    .orderBy(visitProofs.visitId, visitProofs.sha256);
}

const isProof = ({ visitId, sha256 }: Pick<ProofRow, 'visitId' | 'sha256'>) =>
  and(eq(visitProofs.visitId, visitId), eq(visitProofs.sha256, sha256));

/** Notes where a picture was stored. False if another upload was faster. */
export async function markProofReceived(
  tx: Transaction,
  proof: Pick<ProofRow, 'visitId' | 'sha256'>,
  stored: { storageKey: string; storedSha256: Buffer },
): Promise<boolean> {
  const rows = await tx
    .update(visitProofs)
    .set({ ...stored, receivedAt: sql`now()`, missingAt: null })
    .where(and(isProof(proof), isNull(visitProofs.receivedAt)))
    .returning({ visitId: visitProofs.visitId });
  return rows.length > 0;
}

/** Notes that a picture will not come. False if that was noted, or it has come. */
export async function markProofMissing(tx: Transaction, proof: Pick<ProofRow, 'visitId' | 'sha256'>): Promise<boolean> {
  const rows = await tx
    .update(visitProofs)
    .set({ missingAt: sql`now()` })
    .where(and(isProof(proof), isNull(visitProofs.receivedAt), isNull(visitProofs.missingAt)))
    .returning({ visitId: visitProofs.visitId });
  return rows.length > 0;
}

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

/** Where all stored pictures are, for a backup. */
export async function listProofKeys(executor: Executor): Promise<string[]> {
  const rows = await executor
    .select({ key: visitProofs.storageKey })
    .from(visitProofs)
    .where(isNotNull(visitProofs.storageKey));
  return rows.flatMap(({ key }) => key ?? []);
}

/** Forgets where a picture was stored; its hashes and times stay. */
export async function eraseProof(executor: Executor, proof: Pick<ProofRow, 'visitId' | 'sha256'>): Promise<void> {
  await executor.update(visitProofs).set({ storageKey: null, erasedAt: sql`now()` }).where(isProof(proof));
}

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
