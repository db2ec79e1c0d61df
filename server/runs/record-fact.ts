import { and, eq, isNull, sql } from 'drizzle-orm';
import type { CodeResult } from '../../src/domain/delivery.ts';
import { toCents } from '../../src/domain/money.ts';
import { addScannedParcels } from '../../src/domain/runs/count-parcels.ts';
import { type Effect, effectOf, noEffect } from '../../src/domain/runs/effects.ts';
import type { ExceptionKind } from '../../src/domain/runs/exceptions.ts';
import type { FactKind } from '../../src/domain/runs/facts.ts';
import { isOpenRun } from '../../src/domain/runs/run-status.ts';
import type { Executor, Transaction } from '../base/database/client.ts';
import type { Locked } from '../base/database/locked.ts';
import { courierFacts, runExceptions } from '../base/database/tables/runs.ts';
import { UserError } from '../base/errors/errors.ts';
import { anyOf } from '../base/sql/lists.ts';
import { findRow } from '../base/sql/rows.ts';
import { hashCall, keyConflict, type UnitOfWork } from '../context/unit-of-work.ts';
import { lockPayers } from '../ledger/store/fees.ts';
import { lockShipments, type ShipmentRow } from '../shipments/store/shipments.ts';
import { clampToNow, clampToPossible, type EntryTime } from '../timeline/clamp-to-now.ts';
import { factContextOf, type Parcel, type ReportedOutcome, readParcels } from './fact-context.ts';
import { type FactRow, isSupersededIn, type NewFact } from './store/courier-facts.ts';
import { askToGiveBack, insertExceptions } from './store/run-exceptions.ts';
import { listTasksOfCourier, type TaskRow, updateTasks } from './store/run-tasks.ts';
import {
  bumpRunVersion,
  lockRuns,
  lockRunsOfCourier,
  notifyRunReaders,
  type RunRow,
  recordHeartbeat,
} from './store/runs.ts';
import { type Applied, ends, sendNews, writeEffects } from './write-effects.ts';

export interface Report {
  kind: FactKind;
  input: {
    id: string;
    runVersion: number;
    occurredAt?: string | undefined;
    notBefore?: string | undefined;
    after?: string | undefined;
    /** Set when a run is closed. */
    cash?: number | undefined;
  };
  /** All are meant if it is missing. */
  parcels?: readonly number[] | undefined;
  runId: string;
  stopId?: string;
  /** Several may be tasks of one parcel. */
  taskIds: readonly string[];
  shipmentIds?: readonly string[];
  runIds?: readonly string[];
  /** Null if the report says nothing about it. */
  outcomeOf(task: TaskRow, when: EntryTime): ReportedOutcome | null;
  /** Before anything is written of a parcel. */
  checkCode?(parcel: Parcel, when: EntryTime): Promise<CodeResult | null>;
}

export interface RecordedFact {
  when: EntryTime;
  run: RunRow;
  parcels: Parcel[];
  /** All that are locked. */
  shipments: readonly Locked<ShipmentRow>[];
  runs: ReadonlyMap<string, RunRow>;
  raiseException(kind: ExceptionKind, taskId?: string | null, trackingId?: string): void;
}

/** Other couriers' runs must seem not to exist. */
export const notFound = () => new UserError('NOT_FOUND', 'This run isn’t yours, or no longer exists.');

/** Waits for a concurrent insert; false if the fact exists. */
async function insertFact(tx: Transaction, fact: NewFact): Promise<boolean> {
  const rows = await tx.insert(courierFacts).values(fact).onConflictDoNothing().returning({ id: courierFacts.id });
  return rows.length > 0;
}

const findFact = (executor: Executor, id: string): Promise<FactRow | null> =>
  findRow(executor, courierFacts, eq(courierFacts.id, id));

