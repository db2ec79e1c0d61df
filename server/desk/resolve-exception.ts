import { and, eq, isNull, sql } from 'drizzle-orm';
import type { ResolveException } from '../../src/domain/runs/manage.ts';
import { ASKED_WORK } from '../../src/domain/work.ts';
import type { Transaction } from '../base/database/client.ts';
import { runExceptions } from '../base/database/tables/runs.ts';
import { UserError } from '../base/errors/errors.ts';
import { declineWish } from '../choices/make-choice.ts';
import { notifyParties } from '../choices/store/choices.ts';
import type { UnitOfWork } from '../context/unit-of-work.ts';
import { findException } from '../runs/store/run-exceptions.ts';
import { lockRuns, notifyRunReaders } from '../runs/store/runs.ts';
import { lockShipment } from '../shipments/store/shipments.ts';

/** Notes who resolved an exception; false if already resolved. */
async function markResolved(
  tx: Transaction,
  { id, by, note }: { id: string; by: string | null; note: string },
): Promise<boolean> {
  const rows = await tx
    .update(runExceptions)
    .set({ resolvedAt: sql`now()`, resolvedBy: by, note })
    .where(and(eq(runExceptions.id, id), isNull(runExceptions.resolvedAt)))
    .returning({ id: runExceptions.id });
  return rows.length > 0;
}

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
