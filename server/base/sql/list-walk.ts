/** Reaches deep pages without skipping every row (decision 0042). */
import { type SQL, sql } from 'drizzle-orm';
import type { Window } from './newest-first.ts';

/** Begins at midnight (UTC). */
export interface DayCount {
  day: Date;
  count: number;
}

export interface Walk {
  order: 'newest first' | 'oldest first';
  /** Exclusive newest first, inclusive oldest first. */
  bound?: Date | undefined;
  skip: number;
  take: number;
}

const DAY_MS = 86_400_000;

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

export function walkOrder({ order }: Walk): SQL {
  return order === 'newest first' ? sql`order by created_at desc, id desc` : sql`order by created_at, id`;
}
