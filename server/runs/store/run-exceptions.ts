import { and, asc, count, desc, eq, exists, isNotNull, isNull, min, notExists, or, type SQL, sql } from 'drizzle-orm';
import { pick } from '../../../src/domain/pick.ts';
import type { ExceptionKind } from '../../../src/domain/runs/exceptions.ts';
import { OPEN_TASK_STATUSES } from '../../../src/domain/runs/task-status.ts';
import type { ASKED_WORK, AskedWork } from '../../../src/domain/work.ts';
import type { Executor, Transaction } from '../../base/database/client.ts';
import {
  courierFacts,
  factOutcomes,
  IS_CURRENT,
  runExceptions,
  runStops,
  runs,
  runTasks,
} from '../../base/database/tables/runs.ts';
import { shipments } from '../../base/database/tables/shipments.ts';
import { collectReports } from '../../base/database/tables/shops/collections.ts';
import { users } from '../../base/database/tables/users.ts';
import { anyOf, inBatches } from '../../base/sql/lists.ts';

export async function insertExceptions(
  tx: Transaction,
  exceptions: readonly {
    runId: string | null;
    kind: ExceptionKind;
    taskId: string | null;
    factId: string | null;
    trackingId?: string | null;
  }[],
): Promise<void> {
  for (const some of inBatches(exceptions)) await tx.insert(runExceptions).values(some);
}

/** A parcel that is scanned again asks only once. */
export async function askToGiveBack(
  tx: Transaction,
  trackingId: string,
  of: { runId: string | null; taskId: string | null; factId: string | null },
): Promise<void> {
  const kind = 'arrived-cancelled';
  const isIt = and(eq(runExceptions.kind, kind), eq(runExceptions.trackingId, trackingId));
  if ((await tx.$count(runExceptions, and(isIt, isNull(runExceptions.resolvedAt)))) > 0) return;
  await insertExceptions(tx, [{ ...of, kind, trackingId }]);
}

export async function insertCourierIsPartyExceptions(
  tx: Transaction,
  courierId: string,
  shipmentIds?: readonly string[],
): Promise<string[]> {
  const kind: ExceptionKind = 'courier-is-party';
  const noted = tx
    .select({ one: sql`1` })
    .from(runExceptions)
    .where(and(eq(runExceptions.taskId, runTasks.id), eq(runExceptions.kind, kind), isNull(runExceptions.resolvedAt)));
  const own = await tx
    .select({ runId: runTasks.runId, taskId: runTasks.id })
    .from(runTasks)
    .innerJoin(runs, eq(runs.id, runTasks.runId))
    .innerJoin(shipments, eq(shipments.id, runTasks.shipmentId))
    .where(
      and(
        anyOf(runTasks.status, OPEN_TASK_STATUSES),
        eq(runs.courierId, courierId),
        or(eq(shipments.senderId, courierId), eq(shipments.receiverId, courierId)),
        shipmentIds && anyOf(shipments.id, shipmentIds),
        notExists(noted),
      ),
    );
  await insertExceptions(
    tx,
    own.map((task) => ({ ...task, kind, factId: null })),
  );
  return [...new Set(own.map(({ runId }) => runId))];
}

export type ExceptionRow = Awaited<ReturnType<typeof selectExceptions>>[number];

export function selectExceptions(executor: Executor, wanted: SQL | undefined, limit?: number) {
  const query = executor
    .select({
      ...pick(runExceptions, 'id', 'kind', 'runId'),
      runName: runs.name,
      day: runs.day,
      taskId: runExceptions.taskId,
      shipmentId: shipments.id,
      trackingId: sql<string | null>`coalesce(${shipments.trackingId}, ${runExceptions.trackingId})`,
      isDeleted: sql<boolean>`${shipments.deletedAt} is not null`,
      stop: runStops.name,
      parcels: shipments.parcels,
      loadedParcels: runTasks.loadedParcels,
      returnedParcels: runTasks.returnedParcels,
      ...pick(runExceptions, 'createdAt', 'resolvedAt', 'note'),
      resolver: { id: users.id, firstName: users.firstName, lastName: users.lastName, email: users.email },
    })
    .from(runExceptions)
    .leftJoin(runs, eq(runs.id, runExceptions.runId))
    .leftJoin(runTasks, eq(runTasks.id, runExceptions.taskId))
    .leftJoin(
      shipments,
      sql`${shipments.id} = coalesce(${runTasks.shipmentId}, (
        select s.id from shipments s where s.tracking_id = ${runExceptions.trackingId}))`,
    )
    .leftJoin(courierFacts, eq(courierFacts.id, runExceptions.factId))
    .leftJoin(runStops, eq(runStops.id, sql`coalesce(${runTasks.stopId}, ${courierFacts.stopId})`))
    .leftJoin(users, eq(users.id, runExceptions.resolvedBy))
    .where(wanted)
    .$dynamic();
  return limit === undefined
    ? query.orderBy(asc(runExceptions.createdAt), asc(runExceptions.id))
    : query.orderBy(desc(runExceptions.createdAt), desc(runExceptions.id)).limit(limit);
}

