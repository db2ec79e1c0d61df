import type { ResolveException } from '../../src/domain/runs/manage.ts';
import { ASKED_WORK } from '../../src/domain/work.ts';
import { UserError } from '../base/errors/errors.ts';
import { declineWish } from '../choices/make-choice.ts';
import { notifyParties } from '../choices/store/choices.ts';
import type { UnitOfWork } from '../context/unit-of-work.ts';
import { findException, markResolved } from '../runs/store/run-exceptions.ts';
import { lockRuns, notifyRunReaders } from '../runs/store/runs.ts';
import { lockShipment } from '../shipments/store/shipments.ts';

/** Marks an exception as dealt with, at the same version; a wish is declined by it. @throws NOT_FOUND, CONFLICT */
export async function resolveException(unit: UnitOfWork, { id, note = '' }: ResolveException): Promise<void> {
  const { tx, actor } = unit;
  const found = await findException(tx, id);
  if (!found) throw new UserError('NOT_FOUND', 'This exception no longer exists.');
  const wishes = found.kind === 'choice-wish' && found.shipmentId ? await lockShipment(tx, found.shipmentId) : null;
  // In the order of reports that resolve it.
  await lockRuns(tx, found.runId ? [found.runId] : []);
  if (!(await markResolved(tx, { id, by: actor?.id ?? null, note }))) {
    throw new UserError('CONFLICT', 'Someone else has already resolved this.');
  }
  const { kind, runId, shipmentId } = found;
  const change = { before: { exception: kind }, after: { exception: 'resolved' } };
  await unit.audit([
    ...(runId ? [{ entity: 'run' as const, entityId: runId, ...change }] : []),
    ...(shipmentId ? [{ entity: 'shipment' as const, entityId: shipmentId, ...change }] : []),
  ]);
  if (wishes) await declineWish(unit, wishes);
  if (runId) await notifyRunReaders(tx, runId);
  if (shipmentId && Object.values<string>(ASKED_WORK).includes(kind)) await notifyParties(tx, shipmentId);
}
