import { countedPayments, type Payment } from '../cod.ts';
import { groupRows } from '../group-rows.ts';
import { fromCents, toCents } from '../money.ts';
import type { CourierCollection } from '../pickups/collection.ts';
import { afterCollect, afterHandIn, type CollectReport, type HandInReport } from './collect.ts';
import { addScannedParcels } from './count-parcels.ts';
import type { Visit, VisitOutcome } from './facts.ts';
import { type Parcel, parcelsOf } from './parcels.ts';
import { isOpenRun, nextRunStatus } from './run-status.ts';
import { isAwaited, isInVan, nextTaskStatus, type TaskAct } from './task-status.ts';
import type { CourierRun, CourierTask } from './views.ts';

export type ReportedFact = { id: string; occurredAt: string } & (
  | { kind: 'load' | 'return'; taskIds: readonly string[]; parcels?: readonly number[] | undefined }
  | { kind: 'start'; runId: string }
  | { kind: 'close'; runId: string; cash?: number | undefined }
  | { kind: 'visit'; outcomes: readonly VisitOutcome[]; payments?: Visit['payments'] }
  | ({ kind: 'collect'; collectionId: string } & CollectReport)
  | ({ kind: 'hand-in'; runId: string } & HandInReport)
);

export function applyFact(run: CourierRun, fact: ReportedFact): CourierRun {
  const next = afterFact(run, fact);
  if (isOpenRun(next.status)) return next;
  const ended = mapTasks(next, (task) => act(task, isInVan(task) ? 'lose' : 'close'));
  return mapCollections(ended, (one) => (one.status === 'open' ? { ...one, status: 'failed', reason: 'missed' } : one));
}

function afterFact(run: CourierRun, fact: ReportedFact): CourierRun {
  switch (fact.kind) {
    case 'load':
      return actOn(run, fact.taskIds, (task) =>
        scan(task, fact.kind, fact.parcels, task.status === 'moved' ? 'take-over' : 'load'),
      );
    case 'return':
      return actOn(run, fact.taskIds, (task) =>
        task.movedTo === null ? scan(task, fact.kind, fact.parcels, 'return') : task,
      );
    case 'start':
      // The desk may have cancelled it.
      if (fact.runId !== run.id || run.startedAt !== null || nextRunStatus(run.status, 'start') === null) return run;
      return {
        ...mapTasks(run, (task) => (isAwaited(task) ? task : act(task, 'leave'))),
        status: 'active',
        startedAt: fact.occurredAt,
      };
    case 'close':
      if (fact.runId !== run.id || run.closedAt !== null) return run;
      return {
        ...run,
        ...(run.cash && { cash: { ...run.cash, handedOver: fact.cash ?? null } }),
        status: 'closed',
        closedAt: fact.occurredAt,
      };
    case 'visit': {
      const taskIds = fact.outcomes.map(({ taskId }) => taskId);
      const next = actOn(run, taskIds, (task, { tasks }) => {
        const outcome = fact.outcomes.find(({ taskId }) => tasks.some(({ id }) => id === taskId));
        const isKnown = tasks.some(({ outcomes }) => outcomes.some(({ visitId }) => visitId === fact.id));
        if (!outcome || isKnown) return task;
        const paid = fact.payments?.find(({ taskId }) => taskId === outcome.taskId);
        return withOutcome(task, fact, { ...outcome, payment: paid && { method: paid.method, amount: paid.amount } });
      });
      return withCash(next, run.cash?.handedOver ?? null);
    }
    case 'collect': {
      const collected = mapCollections(run, (one) => (one.id === fact.collectionId ? afterCollect(one, fact) : one));
      const named = new Set(fact.parcels.map(({ trackingId }) => trackingId));
      const isWhole = ({ trackingId, parcels: count = 1 }: CourierTask) =>
        named.has(trackingId) && countCollected(collected, trackingId) >= count;
      return mapTasks(collected, (task) => (isWhole(task) ? act(task, 'load') : task));
    }
    case 'hand-in':
      return fact.runId === run.id ? mapCollections(run, afterHandIn(fact)) : run;
  }
}

const act = (task: CourierTask, name: TaskAct): CourierTask => ({ ...task, status: nextTaskStatus(task.status, name) });

function scan(
  task: CourierTask,
  kind: 'load' | 'return',
  parcels: readonly number[] | undefined,
  name: TaskAct,
): CourierTask {
  if ((task.parcels ?? 1) === 1) return act(task, name);
  const { scanned, isComplete } = addScannedParcels(task, kind, parcels);
  return { ...(isComplete ? act(task, name) : task), ...scanned };
}

/** The purse is the sum of what counts of the run's own visits, on the phone as on the server. */
export function withCash(run: CourierRun, handedOver: number | null): CourierRun {
  const tasks = run.stops.flatMap((stop) => stop.tasks);
  const byParcel = groupRows(tasks, ({ trackingId }) => trackingId);
  const paid = [...byParcel.values()].flatMap((of) => countedPayments(of.flatMap(({ outcomes }) => outcomes)));
  const cash = paid.filter(({ payment }) => payment.method === 'cash');
  if (run.cash === undefined && handedOver === null && paid.length === 0) return run;
  const cents = cash.reduce((sum, { payment }) => sum + toCents(payment.amount), 0n);
  return { ...run, cash: { collected: fromCents(cents), handedOver } };
}

function withOutcome(
  task: CourierTask,
  { id, occurredAt }: ReportedFact,
  outcome: VisitOutcome & { payment?: Payment | undefined },
): CourierTask {
  const isDelivered = outcome.result === 'delivered';
  const undone = outcome.supersedes ? act(task, 'reopen') : task;
  return {
    ...act(undone, isDelivered ? 'deliver' : 'fail'),
    outcomes: [
      ...task.outcomes,
      {
        visitId: id,
        result: outcome.result,
        method: isDelivered ? outcome.method : null,
        reason: isDelivered ? null : outcome.reason,
        occurredAt,
        ...(outcome.payment && { payment: outcome.payment }),
        ...(outcome.supersedes && { supersedes: outcome.supersedes }),
      },
    ],
  };
}

/** How many parcels of a shipment the van has collected; all that there are of one that was taken as one. */
function countCollected({ stops }: CourierRun, trackingId: string): number {
  const all = stops.flatMap(({ collections = [] }) => collections.flatMap((one) => one.collected));
  return all.reduce(
    (sum, one) => (one.trackingId === trackingId ? sum + (one.numbers?.length ?? Number.POSITIVE_INFINITY) : sum),
    0,
  );
}

const mapTasks = (run: CourierRun, change: (task: CourierTask) => CourierTask): CourierRun => ({
  ...run,
  stops: run.stops.map((stop) => ({ ...stop, tasks: stop.tasks.map(change) })),
});

const mapCollections = (run: CourierRun, change: (one: CourierCollection) => CourierCollection): CourierRun => ({
  ...run,
  stops: run.stops.map((stop) => (stop.collections ? { ...stop, collections: stop.collections.map(change) } : stop)),
});

function actOn(
  run: CourierRun,
  taskIds: readonly string[],
  change: (task: CourierTask, parcel: Parcel) => CourierTask,
): CourierRun {
  // Hundreds may come at once.
  const ids = new Set(taskIds);
  const named = new Set<string>();
  for (const { tasks } of run.stops) for (const { id, trackingId } of tasks) if (ids.has(id)) named.add(trackingId);
  const parcels = new Map(parcelsOf(run, named).map((parcel) => [parcel.id, parcel]));
  return mapTasks(run, (task) => {
    const parcel = parcels.get(task.id);
    return parcel ? change(task, parcel) : task;
  });
}
