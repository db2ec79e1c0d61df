import { and, eq, isNull } from 'drizzle-orm';
import type { Payment } from '../../src/domain/cod.ts';
import type { CodeResult, DeliveryMethod, FailureReason } from '../../src/domain/delivery.ts';
import { groupRows } from '../../src/domain/group-rows.ts';
import type { FactContext, FactOutcome } from '../../src/domain/runs/effects.ts';
import { SEARCH_KINDS } from '../../src/domain/runs/exceptions.ts';
import type { FactKind } from '../../src/domain/runs/facts.ts';
import { countedTask } from '../../src/domain/runs/parcels.ts';
import { isOpenRun } from '../../src/domain/runs/run-status.ts';
import type { ShipmentStatus } from '../../src/domain/shipment-status.ts';
import type { Transaction } from '../base/database/client.ts';
import type { Locked } from '../base/database/locked.ts';
import { runExceptions, runTasks } from '../base/database/tables/runs.ts';
import { fieldError } from '../base/errors/errors.ts';
import { anyOf } from '../base/sql/lists.ts';
import { listStatusChanges, type StatusChange } from '../shipments/store/activities.ts';
import type { ShipmentRow } from '../shipments/store/shipments.ts';
import type { EntryTime } from '../timeline/clamp-to-now.ts';
import { isSupersededIn, listVisitOutcomes, type VisitOutcomeRow } from './store/courier-facts.ts';
import type { SearchRow } from './store/run-exceptions.ts';
import { listOpenTasks, listTasksOfCourier, type TaskRow } from './store/run-tasks.ts';
import type { RunRow } from './store/runs.ts';

export interface ReportedOutcome {
  result: FactOutcome['result'];
  method?: DeliveryMethod | undefined;
  reason?: FailureReason | undefined;
  supersedes?: string | undefined;
  payment?: Payment | undefined;
  code?: string | undefined;
}

export interface Parcel {
  task: TaskRow;
  taskIds: string[];
  outcome: ReportedOutcome;
  code?: CodeResult | null;
  shipment: Locked<ShipmentRow>;
  taskElsewhere: (TaskRow & { courierId: string }) | null;
  changes: StatusChange[];
  visits: VisitOutcomeRow[];
  searches: SearchRow[];
}

interface ReportedTasks {
  kind: FactKind;
  courierId: string;
  taskIds: readonly string[];
  shipments: readonly Locked<ShipmentRow>[];
  occurredAt: Date;
  outcomeOf: (task: TaskRow) => ReportedOutcome | null;
}

async function listSearches(tx: Transaction, of: readonly Locked<ShipmentRow>[]): Promise<SearchRow[]> {
  const shipmentIds = of.map(({ id }) => id);
  const rows = await tx
    .select({ id: runExceptions.id, runId: runTasks.runId, task: runTasks })
    .from(runExceptions)
    .innerJoin(runTasks, eq(runTasks.id, runExceptions.taskId))
    .where(
      and(
        anyOf(runTasks.shipmentId, shipmentIds),
        anyOf(runExceptions.kind, SEARCH_KINDS),
        isNull(runExceptions.resolvedAt),
      ),
    );
  return rows.map(({ task, ...row }) => ({
    ...row,
    taskId: task.id,
    shipmentId: task.shipmentId,
    since: task.loadedAt ?? task.createdAt,
  }));
}

/**
 * Reads the parcels that a report names, each once.
 * @throws A field error at `outcomes` if two tasks of a parcel have different ones.
 * Decision 0053.
 */
