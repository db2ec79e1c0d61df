import { sql } from 'drizzle-orm';
import { wishIn } from '../../src/domain/choices.ts';
import type { MoveTasks, RunVersion } from '../../src/domain/runs/manage.ts';
import { isOpenRun, nextRunStatus } from '../../src/domain/runs/run-status.ts';
import { isOpenTask, OPEN_TASK_STATUSES } from '../../src/domain/runs/task-status.ts';
import type { Transaction } from '../base/database/client.ts';
import type { Locked } from '../base/database/locked.ts';
import { fieldError } from '../base/errors/errors.ts';
import { tellAnswer } from '../choices/answers/tell-answer.ts';
import { listChoices } from '../choices/store/choices.ts';
import type { UnitOfWork } from '../context/unit-of-work.ts';
import { arrangeIn } from '../deliveries/end-pickup.ts';
import { hasOpenCollections, listInVan, takeOpenCollections } from '../pickups/store/collections.ts';
import { lockPickup } from '../pickups/store/pickups.ts';
import type { ShipmentRow } from '../shipments/store/shipments.ts';
import { dayOf } from './day-of.ts';
import { placeShipments, requireCourier } from './fill-run.ts';
import { assertOpenRun, lockRunAt, lockShipmentsOfRun, saveRunChange } from './manage-run.ts';
import { activateWaitingRun } from './report-run.ts';
import { resolveAsked } from './store/run-exceptions.ts';
import { deleteEmptyStops, listBusyRuns, listRecalled, listTasksOfRun, setTaskStatus } from './store/run-tasks.ts';
import { findRun, insertRun, listOpenRuns, lockRunsOfCourier, type RunRow } from './store/runs.ts';

/** Open wishes and disputes follow their parcels into the other run. */
async function moveOpenWishes(tx: Transaction, from: string, to: string): Promise<void> {
  await tx.execute(sql`
    update run_exceptions e set run_id = t.run_id, task_id = case when e.task_id is not null then t.id end
    from run_tasks t join shipments s on s.id = t.shipment_id
    where e.run_id = ${from} and t.run_id = ${to} and t.status = any(${sql.param([...OPEN_TASK_STATUSES])}::text[])
      and e.tracking_id = s.tracking_id and e.kind in ('choice-wish', 'choice-disputed') and e.resolved_at is null`);
}

async function deleteTasks(tx: Transaction, ids: readonly string[]): Promise<void> {
  const wanted = sql`${sql.param([...ids])}::uuid[]`;
  const unreported = sql`not exists (select from fact_outcomes o where o.task_id = t.id)`;
  await tx.execute(sql`
    delete from run_exceptions e using run_tasks t where t.id = any(${wanted}) and e.task_id = t.id and ${unreported}`);
  const { rows } = await tx.execute<{ stop_id: string }>(sql`
    delete from run_tasks t where t.id = any(${wanted}) and ${unreported} returning t.stop_id`);
  await deleteEmptyStops(
    tx,
    rows.map((row) => row.stop_id),
  );
}

/**
 * Parcels go to the pool if there is no courier.
 * @throws NOT_FOUND, CONFLICT, PRECONDITION_FAILED, field error at `courierId`.
 */