async function findEarliest(
  executor: Executor,
  runId: string,
  { taskIds, shipmentIds, isLoaded }: Record<'taskIds' | 'shipmentIds', readonly string[]> & { isLoaded: boolean },
): Promise<Date | null> {
  const first = sql`select min(f.occurred_at) from fact_outcomes o join courier_facts f on f.id = o.fact_id
    where ${isLoaded} and o.shipment_id = t.shipment_id and o.task_id = t.id and o.result = 'loaded'`;
  const { rows } = await executor.execute<{ at: string }>(sql`select greatest(r.created_at,
      (select min(a.created_at) from audit_entries a
        where a.entity = 'run' and a.entity_id = r.id and a.after ->> 'status' = 'released'),
      (select max(s.created_at) from shipments s where ${anyOf(sql`s.id`, shipmentIds)}),
      (select max(coalesce((${first}), t.created_at)) from run_tasks t where ${anyOf(sql`t.id`, taskIds)})) as at
    from runs r where r.id = ${runId}`);
  return rows[0] ? new Date(rows[0].at) : null;
}

async function hasOpenException(tx: Transaction, runId: string, kind: ExceptionKind): Promise<boolean> {
  const [row] = await tx
    .select({ id: runExceptions.id })
    .from(runExceptions)
    .where(and(eq(runExceptions.runId, runId), eq(runExceptions.kind, kind), isNull(runExceptions.resolvedAt)))
    .limit(1);
  return row !== undefined;
}

/** The caller has locked the runs. */
async function resolveThemselves(tx: Transaction, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .update(runExceptions)
    .set({ resolvedAt: sql`now()` })
    .where(and(anyOf(runExceptions.id, ids), isNull(runExceptions.resolvedAt)));
}

/**
 * Applies a fact once per id and parcel (decision 0053); false if it was here before.
 * @throws NOT_FOUND, CONFLICT, field error from `readParcels`.
 */
export async function recordFact(
  unit: UnitOfWork,
  report: Report,
  more: (fact: RecordedFact) => Promise<void> = async () => undefined,
): Promise<boolean> {
  const { tx } = unit;
  const courierId = unit.actor?.id ?? '';
  const { kind, input, runId, stopId = null, taskIds } = report;
  const inputHash = hashCall(`courier.${kind}`, input);
  const earlier = await findFact(tx, input.id);
  if (earlier) return assertSame(earlier, { courierId, inputHash });

  const known = await listTasksOfCourier(tx, courierId, { ids: taskIds });
  if (known.length !== new Set(taskIds).size) throw notFound();
  const previous = input.after ? await findFact(tx, input.after) : null;
  const { shipmentIds = [] } = report;
  const namesTasks = kind === 'load' || kind === 'visit' || kind === 'return';
  const about = { taskIds: namesTasks ? taskIds : [], shipmentIds, isLoaded: kind !== 'load' };
  const earliest = await findEarliest(tx, runId, about);
  const reported = clampToNow(input, previous?.courierId === courierId ? previous.occurredAt : null);
  const when = earliest ? clampToPossible(reported, earliest) : reported;
  const { id, runVersion, cash } = input;
  const cashCents = cash === undefined ? null : toCents(cash);
  const fact = { id, kind, courierId, runId, stopId, runVersion, inputHash, cashCents, ...when };
  if (!(await insertFact(tx, fact))) {
    const winner = await findFact(tx, id);
    if (winner) assertSame(winner, { courierId, inputHash });
    return false;
  }

  const named = [...known.map((task) => task.shipmentId), ...shipmentIds];
  const shipments = await lockShipments(tx, [...new Set(named)]);
  const outcomeOf = (task: TaskRow) => report.outcomeOf(task, when);
  const read = await readParcels(tx, { ...when, kind, courierId, taskIds, shipments, outcomeOf });
  const others = read.flatMap(({ taskElsewhere }) => taskElsewhere ?? []);
  const touched = [...read.map(({ task }) => task), ...others, ...read.flatMap(({ searches }) => searches)];
  const runIds = new Set([runId, ...touched.map((one) => one.runId), ...(report.runIds ?? [])]);
  const isOfRun = kind === 'start' || kind === 'close';
  const runs = await (isOfRun ? lockRunsOfCourier(tx, courierId, [...runIds]) : lockRuns(tx, [...runIds]));
  const run = runs.get(runId);
  if (!run) throw notFound();
  const parcels = await countScanned(tx, read, kind, report.parcels);

  const exceptions: Parameters<typeof insertExceptions>[1][number][] = [];
  const except = (exception: ExceptionKind, taskId: string | null = null, trackingId: string | null = null) =>
    exceptions.push({ runId, kind: exception, taskId, trackingId, factId: id });
  if (when.earliestAt) except('clock-uncertain');
  if (!isOpenRun(run.status) && !(await hasOpenException(tx, runId, 'after-close'))) except('after-close');

  const applied: Applied[] = [];
  for (const parcel of parcels) {
    parcel.code = (await report.checkCode?.(parcel, when)) ?? null;
    const taskRun = runs.get(parcel.task.runId) ?? run;
    const otherRun = runs.get(parcel.taskElsewhere?.runId ?? '');
    const effect = applyTo(parcel, { factId: id, courierId, when, run: taskRun, otherRun });
    applied.push({ parcel, effect });
    for (const exception of effect.exceptions) {
      const of = { runId, taskId: parcel.task.id, factId: id };
      if (exception === 'arrived-cancelled') await askToGiveBack(tx, parcel.shipment.trackingId, of);
      else except(exception, parcel.task.id);
    }
  }
  const ended = applied.flatMap((one) => one.parcel.searches.filter((search) => ends(search, one, when)));
  await resolveThemselves(
    tx,
    ended.map((search) => search.id),
  );
  await lockPayers(
    tx,
    applied.map(({ parcel }) => parcel.shipment),
  );
  await writeEffects(unit, applied, { factId: id, when });
  for (const each of new Set(ended.map((search) => search.runId))) await notifyRunReaders(tx, each);
  for (const other of new Set(
    applied.filter(({ effect }) => effect.closesTaskElsewhere).map(({ parcel }) => parcel.taskElsewhere?.runId),
  ))
    if (other) await bumpRunVersion(tx, other);
  for (const each of new Set([runId, ...parcels.map(({ task }) => task.runId)])) await recordHeartbeat(tx, each);
  await more({ when, run, parcels, shipments, runs, raiseException: except });
  await insertExceptions(tx, exceptions);
  await sendNews(unit, applied, when);
  return true;
}

