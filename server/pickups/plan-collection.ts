import type { PlanCollection } from '../../src/domain/pickups/manage.ts';
import { UserError } from '../base/errors/errors.ts';
import type { UnitOfWork } from '../context/unit-of-work.ts';
import { arrangeIn, pickupNotFound } from '../deliveries/end-pickup.ts';
import { assertOpenRun, runNotFound, saveRunChange } from '../runs/manage-run.ts';
import { lockRuns, type RunRow } from '../runs/store/runs.ts';
import { listOpenOfShop, listPlacesOf, takeOut } from './store/collections.ts';
import { lockPickup, type PickupRow } from './store/pickups.ts';

interface Locked {
  pickup: PickupRow;
  /** The run that has it open. */
  from: RunRow | null;
  to: RunRow | null;
}

/** Locks a collection with the run that has it, and another, in their order. @throws NOT_FOUND, CONFLICT */
export async function lockCollection(unit: UnitOfWork, id: string, runId?: string): Promise<Locked> {
  const findOpen = async () => (await listPlacesOf(unit.tx, id)).find(({ status }) => status === 'open')?.runId;
  const before = await findOpen();
  const runs = await lockRuns(
    unit.tx,
    [before, runId].filter((one) => one !== undefined),
  );
  const pickup = await lockPickup(unit.tx, id);
  if (!pickup) throw pickupNotFound();
  if ((await findOpen()) !== before) throw new UserError('CONFLICT', 'Someone else moved this pickup. Check it again.');
  return { pickup, from: runs.get(before ?? '') ?? null, to: runs.get(runId ?? '') ?? null };
}

/** Takes a locked collection out of its run. `isWaiting`: it goes into another, which its old place names. */
export async function leaveRun(
  unit: UnitOfWork,
  { pickup, from }: Locked,
  status: 'moved' | 'cancelled',
  isWaiting = false,
) {
  if (!from) return;
  await takeOut(unit.tx, from, { collectionId: pickup.id, status, isWaiting });
  await saveRunChange(unit, from);
}

/** Takes a shop's pickups out of all runs, before they are deleted with the account. */
export async function leaveRunsOf(unit: UnitOfWork, userId: string): Promise<void> {
  const open = await listOpenOfShop(unit.tx, userId);
  const runs = await lockRuns(
    unit.tx,
    open.map(({ runId }) => runId),
  );
  for (const { runId, collectionId } of open) {
    const run = runs.get(runId);
    if (!run) continue;
    await takeOut(unit.tx, run, { collectionId, status: 'cancelled', isWaiting: false });
    await saveRunChange(unit, run);
  }
}

const ENDED: Partial<Record<PickupRow['state'], string>> = {
  done: 'The courier has already been there.',
  cancelled: 'The shop has cancelled this pickup.',
  declined: 'This pickup was declined.',
};

/**
 * Puts a collection into a run, also out of another, and on the run’s day; without a run takes it out
 * (pickupAdmin.plan). The shop gets an email if it has to know.
 * @throws NOT_FOUND, CONFLICT, PRECONDITION_FAILED
 */
export async function planCollection(unit: UnitOfWork, { id, runId }: PlanCollection): Promise<void> {
  const locked = await lockCollection(unit, id, runId);
  const { pickup, from, to } = locked;
  if (runId && !to) throw runNotFound();
  if (from?.id === to?.id) return;
  const ended = ENDED[pickup.state];
  if (ended) throw new UserError('CONFLICT', ended);
  if (to) assertOpenRun(to);
  await leaveRun(unit, locked, to ? 'moved' : 'cancelled', !to);
  if (!to) return;
  await arrangeIn(unit, to, pickup);
  await saveRunChange(unit, to);
}
