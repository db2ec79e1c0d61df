import { and, eq, gt, inArray, notExists, sql } from 'drizzle-orm';
import type { Executor, Transaction } from '../../database/client.ts';
import { factOutcomes } from '../../database/tables/courier-facts.ts';
import { runStops, runs, runTasks } from '../../database/tables/runs.ts';

export type StopRow = typeof runStops.$inferSelect;

/** The door of a shipment: its key, and what a courier reads. */
export type Door = Pick<StopRow, 'place' | 'name' | 'phone' | 'address'>;

/** The stops of a run, in order. */
export async function listStops(executor: Executor, runId: string): Promise<StopRow[]> {
  return executor.select().from(runStops).where(eq(runStops.runId, runId)).orderBy(runStops.sequence, runStops.id);
}

/** The stop with this id, if it is in a run of this courier; null otherwise. */
export async function findStopOfCourier(executor: Executor, courierId: string, id: string): Promise<StopRow | null> {
  const [row] = await executor
    .select({ stop: runStops })
    .from(runStops)
    .innerJoin(runs, eq(runs.id, runStops.runId))
    .where(and(eq(runStops.id, id), eq(runs.courierId, courierId)));
  return row?.stop ?? null;
}

/** The stops of a run where nobody has been yet: new parcels for the same door join them. */
export async function listUnvisitedStops(tx: Transaction, runId: string): Promise<StopRow[]> {
  const visited = tx
    .select({ one: sql`1` })
    .from(runTasks)
    .innerJoin(factOutcomes, eq(factOutcomes.taskId, runTasks.id))
    .where(and(eq(runTasks.stopId, runStops.id), inArray(factOutcomes.result, ['delivered', 'failed'])));
  return tx
    .select()
    .from(runStops)
    .where(and(eq(runStops.runId, runId), notExists(visited)))
    .orderBy(runStops.sequence, runStops.id);
}

/** Adds a stop at the end of a run, or right after another one. */
export async function insertStop(tx: Transaction, runId: string, door: Door, after?: number): Promise<StopRow> {
  const last = await tx
    .select({ sequence: sql<number>`coalesce(max(${runStops.sequence}), 0)::int` })
    .from(runStops)
    .where(eq(runStops.runId, runId));
  const sequence = (after ?? last[0]?.sequence ?? 0) + 1;
  if (after !== undefined) {
    await tx
      .update(runStops)
      .set({ sequence: sql`${runStops.sequence} + 1` })
      .where(and(eq(runStops.runId, runId), gt(runStops.sequence, after)));
  }
  const [row] = await tx
    .insert(runStops)
    .values({ runId, sequence, ...door })
    .returning();
  if (!row) throw new Error('A stop was not inserted');
  return row;
}

/** Changes what a courier reads of a door. */
export async function updateStop(tx: Transaction, id: string, door: Door): Promise<void> {
  await tx.update(runStops).set(door).where(eq(runStops.id, id));
}

/** Puts the stops of a run in this order. */
export async function orderStops(tx: Transaction, runId: string, ids: readonly string[]): Promise<void> {
  await tx.execute(sql`
    update run_stops set sequence = wanted.position
    from unnest(${sql.param([...ids])}::uuid[]) with ordinality as wanted (id, position)
    where run_stops.id = wanted.id and run_stops.run_id = ${runId}`);
}