const isOpenSurprise = and(
  isNull(runExceptions.resolvedAt),
  anyOf(runExceptions.kind, ['collected-by-surprise', 'collected-unknown']),
);

interface OpenFilter {
  shipmentId?: string;
  runIds?: readonly string[];
  areSurprises?: boolean;
  limit: number;
}

export async function listOpenExceptions(
  executor: Executor,
  { shipmentId, runIds, areSurprises, limit }: OpenFilter,
): Promise<ExceptionRow[]> {
  if (areSurprises) return (await selectExceptions(executor, isOpenSurprise, limit)).toReversed();
  const isOpen = and(isNull(runExceptions.resolvedAt), IS_CURRENT, runIds && anyOf(runExceptions.runId, runIds));
  if (shipmentId === undefined)
    return (await selectExceptions(executor, and(isOpen, isNotNull(runExceptions.runId)), limit)).toReversed();
  const visit = executor
    .select({ one: sql`1` })
    .from(factOutcomes)
    .where(and(eq(factOutcomes.factId, runExceptions.factId), eq(factOutcomes.shipmentId, shipmentId)));
  const isOfVisit = and(isNull(runExceptions.taskId), eq(courierFacts.kind, 'visit'), exists(visit));
  const isCollected = and(isNotNull(runExceptions.trackingId), eq(shipments.id, shipmentId));
  const isOfShipment = or(eq(runTasks.shipmentId, shipmentId), isOfVisit, isCollected);
  return (await selectExceptions(executor, and(isOpen, isOfShipment), limit)).toReversed();
}

export async function findException(executor: Executor, id: string): Promise<ExceptionRow | null> {
  const [row] = await selectExceptions(executor, eq(runExceptions.id, id));
  return row ?? null;
}

export interface SearchRow {
  id: string;
  runId: string;
  taskId: string;
  shipmentId: string;
  since: Date;
}

/** Resolves what asks for these collected parcels, in locked runs. */
export async function resolveCollected(
  tx: Transaction,
  runId: string,
  /** `factIds`: reports of parcels without a label. */
  { trackingIds, factIds = [] }: { trackingIds: readonly string[]; factIds?: readonly string[] },
): Promise<string[]> {
  if (trackingIds.length + factIds.length === 0) return [];
  const isWithoutLabel = and(
    isNull(runExceptions.trackingId),
    anyOf(runExceptions.factId, factIds),
    sql`not exists (select from ${collectReports} r where r.fact_id = ${runExceptions.factId} and r.unlabelled > r.unlabelled_in)`,
  );
  const rows = await tx
    .update(runExceptions)
    .set({ resolvedAt: sql`now()` })
    .where(
      and(
        eq(runExceptions.runId, runId),
        or(anyOf(runExceptions.trackingId, trackingIds), isWithoutLabel),
        anyOf(runExceptions.kind, ['missing-parcel', 'collected-unknown']),
        isNull(runExceptions.resolvedAt),
      ),
    )
    .returning({ id: runExceptions.id });
  return rows.map(({ id }) => id);
}

/** Resolves what the parties of locked shipments asked of the desk; returns the tracking IDs of those who had. */
export async function resolveAsked(
  tx: Transaction,
  of: { trackingId: string } | { taskIds: readonly string[] },
  kinds: readonly (typeof ASKED_WORK)[AskedWork][],
  by: string | null = null,
): Promise<(string | null)[]> {
  // A parcel may have come from another run.
  const isIt =
    'taskIds' in of
      ? sql`${runExceptions.trackingId} in (select s.tracking_id from run_tasks t join shipments s on s.id = t.shipment_id
          where t.id = any(${sql.param([...of.taskIds])}::uuid[]))`
      : eq(runExceptions.trackingId, of.trackingId);
  const rows = await tx
    .update(runExceptions)
    .set({ resolvedAt: sql`now()`, resolvedBy: by })
    .where(and(isIt, anyOf(runExceptions.kind, kinds), isNull(runExceptions.resolvedAt)))
    .returning({ trackingId: runExceptions.trackingId });
  return rows.map(({ trackingId }) => trackingId);
}

export async function countSurprises(executor: Executor): Promise<{ count: number; oldest: Date | null }> {
  const [row] = await executor
    .select({ count: count(), oldest: min(runExceptions.createdAt) })
    .from(runExceptions)
    .where(isOpenSurprise);
  return row ?? { count: 0, oldest: null };
}
