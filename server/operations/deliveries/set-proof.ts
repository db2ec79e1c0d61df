import { isDeepStrictEqual } from 'node:util';
import type { SetProof } from '../../../src/domain/runs/proof-policy.ts';
import type { UnitOfWork } from '../../context/unit-of-work.ts';
import { UserError } from '../../errors/errors.ts';
import { listOpenTasks } from '../../stores/runs/run-tasks.ts';
import { bumpRunVersion, lockRuns } from '../../stores/runs/runs.ts';
import { lockShipment, updateProof } from '../../stores/shipments/shipments.ts';

/** @throws NOT_FOUND, CONFLICT */
export async function setProof(unit: UnitOfWork, { id, proof, base }: SetProof): Promise<void> {
  const shipment = await lockShipment(unit.tx, id);
  if (!shipment) throw new UserError('NOT_FOUND', 'This shipment no longer exists.');
  const before = shipment.proof;
  if (isDeepStrictEqual(before, proof)) return;
  if (base !== undefined && !isDeepStrictEqual(before, base)) {
    throw new UserError('CONFLICT', 'Someone else changed what proves this delivery. Please check it again.');
  }
  await updateProof(unit.tx, shipment, proof);
  const [task] = await listOpenTasks(unit.tx, [shipment.id]);
  if (task) {
    await lockRuns(unit.tx, [task.runId]);
    await bumpRunVersion(unit.tx, task.runId);
  }
  await unit.audit({ entity: 'shipment', entityId: shipment.id, before: { proof: before }, after: { proof } });
}
