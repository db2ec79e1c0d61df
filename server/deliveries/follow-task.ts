/** The caller has locked the shipments. */

import { and, eq, gt, sql } from 'drizzle-orm';
import { isOpenRun } from '../../src/domain/runs/run-status.ts';
import type { Transaction } from '../base/database/client.ts';
import type { Locked } from '../base/database/locked.ts';
import { runStops } from '../base/database/tables/runs.ts';
import { runCollections } from '../base/database/tables/shops/collections.ts';
import type { UnitOfWork } from '../context/unit-of-work.ts';
import { findDoorOf, listPlacesOf, listWaiting, takeOut } from '../pickups/store/collections.ts';
import { addToPendingReturn, findCollectionOf, lockPickup } from '../pickups/store/pickups.ts';
import { askForPlaces } from '../places/ask-for-places.ts';
import { listVisitOutcomes } from '../runs/store/courier-facts.ts';
import { insertCourierIsPartyExceptions } from '../runs/store/run-exceptions.ts';
import {
  isStopOfOthers,
  listOpenTasks,
  listStops,
  listUnvisitedStops,
  type StopAddress,
  type StopRow,
  setTaskStatus,
  type TaskRow,
  updateStop,
  updateTasks,
} from '../runs/store/run-tasks.ts';
import { bumpRunVersion, lockRuns, notifyRunReaders, type RunRow } from '../runs/store/runs.ts';
import { notifyReceivers } from '../runs/store/windows.ts';
import type { ShipmentRow } from '../shipments/store/shipments.ts';
import { arrangeIn, endPickup } from './end-pickup.ts';
import { stopAddressOf } from './stop-address-of.ts';

export async function closeTaskOf(tx: Transaction, shipment: Locked<ShipmentRow>): Promise<void> {
  const [task] = await listOpenTasks(tx, [shipment.id]);
  if (!task) return;
  const runs = await lockRuns(tx, [task.runId]);
  await setTaskStatus(tx, [task.id], 'cancelled');
  await changeRun(tx, runs.get(task.runId));
}

interface Coming {
  shipmentId: string;
  pickupId: string;
  run: RunRow | null;
}

type Returned = Pick<ShipmentRow, 'id' | 'status' | 'receiverId'>;

export async function findComing(tx: Transaction, { id: shipmentId, status, receiverId: userId }: Returned) {
  const pickup = status === 'in-progress' && userId && (await findCollectionOf(tx, { userId, shipmentId }));
  return pickup ? { pickupId: pickup.id, runId: await findOpenRun(tx, pickup.id) } : null;
}

/** And locks that run. */
export async function lockRunToDoor(tx: Transaction, shipment: Returned): Promise<Coming | null> {
  const coming = await findComing(tx, shipment);
  if (!coming) return null;
  const { pickupId, runId } = coming;
  const runs = await lockRuns(tx, runId ? [runId] : []);
  return { shipmentId: shipment.id, pickupId, run: runs.get(runId ?? '') ?? null };
}

/** The return is at its door after all. The run is locked; without one, the desk plans it. */
export async function comeAgain(unit: UnitOfWork, pickupId: string, run: RunRow | undefined): Promise<void> {
  const pickup = await lockPickup(unit.tx, pickupId);
  if (pickup?.state !== 'cancelled') return;
  if (run && isOpenRun(run.status)) {
    await arrangeIn(unit, run, pickup);
    await changeRun(unit.tx, run);
  } else if (!(await addToPendingReturn(unit.tx, pickup)))
    await endPickup(unit, pickup, { state: 'pending', reason: '' });
}

export async function callOffReturn(unit: UnitOfWork, coming: Coming | null): Promise<void> {
  const { tx } = unit;
  const pickup = coming && (await lockPickup(tx, coming.pickupId));
  if (!pickup) return;
  const { run, shipmentId } = coming;
  const waiting = (await listWaiting(tx, [pickup.id])).get(pickup.id) ?? [];
  if (waiting.some(({ id }) => id !== shipmentId)) return;
  // Someone has just planned it elsewhere, so the desk sees it.
  if ((await findOpenRun(tx, pickup.id)) !== run?.id) return;
  if (run) {
    await takeOut(tx, run, { collectionId: pickup.id, status: 'cancelled', isWaiting: false });
    await changeRun(tx, run);
  }
  await endPickup(unit, pickup, { state: 'cancelled', reason: '' });
}

const findOpenRun = async (tx: Transaction, pickupId: string) =>
  (await listPlacesOf(tx, pickupId)).find(({ status }) => status === 'open')?.runId;

/**
 * Moves the task to its new stop, unless the parcel has been tried at the old one. Decision 0063.
 */
