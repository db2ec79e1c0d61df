import { groupRows } from '../../src/domain/group-rows.ts';
import { decisionIn, nextStepOf } from '../../src/domain/next-step.ts';
import type { PoolShipment } from '../../src/domain/runs/views.ts';
import type { ShipmentStatus } from '../../src/domain/shipment-status.ts';
import type { Executor } from '../base/database/client.ts';
import { listChoices } from '../choices/store/choices.ts';
import { listVisitOutcomes } from './store/courier-facts.ts';
import { listMissing } from './store/run-views.ts';

type Attempts = Pick<PoolShipment, 'lastAttempt' | 'nextStep' | 'isMissing'>;

/** Reads how their last visits went, and the next step as far as that and later decisions say it. */
export async function readLastAttempts(
  executor: Executor,
  shipments: readonly { id: string; status: ShipmentStatus }[],
): Promise<(shipmentId: string) => Attempts> {
  const ids = shipments.map(({ id }) => id);
  const outcomes = await listVisitOutcomes(executor, ids);
  const missing = await listMissing(executor, ids);
  const choices = groupRows(await listChoices(executor, ids), ({ shipmentId }) => shipmentId);
  const lastOf = new Map(outcomes.map((outcome) => [outcome.shipmentId, outcome]));
  const statusOf = new Map(shipments.map(({ id, status }) => [id, status]));
  return (shipmentId) => {
    const last = lastOf.get(shipmentId);
    const status = statusOf.get(shipmentId) ?? 'in-progress';
    const lastAttempt =
      last?.result === 'failed' ? { occurredAt: last.occurredAt.toISOString(), reason: last.reason } : null;
    const nextStep = nextStepOf({
      status,
      lastAttempt,
      isMissing: missing.has(shipmentId),
      decision: decisionIn(choices.get(shipmentId) ?? [], { status, visitId: last?.factId ?? null }),
    });
    return {
      ...(lastAttempt && { lastAttempt }),
      ...(nextStep && { nextStep }),
      ...(nextStep?.isMissing && { isMissing: true }),
    };
  };
}
