import { and, desc, eq, gt, isNull, or, sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { Executor, Transaction } from '../base/database/client.ts';
import { runExceptions } from '../base/database/tables/runs.ts';
import { collectReports, runCollections } from '../base/database/tables/shops/collections.ts';
import { pickups } from '../base/database/tables/shops/pickups.ts';
import { anyOf } from '../base/sql/lists.ts';
import type { UnitOfWork } from '../context/unit-of-work.ts';
import { resolveCollected } from '../runs/store/run-exceptions.ts';
import { bumpRunVersion, lockRuns } from '../runs/store/runs.ts';
import type { ShipmentRow } from '../shipments/store/shipments.ts';
import { handInUnlabelled, listCollectedOf, markHandedIn } from './store/collections.ts';

export const TakenInSchema = v.array(
  v.object({
    runId: v.string(),
    factId: v.string(),
    trackingId: v.nullable(v.string()),
    exceptions: v.array(v.string()),
  }),
);
type TakenIn = v.InferOutput<typeof TakenInSchema>;

/** The run has not handed it in. */
async function findRunOfUnlabelled(
  executor: Executor,
  { id, senderId, receiverId }: Pick<ShipmentRow, 'id' | 'senderId' | 'receiverId'>,
): Promise<string | null> {
  const isOwn = and(eq(pickups.kind, 'pickup'), senderId === null ? sql`false` : eq(pickups.userId, senderId));
  const isReturn = and(
    eq(pickups.kind, 'return'),
    receiverId === null ? sql`false` : eq(pickups.userId, receiverId),
    sql`${pickups.shipmentIds} @> array[${id}::uuid]`,
  );
  const [row] = await executor
    .select({ runId: runCollections.runId })
    .from(collectReports)
    .innerJoin(runCollections, eq(runCollections.id, collectReports.runCollectionId))
    .innerJoin(pickups, eq(pickups.id, runCollections.collectionId))
    .where(and(gt(collectReports.unlabelled, collectReports.unlabelledIn), or(isOwn, isReturn)))
    .orderBy(desc(collectReports.factId))
    .limit(1);
  return row?.runId ?? null;
}

/**
 * Ends the search for the parcel. If its courier took something without a label where it waited, it
 * is that.
 */
export async function takeIn(unit: UnitOfWork, shipment: ShipmentRow, at: Date): Promise<TakenIn> {
  const { tx } = unit;
  const isUnscanned = shipment.status === 'in-progress';
  const before = await listCollectedOf(tx, shipment.id);
  const unlabelledIn = before.length === 0 && isUnscanned ? await findRunOfUnlabelled(tx, shipment) : null;
  const runIds = unlabelledIn ? [unlabelledIn] : before.map(({ runId }) => runId);
  await lockRuns(tx, runIds);
  const rows = before.length > 0 ? await listCollectedOf(tx, shipment.id) : [];
  await markHandedIn(tx, rows, at);
  const taken: TakenIn = [];
  for (const { runId, factId, trackingId } of rows) {
    const exceptions = await resolveCollected(tx, runId, { trackingIds: [trackingId] });
    taken.push({ runId, factId, trackingId, exceptions });
  }
  for (const { factId } of unlabelledIn ? await handInUnlabelled(tx, unlabelledIn, 1) : []) {
    const exceptions = await resolveCollected(tx, unlabelledIn ?? '', { trackingIds: [], factIds: [factId] });
    taken.push({ runId: unlabelledIn ?? '', factId, trackingId: null, exceptions });
  }
  for (const runId of new Set(taken.map((one) => one.runId))) await bumpRunVersion(tx, runId);
  return taken;
}

async function takeBackUnlabelled(tx: Transaction, factId: string): Promise<void> {
  await tx
    .update(collectReports)
    .set({ unlabelledIn: sql`greatest(0, ${collectReports.unlabelledIn} - 1)` })
    .where(eq(collectReports.factId, factId));
}

async function reopenExceptions(tx: Transaction, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const isIt = and(anyOf(runExceptions.id, ids), isNull(runExceptions.resolvedBy));
  await tx.update(runExceptions).set({ resolvedAt: null }).where(isIt);
}

/** It was scanned by mistake. */
export async function bringBack({ tx }: UnitOfWork, taken: TakenIn): Promise<void> {
  const runIds = [...new Set(taken.map(({ runId }) => runId))];
  await lockRuns(tx, runIds);
  for (const { factId, trackingId, exceptions } of taken) {
    if (trackingId) await markHandedIn(tx, [{ factId, trackingId }], null);
    else await takeBackUnlabelled(tx, factId);
    await reopenExceptions(tx, exceptions);
  }
  for (const runId of runIds) await bumpRunVersion(tx, runId);
}
