import { and, eq, lt, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '../database/client.ts';
import { rateLimits } from '../database/tables/calls.ts';
import { deleteBatch } from './delete-batch.ts';

/** A point is free again every `refill` milliseconds. */
export interface Allowance {
  points: number;
  refill: number;
}

/** `freeAt`: milliseconds since 1970. `used`: how many are, with this one. */
export interface Point {
  key: string;
  freeAt: number;
  used: number;
}

const { key: keyColumn, points: usedPoints, expire } = rateLimits;
/** `now()` is too early for a call that waited. */
const NOW = sql`(extract(epoch from clock_timestamp()) * 1000)::bigint`;

/** In milliseconds, also under another version's rule. */
const untilFull = ({ points, refill }: Allowance): SQL =>
  sql`least(greatest(${expire} - ${NOW}, 0), ${points * refill}::bigint)`;

/**
 * Takes a point, or returns the milliseconds to wait; concurrent calls on all servers never exceed
 * `points`.
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
    .returning({ freeAt: expire, used: usedPoints });
  if (taken) return { point: { key, freeAt: Number(taken.freeAt), used: taken.used } };
  const [closed] = await executor
    .select({ wait: sql`${used} - ${lastUsed}`.mapWith(Number) })
    .from(rateLimits)
    .where(eq(keyColumn, key));
  return { wait: Math.max(closed?.wait ?? 0, 1) };
}

/** Returns a point, unless already free again. */
export async function returnPoint(executor: Executor, { key, freeAt }: Point, { refill }: Allowance): Promise<void> {
  await executor
    .update(rateLimits)
    .set({ points: sql`greatest(${usedPoints} - 1, 0)`, expire: sql`${expire} - ${refill}::bigint` })
    .where(and(eq(keyColumn, key), sql`${freeAt}::bigint > ${NOW}`));
}

export async function deletePoints(executor: Executor, key: string): Promise<void> {
  await executor.delete(rateLimits).where(eq(keyColumn, key));
}

export const deleteOldPoints = (executor: Executor): Promise<boolean> =>
  deleteBatch(executor, rateLimits, lt(expire, NOW));