export async function readParcels(tx: Transaction, report: ReportedTasks): Promise<Parcel[]> {
  const { courierId, shipments, outcomeOf } = report;
  if (shipments.length === 0) return [];
  const ids = shipments.map(({ id }) => id);
  const taskIds = new Set(report.taskIds);
  const own = groupRows(await listTasksOfCourier(tx, courierId, { shipmentIds: ids }), ({ shipmentId }) => shipmentId);
  const open = await listOpenTasks(tx, ids);
  const changes = groupRows(await listStatusChanges(tx, shipments), ({ shipmentId }) => shipmentId);
  const visits = groupRows(await listVisitOutcomes(tx, ids), ({ shipmentId }) => shipmentId);
  const searches = groupRows(await listSearches(tx, shipments), ({ shipmentId }) => shipmentId);
  return shipments.flatMap((shipment) => {
    const all = own.get(shipment.id) ?? [];
    const named = all.filter((task) => taskIds.has(task.id) && outcomeOf(task));
    const inRuns = all.filter(({ runId }) => named.some((task) => task.runId === runId));
    const isOfRun = report.kind === 'start' || report.kind === 'close';
    const task = isOfRun ? countedTask(named) : taskInHand(named, inRuns, report);
    const outcome = task && (isOfRun ? outcomeOf(task) : sameOutcome(named.flatMap((one) => outcomeOf(one) ?? [])));
    if (!task || !outcome) return [];
    return [
      {
        task,
        taskIds: inRuns.map(({ id }) => id),
        outcome,
        shipment,
        taskElsewhere: open.find((one) => one.shipmentId === shipment.id && one.id !== task.id) ?? null,
        changes: changes.get(shipment.id) ?? [],
        visits: visits.get(shipment.id) ?? [],
        searches: searches.get(shipment.id) ?? [],
      },
    ];
  });
}

/** The phone's task may be from before the parcel came back. */
function taskInHand(
  named: readonly TaskRow[],
  inRuns: readonly TaskRow[],
  { kind, occurredAt }: Pick<ReportedTasks, 'kind' | 'occurredAt'>,
): TaskRow | undefined {
  const counted = countedTask(inRuns);
  if (!counted || named.includes(counted)) return counted;
  const isEarlier = kind === 'return' && occurredAt <= (counted.loadedAt ?? counted.createdAt);
  return isEarlier ? countedTask(named) : counted;
}

function sameOutcome(outcomes: readonly ReportedOutcome[]): ReportedOutcome | null {
  const [first] = outcomes;
  if (!first) return null;
  const isSame = ({ result, method, reason }: ReportedOutcome) =>
    result === first.result && method === first.method && reason === first.reason;
  if (!outcomes.every(isSame)) throw fieldError('outcomes', 'Outcomes say different things about the same parcel.');
  return {
    ...first,
    supersedes: outcomes.findLast(({ supersedes }) => supersedes)?.supersedes,
    payment: outcomes.find(({ payment }) => payment)?.payment,
    code: outcomes.find(({ code }) => code)?.code,
  };
}

export function statusAt({ shipment, changes }: Pick<Parcel, 'shipment' | 'changes'>, at: Date): ShipmentStatus {
  const last = changes.findLastIndex(({ occurredAt }) => occurredAt <= at);
  if (last === changes.length - 1) return shipment.status;
  return changes[last]?.status ?? 'in-progress';
}

/** Says what a report meets. `correctsDelivery`: it takes back the same courier's delivery. */
export function factContextOf(
  { task, outcome: { result, method, supersedes }, shipment, taskElsewhere, changes, visits }: Parcel,
  { courierId, when, run, otherRun }: { courierId: string; when: EntryTime; run: RunRow; otherRun: RunRow | undefined },
): { situation: FactContext; correctsDelivery: boolean } {
  const { occurredAt } = when;
  const deliveries = visits.filter((visit) => visit.result === 'delivered' && !isSupersededIn(visits, visit));
  const superseded = deliveries.find((visit) => visit.factId === supersedes && visit.courierId === courierId);
  const others = deliveries.filter((visit) => visit !== superseded);
  const [delivery] = others;
  const isRepeat = others.some((visit) => visit.courierId === courierId && visit.method === method);
  const correctsDelivery = result === 'failed' && superseded !== undefined;
  // A delivery overtakes everything, only a later one its correction.
  const overtakes = (change: StatusChange) =>
    change.occurredAt > occurredAt && (!correctsDelivery || change.status === 'delivered');
  return {
    correctsDelivery,
    situation: {
      occurredAt: occurredAt.getTime(),
      now: Date.now(),
      task: { status: task.status, changedAt: task.changedAt.getTime(), wasScanned: task.loadedAt !== null },
      taskElsewhere: taskElsewhere && {
        createdAt: taskElsewhere.createdAt.getTime(),
        loadedAt: taskElsewhere.loadedAt?.getTime() ?? null,
        isLaterDay: otherRun !== undefined && otherRun.day > run.day,
        isSameCourier: taskElsewhere.courierId === courierId,
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
