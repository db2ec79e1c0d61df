import { and, eq, lt, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '../../database/client.ts';
import { rateLimits } from '../../database/tables/calls.ts';

/** The points of a key. Each is free again `refill` milliseconds after the one before it. */
export interface Allowance {
  points: number;
  refill: number;
}

/** A point that was taken, and when it is free again by itself. */
export interface Point {
  key: string;
  freeAt: number;
}

const { key: keyColumn, points: usedPoints, expire } = rateLimits;
/** Not `now()`: a call that has waited for another one on the same key would be earlier than that. */
const NOW = sql`(extract(epoch from clock_timestamp()) * 1000)::bigint`;

/**
 * Milliseconds until all points are free again. Never more than for all of them: another version's
 * rule may have written the row.
 */
const untilFull = ({ points, refill }: Allowance): SQL =>
  sql`least(greatest(${expire} - ${NOW}, 0), ${points * refill}::bigint)`;

/**
 * Takes a point of a key, if one is available. Concurrent calls, on any number of servers, never
 * get more points than there are. Returns the point, or the milliseconds until one is free.
 */
export async function takePoint(
  executor: Executor,
  key: string,
  allowance: Allowance,
): Promise<{ point: Point } | { wait: number }> {
  const { points, refill } = allowance;
  const used = untilFull(allowance);
  const lastUsed = sql`${(points - 1) * refill}::bigint`;
  const [taken] = await executor
    .insert(rateLimits)
    .values({ key, points: 1, expire: sql`${NOW} + ${refill}::bigint` })
    .onConflictDoUpdate({
      target: keyColumn,
      set: {
        points: sql`ceil(${used} / ${refill}::numeric) + 1`,
        expire: sql`${NOW} + ${used} + ${refill}::bigint`,
      },
      setWhere: sql`${used} <= ${lastUsed}`,
    })
    .returning({ freeAt: expire });
  if (taken) return { point: { key, freeAt: Number(taken.freeAt) } };
  const [closed] = await executor
    .select({ wait: sql`${used} - ${lastUsed}`.mapWith(Number) })
    .from(rateLimits)
    .where(eq(keyColumn, key));
  return { wait: Math.max(closed?.wait ?? 0, 1) };
}

/** Returns a point, as if it had not been taken. By now it may be free again by itself. */
export async function returnPoint(executor: Executor, { key, freeAt }: Point, { refill }: Allowance): Promise<void> {
  await executor
    .update(rateLimits)
    .set({ points: sql`greatest(${usedPoints} - 1, 0)`, expire: sql`${expire} - ${refill}::bigint` })
    .where(and(eq(keyColumn, key), sql`${freeAt}::bigint > ${NOW}`));
}

/** Makes all points of a key free. */
export async function deletePoints(executor: Executor, key: string): Promise<void> {
  await executor.delete(rateLimits).where(eq(keyColumn, key));
}

/** Deletes keys whose points are all free. */
export async function deleteOldPoints(executor: Executor): Promise<void> {
  await executor.delete(rateLimits).where(lt(expire, NOW));
}
