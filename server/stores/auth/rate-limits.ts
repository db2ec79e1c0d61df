import { and, eq, gt, lt, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '../../database/client.ts';
import { rateLimits } from '../../database/tables/calls.ts';

/** The points of a key; times in milliseconds. */
export interface Allowance {
  points: number;
  /**
   * Without `wait`, from the first point until all are free again; with it, from the last point.
   */
  window: number;
  /**
   * Once the points are used up, one more becomes available after each wait: `first`, then twice
   * that, and so on up to `longest`.
   */
  wait?: { first: number; longest: number } | undefined;
}

/** A point that was taken, to be returned to the window it came from. */
export interface Point {
  key: string;
  expire: number;
}

const { key: keyColumn, points, expire } = rateLimits;
/** Not `now()`: a call that has waited for another one on the same key would be earlier than that. */
const NOW = sql`(extract(epoch from clock_timestamp()) * 1000)::bigint`;
const isOver = sql`${expire} <= ${NOW}`;

/** How long the last taken point closes the key. */
const waitAfter = (allowance: Allowance, { first, longest }: { first: number; longest: number }): SQL =>
  sql`case when ${points} < ${allowance.points} then 0
    else least(${longest}, ${first} * 2 ^ least(${points} - ${allowance.points}, 20))::bigint end`;

const opensAt = (allowance: Allowance): SQL =>
  allowance.wait ? sql`${expire} - ${allowance.window} + ${waitAfter(allowance, allowance.wait)}` : sql`${expire}`;

/**
 * Takes a point of a key, if one is available. Concurrent calls, on any number of servers, never
 * get more points than there are. Returns the point, or the milliseconds to wait.
 */
export async function takePoint(
  executor: Executor,
  key: string,
  allowance: Allowance,
): Promise<{ point: Point } | { wait: number }> {
  const fullWindow = sql`${NOW} + ${allowance.window}::bigint`;
  const isOpen = allowance.wait ? sql`${opensAt(allowance)} <= ${NOW}` : sql`${points} < ${allowance.points}`;
  const [taken] = await executor
    .insert(rateLimits)
    .values({ key, points: 1, expire: fullWindow })
    .onConflictDoUpdate({
      target: keyColumn,
      set: {
        points: sql`case when ${isOver} then 1 else ${points} + 1 end`,
        expire: allowance.wait ? fullWindow : sql`case when ${isOver} then ${fullWindow} else ${expire} end`,
      },
      setWhere: sql`${isOver} or ${isOpen}`,
    })
    .returning({ expire });
  if (taken) return { point: { key, expire: Number(taken.expire) } };
  const [closed] = await executor
    .select({ wait: sql`${opensAt(allowance)} - ${NOW}`.mapWith(Number) })
    .from(rateLimits)
    .where(eq(keyColumn, key));
  return { wait: Math.max(closed?.wait ?? 0, 1) };
}

/** Returns a point, as if it had not been taken. */
export async function returnPoint(executor: Executor, point: Point, allowance: Allowance): Promise<void> {
  const { wait } = allowance;
  await executor
    .update(rateLimits)
    .set({ points: sql`${points} - 1`, ...(wait && { expire: sql`${expire} - ${waitAfter(allowance, wait)}` }) })
    // A new window has its own points.
    .where(and(eq(keyColumn, point.key), gt(points, 0), wait ? undefined : eq(expire, point.expire)));
}

/** Resets a key's points. */
export async function resetPoints(executor: Executor, key: string): Promise<void> {
  await executor.delete(rateLimits).where(eq(keyColumn, key));
}

/** Deletes expired points. */
export async function deleteOldPoints(executor: Executor): Promise<void> {
  await executor.delete(rateLimits).where(lt(expire, NOW));
}
