import type { Visit } from '../../../src/domain/runs/facts.ts';
import { missingProof } from '../../../src/domain/runs/proof-policy.ts';
import { REASONS_WITH_PHOTO } from '../../../src/domain/runs/reasons.ts';
import type { UnitOfWork } from '../../context/unit-of-work.ts';
import { insertWords } from '../../stores/runs/courier-facts.ts';
import type { TaskRow } from '../../stores/runs/run-tasks.ts';
import { findStopOfCourier } from '../../stores/runs/run-tasks.ts';
import { insertProofs } from '../../stores/runs/visit-proofs.ts';
import { listWithDeletedReceiver } from '../../stores/shipments/linked-accounts.ts';
import { notFound, recordFact } from './record-fact.ts';

/**
 * One act at one door (courier.visit): an outcome for each parcel, what the courier wrote, and the
 * pictures that will follow. Custody decides whether it is accepted, not the courier role. If the
 * account of a parcel's receiver was deleted, words and pictures of it are not kept.
 * @throws Like `recordFact`.
 */
export async function reportVisit(unit: UnitOfWork, input: Visit): Promise<void> {
  const stop = await findStopOfCourier(unit.tx, unit.actor?.id ?? '', input.stopId);
  if (!stop) throw notFound();
  const { recipient = '', note = '', proofs, cameraFailed = false } = input;
  const outcomes = new Map(input.outcomes.map((outcome) => [outcome.taskId.toLowerCase(), outcome]));
  const shows = (taskId: string) => proofs.filter(({ taskIds }) => taskIds.some((id) => id.toLowerCase() === taskId));
  if (proofs.some(({ taskIds }) => taskIds.some((id) => !outcomes.has(id.toLowerCase())))) throw notFound();

  await recordFact(
    unit,
    {
      kind: 'visit',
      input,
      runId: stop.runId,
      stopId: stop.id,
      taskIds: [...outcomes.keys()],
      outcomeOf: (task) => outcomes.get(task.id) ?? null,
    },
    async ({ shipments, tasks, except }) => {
      for (const task of tasks) {
        const outcome = outcomes.get(task.id);
        const shown = shows(task.id);
        const photos = shown.filter(({ kind }) => kind === 'photo').length;
        const policy = shipments.get(task.shipmentId)?.proof ?? unit.services.environment.PROOF_POLICY;
        const given = { photos, signatures: shown.length - photos, hasName: recipient !== '', cameraFailed };
        const needsPhoto = outcome?.result === 'failed' && REASONS_WITH_PHOTO.includes(outcome.reason);
        const lacksPhoto = needsPhoto && photos === 0 && !cameraFailed;
        const lacksProof = outcome?.result === 'delivered' && missingProof(policy, given).length > 0;
        if (lacksPhoto || lacksProof) except('proof-not-given', task.id);
        if (cameraFailed && photos === 0 && (needsPhoto || policy.photo === 'required'))
          except('camera-failed', task.id);
      }
      const orphans = await listWithDeletedReceiver(unit.tx, [...shipments.keys()]);
      if (orphans.length === 0) await insertWords(unit.tx, { visitId: input.id, recipient, note });
      await insertProofs(
        unit.tx,
        proofs.map(({ sha256, taskIds, ...proof }) => {
          const shipmentIds = shipmentsOf(tasks, taskIds);
          const isErased = shipmentIds.some((id) => orphans.includes(id));
          return {
            ...proof,
            visitId: input.id,
            sha256: Buffer.from(sha256, 'hex'),
            shipmentIds,
            erasedAt: isErased ? new Date() : null,
          };
        }),
      );
    },
  );
}

const shipmentsOf = (tasks: readonly TaskRow[], taskIds: readonly string[]) => {
  const ids = taskIds.map((id) => id.toLowerCase());
  return tasks.filter((task) => ids.includes(task.id)).map((task) => task.shipmentId);
};
