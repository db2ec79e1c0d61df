/** Searching in long lists that show the newest first (docs/decisions/0013). */
import { type SQL, sql } from 'drizzle-orm';
import { EXACT_TOTAL_UNDER_SEARCH } from '../../src/domain/pagination.ts';
import type { Executor } from '../database/client.ts';

export const NEWEST_FIRST = sql`order by created_at desc, id desc`;

/** How many of the newest are looked through for a text before the index of words is asked. */
const REACH = 5_000;
/** For a late page of what is found, further: what is found often is sooner come across than fetched and sorted. */
const REACH_FOR_EACH = 50;

/** A window of a list: `limit` rows after the first `offset`. */
export interface Window {
  limit: number;
  offset: number;
}

interface Search {
  /** The keys (`id`, `created_at`) of so many of the newest rows, with `hit`: whether the text is in them. */
  newest(limit: number): SQL;
  /** The keys of every row that the text is in. */
  all: SQL;
}

/**
 * The keys of a window of what a text finds, and how much it finds: 1,001 stands for more than 1,000. What is found often is
 * among the newest; what is found seldom, the index of words has quickly. Which one it is, only looking tells: PostgreSQL's
 * guess was wrong in both directions, at a second or more each. Both looks serve the window and the total.
 */
export async function findNewest(
  executor: Executor,
  { limit, offset }: Window,
  { newest, all }: Search,
): Promise<{ ids: string[]; total: number }> {
  const need = offset + limit;
  const most = EXACT_TOTAL_UNDER_SEARCH + 1;
  const looked = newest(Math.max(REACH, need * REACH_FOR_EACH));
  const walked = sql`(select count from walked)`;
  const { rows } = await executor.execute<{ ids: string[]; total: number }>(sql`
    with walk as materialized (
        select id, created_at from (${looked}) as newest where hit ${NEWEST_FIRST} limit ${Math.max(need, most)}),
      walked as materialized (select count(*)::int as count from walk),
      hits as materialized (${all}),
      keys as (
        select id, created_at from walk where ${walked} >= ${need}
        union all
        select id, created_at from hits where ${walked} < ${need})
    select array(select id from keys ${NEWEST_FIRST} limit ${limit} offset ${offset}) as ids,
      least(${most}, case
        when ${walked} >= ${most} then ${most}
        when ${walked} >= ${need} then (select count(*) from (select 1 from (${all}) as listed limit ${most}) as counted)
        else (select count(*) from hits)
      end)::int as total`);
  return rows[0] ?? { ids: [], total: 0 };
}
