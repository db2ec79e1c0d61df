import type { DeliveryMethod } from '../../../src/domain/delivery.ts';
import type { Situation } from '../../../src/domain/runs/effects.ts';
import { isOpenRun } from '../../../src/domain/runs/run-status.ts';
import type { ShipmentStatus } from '../../../src/domain/shipment-status.ts';
import type { Transaction } from '../../database/client.ts';
import { groupRows } from '../../stores/group-rows.ts';
import { listVisitOutcomes, type VisitOutcomeRow } from '../../stores/runs/courier-facts.ts';
import { listSearches, type SearchRow } from '../../stores/runs/run-exceptions.ts';
import { listOpenTasks, listTasksOfCourier, type TaskRow } from '../../stores/runs/run-tasks.ts';
import type { RunRow } from '../../stores/runs/runs.ts';
import { listStatusChanges, type StatusChange } from '../../stores/shipments/activities.ts';
import type { ShipmentRow } from '../../stores/shipments/shipments.ts';
import type { EntryTime } from '../activities/clamp-to-now.ts';

/** A parcel of a report with everything that decides what the report does. */
export interface Parcel {
  task: TaskRow;
  shipment: ShipmentRow;
  /** The shipment's open task, if it is another one. */
  other: (TaskRow & { courierId: string }) | null;
  changes: StatusChange[];
  visits: VisitOutcomeRow[];
  /** The exceptions that ask to look for it. */
  searches: SearchRow[];
}

/** Reads the parcels of a report. The caller has locked their shipments. */
export async function readParcels(
  tx: Transaction,
  {
    courierId,
    taskIds,
    shipments,
  }: { courierId: string; taskIds: readonly string[]; shipments: ReadonlyMap<string, ShipmentRow> },
): Promise<Parcel[]> {
  if (taskIds.length === 0) return [];
  const ids = [...shipments.keys()];
  const tasks = await listTasksOfCourier(tx, courierId, taskIds);
  const open = await listOpenTasks(tx, ids);
  const changes = groupRows(await listStatusChanges(tx, ids), ({ shipmentId }) => shipmentId);
  const visits = groupRows(await listVisitOutcomes(tx, ids), ({ shipmentId }) => shipmentId);
  const searches = groupRows(await listSearches(tx, ids), ({ shipmentId }) => shipmentId);
  return tasks.flatMap((task) => {
    const shipment = shipments.get(task.shipmentId);
    if (!shipment) return [];
    return [
      {
        task,
        shipment,
        other: open.find((one) => one.shipmentId === shipment.id && one.id !== task.id) ?? null,
        changes: changes.get(shipment.id) ?? [],
        visits: visits.get(shipment.id) ?? [],
        searches: searches.get(shipment.id) ?? [],
      },
    ];
  });
}

/** The status a shipment had at a time; after its last change the current one. */
export function statusAt({ shipment, changes }: Pick<Parcel, 'shipment' | 'changes'>, at: Date): ShipmentStatus {
  const last = changes.findLastIndex(({ occurredAt }) => occurredAt <= at);
  if (last === changes.length - 1) return shipment.status;
  return changes[last]?.status ?? 'in-progress';
}

/**
 * What a report meets. `run` is that of its task, `otherRun` that of the shipment's other, open task.
 * `correctsDelivery`: it takes back a delivery by the same courier.
 */
export function situationOf(
  { task, shipment, other, changes, visits }: Parcel,
  {
    result,
    method,
    supersedes,
  }: { result: string; method?: DeliveryMethod | undefined; supersedes?: string | undefined },
  { courierId, when, run, otherRun }: { courierId: string; when: EntryTime; run: RunRow; otherRun: RunRow | undefined },
): { situation: Situation; correctsDelivery: boolean } {
  const { occurredAt } = when;
  const isSuperseded = (visit: VisitOutcomeRow) =>
    visits.some((later) => later.taskId === visit.taskId && later.supersedes === visit.factId);
  const deliveries = visits.filter((visit) => visit.result === 'delivered' && !isSuperseded(visit));
  const superseded = deliveries.find(
    (visit) => visit.factId === supersedes?.toLowerCase() && visit.taskId === task.id && visit.courierId === courierId,
  );
  const others = deliveries.filter((visit) => visit !== superseded);
  const [delivery] = others;
  const isRepeat = others.some((visit) => visit.courierId === courierId && visit.method === method);
  const correctsDelivery = result === 'failed' && superseded !== undefined;
  // A delivery overtakes everything, so only a later one overtakes its correction.
  const overtakes = (change: StatusChange) =>
    change.occurredAt > occurredAt && (!correctsDelivery || change.status === 'delivered');
  return {
    correctsDelivery,
    situation: {
      occurredAt: occurredAt.getTime(),
      now: Date.now(),
      task: { status: task.status, changedAt: task.changedAt.getTime(), wasScanned: task.loadedAt !== null },
      other: other && {
        createdAt: other.createdAt.getTime(),
        loadedAt: other.loadedAt?.getTime() ?? null,
        isLaterDay: otherRun !== undefined && otherRun.day > run.day,
        isSameCourier: other.courierId === courierId,
        isPlan: otherRun?.status === 'planned',
      },
      shipment: { status: shipment.status, isDeleted: shipment.deletedAt !== null },
      isOvertaken: changes.some(overtakes),
      delivery: delivery ? { isSameCourier: delivery.courierId === courierId, isRepeat } : null,
      isRunStarted: run.startedAt !== null,
      hasRunEnded: !isOpenRun(run.status),
      statusBefore: changes.findLast(({ status }) => status !== 'delivered')?.status ?? 'in-progress',
    },
  };
}
