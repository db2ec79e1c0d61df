/** The pictures that visits declared. */
import { and, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Executor, Transaction } from '../../database/client.ts';
import { courierFacts, visitProofs } from '../../database/tables/courier-facts.ts';

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

/** The condition for one declared picture. */
export const isProof = ({ visitId, sha256 }: Pick<ProofRow, 'visitId' | 'sha256'>) =>
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

/** Where all stored pictures are, for a backup. */
export async function listProofKeys(executor: Executor): Promise<string[]> {
  const rows = await executor
    .select({ key: visitProofs.storageKey })
    .from(visitProofs)
    .where(isNotNull(visitProofs.storageKey));
  return rows.flatMap(({ key }) => key ?? []);
}