/** A shipment of three is loaded by its third scan. */
async function countScanned(
  tx: UnitOfWork['tx'],
  parcels: readonly Parcel[],
  kind: FactKind,
  numbers: readonly number[] | undefined,
): Promise<Parcel[]> {
  if (kind !== 'load' && kind !== 'return') return [...parcels];
  const complete: Parcel[] = [];
  for (const parcel of parcels) {
    const { task, shipment } = parcel;
    const { scanned, isComplete } = addScannedParcels({ ...task, parcels: shipment.parcels }, kind, numbers);
    if (shipment.parcels > 1) await updateTasks(tx, [task.id], scanned);
    if (isComplete || shipment.parcels === 1) complete.push(parcel);
  }
  return complete;
}

function assertSame(
  earlier: { courierId: string; inputHash: Buffer },
  { courierId, inputHash }: { courierId: string; inputHash: Buffer },
): false {
  if (earlier.courierId !== courierId) throw notFound();
  if (!earlier.inputHash.equals(inputHash)) throw keyConflict();
  return false;
}

function applyTo(
  parcel: Parcel,
  fact: { factId: string; courierId: string; when: EntryTime; run: RunRow; otherRun: RunRow | undefined },
): Effect {
  // Its correction came first: this only completes the history.
  if (isSupersededIn(parcel.visits, fact)) return noEffect(parcel.task.status);
  const { situation, correctsDelivery } = factContextOf(parcel, fact);
  const { result, method = 'recipient', reason = 'consignee_not_home' } = parcel.outcome;
  if (result === 'delivered') return effectOf({ result, method }, situation);
  if (result === 'failed') return effectOf({ result, reason, correctsDelivery }, situation);
  return effectOf({ result }, situation);
}
