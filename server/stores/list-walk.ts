/** Reaches a page deep in a long list without skipping every row before it (decision 0042). */
import { type SQL, sql } from 'drizzle-orm';
import type { Window } from './newest-first.ts';

/**
 * How many rows of a list were created on a day. `day` is the midnight (UTC) at which it begins.
 */
export interface DayCount {
  day: Date;
  count: number;
}

/** A section of a list in index order: how many rows to skip and to take. */
export interface Walk {
  order: 'newest first' | 'oldest first';
  /**
   * Where to start: below it newest first, from it on oldest first. Without it, at the end of the
   * list.
   */
  bound?: Date | undefined;
  skip: number;
  take: number;
}

const DAY_MS = 86_400_000;

/**
 * The shortest walk to a page of a list with `total` rows. `days` are all its days with rows,
 * newest first, with `total` rows together; without them a walk starts at either end of the list.
 */
export function planWalk({ limit, offset }: Window, total: number, days: readonly DayCount[]): Walk {
  const end = Math.min(offset + limit, total);
  const take = Math.max(0, end - offset);
  let forward: Walk = { order: 'newest first', skip: offset, take };
  let backward: Walk = { order: 'oldest first', skip: total - end, take };
  let newer = 0;
  for (const { day, count } of days) {
    if (newer <= offset) {
      forward = { ...forward, bound: new Date(day.getTime() + DAY_MS), skip: offset - newer };
    }
    newer += count;
    if (newer >= end) {
      backward = { ...backward, bound: day, skip: newer - end };
      break;
    }
  }
  return forward.skip <= backward.skip ? forward : backward;
}

/** The order in which a walk reads its rows. */
export function walkOrder({ order }: Walk): SQL {
  return order === 'newest first' ? sql`order by created_at desc, id desc` : sql`order by created_at, id`;
}