export async function followEdit(unit: UnitOfWork, shipment: Locked<ShipmentRow>): Promise<void> {
  const { tx } = unit;
  const [task] = await listOpenTasks(tx, [shipment.id]);
  if (!task) return;
  const runs = await lockRuns(tx, [task.runId]);
  const visits = await listVisitOutcomes(tx, [shipment.id]);
  const wasTried = visits.some(({ taskId }) => taskId === task.id);
  if (!wasTried) {
    const stopId = await stopFor(tx, task, stopAddressOf(shipment));
    if (stopId !== task.stopId) await updateTasks(tx, [task.id], { stopId });
    await askForPlaces(unit, task.runId);
  }
  await changeRun(tx, runs.get(task.runId));
}

/** A parcel let go without a code was for the former receiver. */
export async function followClaims(tx: Transaction, shipmentIds: readonly string[]): Promise<void> {
  const tasks = await listOpenTasks(tx, shipmentIds);
  const runs = await lockRuns(tx, [...new Set(tasks.map(({ runId }) => runId))]);
  const released = tasks.filter(({ codeReleasedAt }) => codeReleasedAt !== null).map(({ id }) => id);
  await updateTasks(tx, released, { codeReleasedAt: null });
  for (const run of runs.values()) await changeRun(tx, run);
}

async function changeRun(tx: Transaction, run: RunRow | undefined): Promise<void> {
  if (!run) return;
  await bumpRunVersion(tx, run.id);
  if (run.status !== 'planned') await notifyReceivers(tx, run.id);
}

/** Tells the desk of runs in which a courier has a parcel of their own, or this one. */
export async function flagCourierIsParty(
  tx: Transaction,
  userId: string,
  shipment?: Locked<ShipmentRow>,
): Promise<void> {
  for (const runId of await insertCourierIsPartyExceptions(tx, userId, shipment && [shipment.id]))
    await notifyRunReaders(tx, runId);
}

/** Tasks and collections that are over count too. */
async function isShared(tx: Transaction, stopId: string, id: string): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    select from run_tasks where stop_id = ${stopId} and id <> ${id}
    union all select from run_collections where stop_id = ${stopId} and id <> ${id} limit 1`);
  return rows.length > 0;
}

async function insertStopAfter(tx: Transaction, runId: string, door: StopAddress, after: number): Promise<StopRow> {
  await tx
    .update(runStops)
    .set({ sequence: sql`${runStops.sequence} + 1` })
    .where(and(eq(runStops.runId, runId), gt(runStops.sequence, after)));
  const [row] = await tx
    .insert(runStops)
    .values({ runId, sequence: after + 1, ...door })
    .returning();
  if (!row) throw new Error('A stop was not inserted');
  return row;
}

/** A visited stop keeps what the courier read. */
async function stopFor(
  tx: Transaction,
  { id, runId, stopId }: Pick<TaskRow, 'id' | 'runId' | 'stopId'>,
  door: StopAddress,
): Promise<string> {
  const stop = (await listStops(tx, runId)).find((one) => one.id === stopId);
  if (!stop || isSame(stop, door)) return stopId;
  if (stop.place === door.place && (await isStopOfOthers(tx, stop, id))) return stopId;
  const unvisited = await listUnvisitedStops(tx, runId);
  const isUnvisited = unvisited.some((one) => one.id === stopId);
  const known = unvisited.find((one) => one.place === door.place && one.id !== stopId);
  if (isUnvisited && (stop.place === door.place || (!known && !(await isShared(tx, stopId, id))))) {
    await updateStop(tx, stopId, door);
    return stopId;
  }
  return (known ?? (await insertStopAfter(tx, runId, door, stop.sequence))).id;
}

async function setRunCollectionStop(tx: Transaction, id: string, stopId: string): Promise<void> {
  await tx.update(runCollections).set({ stopId }).where(eq(runCollections.id, id));
}

/** The caller has locked the collection’s run. */
export async function followDoor(unit: UnitOfWork, run: RunRow, collectionId: string): Promise<void> {
  const { tx } = unit;
  const place = (await listPlacesOf(tx, collectionId)).find((one) => one.runId === run.id && one.status === 'open');
  const door = place?.stopId && (await findDoorOf(tx, collectionId));
  const stop = (await listStops(tx, run.id)).find(({ id }) => id === place?.stopId);
  if (!place?.stopId || !door || !stop || isSame(stop, door)) return;
  await setRunCollectionStop(tx, place.id, await stopFor(tx, { ...place, stopId: place.stopId }, door));
  await askForPlaces(unit, run.id);
  await changeRun(tx, run);
}

const isSame = (stop: StopAddress, door: StopAddress) =>
  (['place', 'name', 'phone', 'address'] as const).every((key) => stop[key] === door[key]);
