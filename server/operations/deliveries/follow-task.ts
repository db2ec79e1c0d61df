/** Keeps runs up to date with what managers change about a shipment. */
import type { Transaction } from '../../database/client.ts';
import {
  countOtherTasks,
  type Door,
  insertStop,
  listOpenTasks,
  listStops,
  listUnvisitedStops,
  setTaskStatus,
  updateStop,
  updateTasks,
} from '../../stores/runs/run-tasks.ts';
import { lockRuns, touchRun } from '../../stores/runs/runs.ts';
import type { ShipmentRow } from '../../stores/shipments/shipments.ts';
import { doorOf } from './door-of.ts';

/**
 * Closes the open task of a shipment that will no longer be delivered. The caller has locked the
 * shipment.
 */
export async function closeTaskOf(tx: Transaction, shipmentId: string): Promise<void> {
  const [task] = await listOpenTasks(tx, [shipmentId]);
  if (!task) return;
  await lockRuns(tx, [task.runId]);
  await setTaskStatus(tx, [task.id], 'cancelled');
  await touchRun(tx, task.runId);
}

/**
 * Moves a shipment's task to the stop of its new address, unless the courier has been at the old
 * one. The caller has locked the shipment.
 */
export async function followAddress(
  tx: Transaction,
  shipment: Pick<ShipmentRow, 'id' | 'shipTo' | 'receiverName' | 'receiverPhone'>,
): Promise<void> {
  const [task] = await listOpenTasks(tx, [shipment.id]);
  if (!task) return;
  await lockRuns(tx, [task.runId]);
  const door = doorOf(shipment);
  const unvisited = await listUnvisitedStops(tx, task.runId);
  const stop = (await listStops(tx, task.runId)).find(({ id }) => id === task.stopId);
  const isVisited = !unvisited.some(({ id }) => id === task.stopId);
  if (!stop || isVisited || isSame(stop, door)) return;
  const known = unvisited.find(({ id, place }) => place === door.place && id !== stop.id);
  const isAlone = (await countOtherTasks(tx, stop.id, task.id)) === 0;
  if (stop.place === door.place || (isAlone && !known)) await updateStop(tx, stop.id, door);
  else {
    const next = known ?? (await insertStop(tx, task.runId, door, stop.sequence));
    await updateTasks(tx, [task.id], { stopId: next.id });
  }
  await touchRun(tx, task.runId);
}

const isSame = (stop: Door, door: Door) =>
  (['place', 'name', 'phone', 'address'] as const).every((key) => stop[key] === door[key]);
