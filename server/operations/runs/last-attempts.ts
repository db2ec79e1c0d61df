import type { PoolShipment } from '../../../src/domain/runs/views.ts';
import type { Executor } from '../../database/client.ts';
import { listVisitOutcomes } from '../../stores/runs/courier-facts.ts';
import { listMissing } from '../../stores/runs/run-views.ts';

type Attempts = Pick<PoolShipment, 'lastAttempt' | 'isMissing'>;

export async function readLastAttempts(
  executor: Executor,
  shipmentIds: readonly string[],
): Promise<(shipmentId: string) => Attempts> {
  const outcomes = await listVisitOutcomes(executor, shipmentIds);
  const missing = await listMissing(executor, shipmentIds);
  const lastOf = new Map(outcomes.map((outcome) => [outcome.shipmentId, outcome]));
  return (shipmentId) => {
    const last = lastOf.get(shipmentId);
    return {
      ...(last?.result === 'failed' && {
        lastAttempt: { occurredAt: last.occurredAt.toISOString(), reason: last.reason },
      }),
      ...(missing.has(shipmentId) && { isMissing: true }),
    };
  };
}
