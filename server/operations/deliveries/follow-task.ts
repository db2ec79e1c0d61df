/** The caller has locked the shipments. */
import type { Transaction } from '../../database/client.ts';
import { listVisitOutcomes } from '../../stores/runs/courier-facts.ts';
import { insertOwnParcels } from '../../stores/runs/run-exceptions.ts';
import {
  countOtherTasks,
  type Door,
  insertStop,
  isStopOfOthers,
  listOpenTasks,
  listStops,
  listUnvisitedStops,
  setTaskStatus,
  type TaskRow,
  updateStop,
  updateTasks,
} from '../../stores/runs/run-tasks.ts';
import { announceRun, lockRuns, touchRun } from '../../stores/runs/runs.ts';
import type { ShipmentRow } from '../../stores/shipments/shipments.ts';
import { doorOf } from './door-of.ts';

/** Closes the task of a shipment that will not be delivered. */
export async function closeTaskOf(tx: Transaction, shipmentId: string): Promise<void> {
  const [task] = await listOpenTasks(tx, [shipmentId]);
  if (!task) return;
  await lockRuns(tx, [task.runId]);
  await setTaskStatus(tx, [task.id], 'cancelled');
  await touchRun(tx, task.runId);
}

/** Moves a task to its edited address unless it was tried. */
export async function followEdit(
  tx: Transaction,
  shipment: Pick<ShipmentRow, 'id' | 'shipTo' | 'receiverName' | 'receiverPhone'>,
): Promise<void> {
  const [task] = await listOpenTasks(tx, [shipment.id]);
  if (!task) return;
  await lockRuns(tx, [task.runId]);
  const visits = await listVisitOutcomes(tx, [shipment.id]);
  const wasTried = visits.some(({ taskId }) => taskId === task.id);
  if (!wasTried) await moveToDoor(tx, task, doorOf(shipment));
  await touchRun(tx, task.runId);
}

/** Tells managers if a new party carries the shipment. No ids means all of theirs. */
export async function flagOwnParcels(tx: Transaction, userId: string, shipmentIds?: readonly string[]): Promise<void> {
  for (const runId of await insertOwnParcels(tx, userId, shipmentIds)) await announceRun(tx, runId);
}

/** A visited stop keeps what the courier read; a shared one keeps its receiver's name. */
async function moveToDoor(tx: Transaction, task: TaskRow, door: Door): Promise<void> {
  const stop = (await listStops(tx, task.runId)).find(({ id }) => id === task.stopId);
  if (!stop || isSame(stop, door)) return;
  if (stop.place === door.place && (await isStopOfOthers(tx, stop, task.id))) return;
  const unvisited = await listUnvisitedStops(tx, task.runId);
  const isUnvisited = unvisited.some(({ id }) => id === stop.id);
  const known = unvisited.find(({ id, place }) => place === door.place && id !== stop.id);
  const isAlone = (await countOtherTasks(tx, stop.id, task.id)) === 0;
  if (isUnvisited && (stop.place === door.place || (isAlone && !known))) return updateStop(tx, stop.id, door);
  const next = known ?? (await insertStop(tx, task.runId, door, stop.sequence));
  await updateTasks(tx, [task.id], { stopId: next.id });
}

const isSame = (stop: Door, door: Door) =>
  (['place', 'name', 'phone', 'address'] as const).every((key) => stop[key] === door[key]);