export async function moveTasks(unit: UnitOfWork, { taskIds, courierId, ...seen }: MoveTasks): Promise<RunVersion> {
  if (courierId) await requireCourier(unit, courierId);
  const shipments = await lockShipmentsOfRun(unit, seen.id);
  const found = courierId ? await findRunToMoveTo(unit, courierId, seen.id) : null;
  const from = await findRun(unit.tx, seen.id);
  // In the order of ids.
  const locked = await lockRunsOfCourier(unit.tx, from?.courierId ?? '', [seen.id, ...(found ? [found.id] : [])]);
  const target = [...locked.values()].find(({ id, status }) => id === found?.id && isOpenRun(status));
  const run = await lockRunAt(unit, seen);
  assertOpenRun(run);
  if (courierId === run.courierId) throw fieldError('courierId', 'This run is already theirs.');
  const tasks = (await listTasksOfRun(unit.tx, run.id)).filter(
    (task) => isOpenTask(task.status) && (taskIds?.includes(task.id) ?? true),
  );
  const ids = tasks.map((task) => task.id);
  await setTaskStatus(unit.tx, ids, 'moved');
  if (!courierId) await grantWishes(unit, [...shipments.values()], ids);
  // A party must not read the address.
  if (run.status === 'planned') await deleteTasks(unit.tx, ids);
  const takesCollections = !taskIds && (await hasOpenCollections(unit.tx, run.id));
  const isMoved = courierId && (tasks.length > 0 || takesCollections);
  const to = isMoved ? (target ?? (await createRunFor(unit, run, courierId))) : null;
  if (to) {
    await placeShipments(
      unit,
      to,
      tasks.flatMap((task) => shipments.get(task.shipmentId) ?? []),
    );
    await moveOpenWishes(unit.tx, run.id, to.id);
  }
  const collections = takesCollections
    ? await takeOpenCollections(unit.tx, run, courierId ? 'moved' : 'cancelled')
    : [];
  if (to) {
    for (const id of collections.toSorted()) {
      const pickup = await lockPickup(unit.tx, id);
      if (pickup) await arrangeIn(unit, to, pickup);
    }
    await unit.audit({
      entity: 'run',
      entityId: to.id,
      after: { shipments: tasks.length, fromCourierId: run.courierId },
    });
    await saveRunChange(unit, to);
  }
  if (tasks.length + collections.length === 0) return saveRunChange(unit, run);
  const moved = { shipments: tasks.length };
  const change = courierId ? { after: { ...moved, toCourierId: courierId } } : { before: moved };
  await unit.audit({ entity: 'run', entityId: run.id, ...change });
  return endIfEmptied(unit, run);
}

async function grantWishes(
  unit: UnitOfWork,
  shipments: readonly Locked<ShipmentRow>[],
  taskIds: readonly string[],
): Promise<void> {
  const granted = await resolveAsked(unit.tx, { taskIds }, ['choice-wish']);
  for (const shipment of shipments.filter(({ trackingId }) => granted.includes(trackingId))) {
    const wished = wishIn(await listChoices(unit.tx, [shipment.id]));
    if (wished) await tellAnswer(unit, shipment, wished.row, 'granted');
  }
}

/** Nobody could start or close an emptied run. */
async function endIfEmptied(unit: UnitOfWork, run: RunRow): Promise<RunVersion> {
  const tasks = await listTasksOfRun(unit.tx, run.id);
  const isBeingLoaded = run.status === 'released' && tasks.some(({ loadedAt }) => loadedAt !== null);
  const isCollecting = (await hasOpenCollections(unit.tx, run.id)) || (await listInVan(unit.tx, run.id)).length > 0;
  const isInUse = isBeingLoaded || isCollecting || (await listRecalled(unit.tx, run.id)).length > 0;
  const isEmptied = !tasks.some(({ status }) => isOpenTask(status)) && !isInUse;
  const status = nextRunStatus(run.status, run.status === 'active' ? 'close' : 'cancel');
  if (run.status === 'planned' || !status || !isEmptied) return saveRunChange(unit, run);
  const version = await saveRunChange(unit, run, { status, closedAt: new Date() });
  await activateWaitingRun(unit, run.courierId);
  return version;
}

async function createRunFor(unit: UnitOfWork, from: RunRow, courierId: string): Promise<RunRow> {
  const fields = { day: from.day, name: from.name, courierId };
  const status = from.status === 'planned' ? 'planned' : 'released';
  const run = await insertRun(unit.tx, { ...fields, status });
  await unit.audit({ entity: 'run', entityId: run.id, after: fields });
  return run;
}

/**
 * Finds the courier's open run that takes the parcels. Planned ones go into one of the same day; others into the run
 * that the phone shows, else one being loaded, else one of today or of that day. Null if there is none.
 */
async function findRunToMoveTo(unit: UnitOfWork, courierId: string, fromId: string): Promise<RunRow | null> {
  const from = await findRun(unit.tx, fromId);
  const open = (await listOpenRuns(unit.tx, courierId)).filter(({ id }) => id !== fromId);
  const ofDay = (day: string | undefined) => open.filter((run) => run.day === day);
  if (from?.status === 'planned') return ofDay(from.day)[0] ?? null;
  const active = open.find(({ status }) => status === 'active');
  if (active) return active;
  const busy = await listBusyRuns(
    unit.tx,
    open.map(({ id }) => id),
  );
  const today = dayOf('today', unit.services.environment.TIME_ZONE);
  const shown =
    from?.status === 'active' ? [...open.filter(({ id }) => busy.get(id)?.isBeingLoaded), ...ofDay(today)] : [];
  return [...shown, ...ofDay(from?.day)].find(({ status }) => status === 'released') ?? null;
}
