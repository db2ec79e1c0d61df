import { isDeepStrictEqual } from 'node:util';
import { eq } from 'drizzle-orm';
import type { ProofPolicy } from '../../src/domain/delivery.ts';
import { may } from '../../src/domain/roles.ts';
import { isWeaker, policyOf, type SetProof } from '../../src/domain/runs/proof-policy.ts';
import type { Transaction } from '../base/database/client.ts';
import type { Locked } from '../base/database/locked.ts';
import { shipments } from '../base/database/tables/shipments.ts';
import { UserError } from '../base/errors/errors.ts';
import type { UnitOfWork } from '../context/unit-of-work.ts';
import { findUser } from '../people/store/users.ts';
import { insertExceptions } from '../runs/store/run-exceptions.ts';
import { listOpenTasks } from '../runs/store/run-tasks.ts';
import { bumpRunVersion, lockRuns } from '../runs/store/runs.ts';
import { lockShipment, type ShipmentRow } from '../shipments/store/shipments.ts';

const NEEDS_MANAGER = 'Only a manager can let this delivery prove less than the brand or its shop asks for.';

async function updateProof(tx: Transaction, { id }: Locked<ShipmentRow>, proof: ProofPolicy | null): Promise<void> {
  await tx.update(shipments).set({ proof }).where(eq(shipments.id, id));
}

/**
 * Sets what proves a delivery. Asking for less takes the right to let a parcel go without its code, and leaves an
 * exception; `isUndo` restores it.
 * @throws NOT_FOUND, CONFLICT, FORBIDDEN
 */
export async function setProof(
  unit: UnitOfWork,
  { id, proof, base }: SetProof,
  { isUndo = false } = {},
): Promise<void> {
  const shipment = await lockShipment(unit.tx, id);
  if (!shipment) throw new UserError('NOT_FOUND', 'This shipment no longer exists.');
  const before = shipment.proof;
  if (isDeepStrictEqual(before, proof)) return;
  if (base !== undefined && !isDeepStrictEqual(before, base)) {
    throw new UserError('CONFLICT', 'Someone else changed what proves this delivery. Please check it again.');
  }
  const isLess = !isUndo && isWeakened(unit, before, proof);
  if (isLess && !(await mayWeaken(unit))) throw new UserError('FORBIDDEN', NEEDS_MANAGER);
  await updateProof(unit.tx, shipment, proof);
  const [task] = await listOpenTasks(unit.tx, [shipment.id]);
  if (task) {
    await lockRuns(unit.tx, [task.runId]);
    await bumpRunVersion(unit.tx, task.runId);
  }
  if (isLess)
    await insertExceptions(unit.tx, [
      {
        runId: task?.runId ?? null,
        taskId: task?.id ?? null,
        kind: 'proof-lowered',
        factId: null,
        trackingId: shipment.trackingId,
      },
    ]);
  await unit.audit({ entity: 'shipment', entityId: shipment.id, before: { proof: before }, after: { proof } });
}

export function isWeakened({ services }: UnitOfWork, before: ProofPolicy | null, proof: ProofPolicy | null): boolean {
  const { PROOF_POLICY: brand } = services.environment;
  return isWeaker(policyOf(proof, brand), { current: policyOf(before, brand), brand });
}

export async function mayWeaken({ tx, actor }: UnitOfWork): Promise<boolean> {
  const person = actor && (await findUser(tx, actor.id));
  return person !== null && may(person, 'runAdmin.releaseCode');
}
