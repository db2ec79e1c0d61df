import type { DeliveryVisit, ProofState } from '../../src/domain/delivery.ts';
import { groupRows } from '../../src/domain/group-rows.ts';
import type { Executor } from '../base/database/client.ts';
import { visitTexts } from '../base/database/tables/runs.ts';
import { anyOf } from '../base/sql/lists.ts';
import { isSupersededIn, listVisitOutcomes } from '../runs/store/courier-facts.ts';
import { listProofs, type ProofRow, type Words } from '../runs/store/visit-proofs.ts';

async function listWords(executor: Executor, visitIds: readonly string[]): Promise<Words[]> {
  if (visitIds.length === 0) return [];
  return executor
    .select({ visitId: visitTexts.visitId, recipient: visitTexts.recipient, note: visitTexts.note })
    .from(visitTexts)
    .where(anyOf(visitTexts.visitId, visitIds));
}

export async function listVisits(
  executor: Executor,
  shipmentIds: readonly string[],
): Promise<Map<string, (DeliveryVisit & { taskId: string })[]>> {
  const outcomes = await listVisitOutcomes(executor, shipmentIds);
  const visitIds = [...new Set(outcomes.map(({ factId }) => factId))];
  const words = new Map((await listWords(executor, visitIds)).map((row) => [row.visitId, row]));
  const proofs = groupRows(await listProofs(executor, visitIds), ({ visitId }) => visitId);
  const visits = outcomes.map((outcome) => {
    const { factId: id, taskId, shipmentId, result, method, reason, earliestAt } = outcome;
    const isDelivered = result === 'delivered';
    return {
      shipmentId,
      visit: {
        id,
        taskId,
        occurredAt: outcome.occurredAt.toISOString(),
        ...(earliestAt && { earliestAt: earliestAt.toISOString() }),
        createdAt: outcome.createdAt.toISOString(),
        result: isDelivered ? ('delivered' as const) : ('failed' as const),
        method,
        reason,
        recipient: (isDelivered && words.get(id)?.recipient) || '',
        note: words.get(id)?.note ?? '',
        corrected: isSupersededIn(
          outcomes.filter((other) => other.shipmentId === shipmentId),
          outcome,
        ),
        ...(outcome.code && { codeResult: outcome.code }),
        proofs: (proofs.get(id) ?? []).filter((proof) => proof.shipmentIds.includes(shipmentId)).map(describeProof),
      },
    };
  });
  const byShipment = groupRows(visits, ({ shipmentId }) => shipmentId);
  return new Map(Array.from(byShipment, ([id, some]) => [id, some.map(({ visit }) => visit)]));
}

const describeProof = (proof: ProofRow) => ({
  sha256: proof.sha256.toString('hex'),
  kind: proof.kind,
  state: stateOf(proof),
});

/** The pictures of each report, as far as it has any. */
export async function listPictures(executor: Executor, ids: readonly string[]) {
  const proofs = groupRows(await listProofs(executor, ids), ({ visitId }) => visitId);
  return Array.from(proofs, ([id, some]) => ({ id, proofs: some.map(describeProof) }));
}

function stateOf({ erasedAt, receivedAt, missingAt }: ProofRow): ProofState {
  if (erasedAt) return 'erased';
  if (receivedAt) return 'received';
  return missingAt ? 'missing' : 'awaited';
}

export async function listVisitsOf(executor: Executor, shipmentId: string): Promise<DeliveryVisit[]> {
  const visits = (await listVisits(executor, [shipmentId])).get(shipmentId) ?? [];
  return visits.map(({ taskId, ...visit }) => visit);
}
