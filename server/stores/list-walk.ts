/** How a page deep in a long list is reached without counting off every row before it (docs/decisions/0042). */
import { type SQL, sql } from 'drizzle-orm';
import type { Window } from './newest-first.ts';

/** How many rows of a list were created on a day. `day` is the midnight, UTC, that it begins with. */
export interface DayCount {
  day: Date;
  count: number;
}

/** A stretch of a list in index order: skip so many rows, take so many. */
export interface Walk {
  order: 'newest first' | 'oldest first';
  /** Start here: below it newest first, from it on oldest first. Without it, at the end of the list. */
  bound?: Date | undefined;
  skip: number;
  take: number;
}

const DAY_MS = 86_400_000;

/**
 * The shortest walk to a page of a list with `total` rows. `days` are all its days with rows, newest
 * first, and together have `total` rows; without them a walk starts at either end of the list.
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

/** The order in which a walk meets its rows. */
export function walkOrder({ order }: Walk): SQL {
  return order === 'newest first' ? sql`order by created_at desc, id desc` : sql`order by created_at, id`;
}
