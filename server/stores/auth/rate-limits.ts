import { and, eq, gt, lt, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '../../database/client.ts';
import { rateLimits } from '../../database/schema.ts';

/** How many points a key has; times in milliseconds. */
export interface Allowance {
  points: number;
  /** Without `wait`, from the first point until all are free again; with it, from the last point. */
  window: number;
  /** Once the points are used up, one more is given after each wait: `first`, twice that, … at most `longest`. */
  wait?: { first: number; longest: number } | undefined;
}

/** A point that was taken, for giving it back to the window it came from. */
export interface Point {
  key: string;
  expire: number;
}

const { key: keyColumn, points, expire } = rateLimits;
const NOW = sql`(extract(epoch from now()) * 1000)::bigint`;
const isOver = sql`${expire} <= ${NOW}`;

/** How long the last point that was taken closes the key. */
const waitAfter = (allowance: Allowance, { first, longest }: { first: number; longest: number }): SQL =>
  sql`case when ${points} < ${allowance.points} then 0
    else least(${longest}, ${first} * 2 ^ least(${points} - ${allowance.points}, 20))::bigint end`;

const opensAt = (allowance: Allowance): SQL =>
  allowance.wait ? sql`${expire} - ${allowance.window} + ${waitAfter(allowance, allowance.wait)}` : sql`${expire}`;

/**
 * Takes a point of a key, or nothing where it has none to give now. Of many at the same time, on however many servers,
 * no more get one than there are. Returns the point, or how long to wait (in milliseconds).
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

/** Gives a point back: as if it had not been taken, so that nobody waits for it. */
export async function returnPoint(executor: Executor, point: Point, allowance: Allowance): Promise<void> {
  const { wait } = allowance;
  await executor
    .update(rateLimits)
    .set({ points: sql`${points} - 1`, ...(wait && { expire: sql`${expire} - ${waitAfter(allowance, wait)}` }) })
    // A window that has ended since has points of its own.
    .where(and(eq(keyColumn, point.key), gt(points, 0), wait ? undefined : eq(expire, point.expire)));
}

/** Gives a key all its points back. */
export async function forgetPoints(executor: Executor, key: string): Promise<void> {
  await executor.delete(rateLimits).where(eq(keyColumn, key));
}

/** Removes points whose time is over. */
export async function deleteOldPoints(executor: Executor): Promise<void> {
  await executor.delete(rateLimits).where(lt(expire, NOW));
}
