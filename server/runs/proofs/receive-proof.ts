import { createHash } from 'node:crypto';
import { and, isNull, sql } from 'drizzle-orm';
import type { Transaction } from '../../base/database/client.ts';
import { visitProofs } from '../../base/database/tables/runs.ts';
import { UserError } from '../../base/errors/errors.ts';
import { encodeUpload } from '../../base/images/encode-image.ts';
import type { Services } from '../../context/context.ts';
import { inUnitOfWork } from '../../context/unit-of-work.ts';
import { tellProofs } from '../../messages/tell-proof.ts';
import { lockShipments } from '../../shipments/store/shipments.ts';
import { noteShopEvents } from '../../webhooks/note-events.ts';
import { lockRuns, recordHeartbeat } from '../store/runs.ts';
import { findProof, isProof, markMissing, type ProofRow } from '../store/visit-proofs.ts';

export interface ProofAddress {
  visitId: string;
  /** Hexadecimal, of the bytes on the phone. */
  sha256: string;
}

type DeclaredProof = ProofRow & { courierId: string; runId: string };

/**
 * Finds a picture that this courier declared.
 * @throws NOT_FOUND, also before its visit arrives.
 */
export async function requireDeclaredProof(
  { db }: Pick<Services, 'db'>,
  courierId: string,
  { visitId, sha256 }: ProofAddress,
): Promise<DeclaredProof> {
  const proof = await findProof(db, visitId, Buffer.from(sha256, 'hex'));
  if (proof?.courierId !== courierId) throw new UserError('NOT_FOUND', 'This visit hasn’t arrived yet.');
  return proof;
}

export const alteredProof = () =>
  new UserError('CONFLICT', 'The picture was damaged on the way. Your phone keeps it and sends it again.');

/** Resolves a visit's missing-photo exceptions once no photo is missing. */
async function resolvePhotosOf(tx: Transaction, visitId: string): Promise<void> {
  await tx.execute(sql`
    update run_exceptions set resolved_at = now()
    where fact_id = ${visitId} and kind = 'photo-not-received' and resolved_at is null
      and not exists (select from visit_proofs where visit_id = ${visitId} and missing_at is not null)`);
}

async function markProofReceived(
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
const markProofMissing = (tx: Transaction, proof: Pick<ProofRow, 'visitId' | 'sha256'>): Promise<boolean> =>
  markMissing(tx, isProof(proof));

/**
 * Stores a declared picture.
 * @throws CONFLICT for another hash; BAD_REQUEST, on which the phone deletes its copy, only if the encoder rejects it.
 */
export async function receiveProof(
  services: Services,
  { proof, file, sha256, requestId }: { proof: DeclaredProof; file: string; sha256: Buffer; requestId: string },
): Promise<void> {
  if (!sha256.equals(proof.sha256)) throw alteredProof();
  const order = { services, actor: { id: proof.courierId }, procedure: 'proofs' as const, requestId };
  const image = await encodeUpload(file).catch(async (error: unknown) => {
    if (!(error instanceof UserError)) throw error;
    await inUnitOfWork(order, async ({ tx }) => {
      await lockRuns(tx, [proof.runId]);
      if (await markProofMissing(tx, proof)) await recordHeartbeat(tx, proof.runId);
    });
    throw error;
  });
  const bytes = image.variants.at(-1)?.bytes ?? Buffer.alloc(0);
  const storageKey = await services.proofs.save(bytes);
  const storedSha256 = createHash('sha256').update(bytes).digest();
  // If this fails, the file stays: it may have committed.
  const isFirst = await inUnitOfWork(order, async (unit) => {
    const { tx } = unit;
    const shipments = await lockShipments(tx, proof.shipmentIds);
    await lockRuns(tx, [proof.runId]);
    const isNew = await markProofReceived(tx, proof, { storageKey, storedSha256 });
    if (isNew) {
      await recordHeartbeat(tx, proof.runId);
      await resolvePhotosOf(tx, proof.visitId);
      const occurredAt = new Date();
      await noteShopEvents(
        unit,
        shipments
          .filter(({ deletedAt }) => deletedAt === null)
          .map((shipment) => ({ shipment, type: 'shipment.proof_received', status: shipment.status, occurredAt })),
      );
      await tellProofs(unit, shipments);
    }
    return isNew;
  });
  if (!isFirst) await services.proofs.remove(storageKey);
}
