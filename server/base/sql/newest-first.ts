/** Decision 0042. */
import { type SQL, sql } from 'drizzle-orm';
import { EXACT_TOTAL_UNDER_SEARCH } from '../../../src/domain/pagination.ts';
import type { Executor } from '../database/client.ts';
import { WEEK } from '../database/tables/columns.ts';

export const NEWEST_FIRST = sql`order by created_at desc, id desc`;

const READ_ROWS = 2_000;
/** Each of these is on another page of the table. */
const READ_SCATTERED_ROWS = 500;
/** Scanning finds frequent texts sooner. */
const READ_ROWS_PER_RESULT = 10;
const WEEKS = 26;
/** Avoids a whole number of weeks or months: people send in their rhythm. */
const EARLIER = sql`interval '100 days 7 hours'`;
const EARLIER_ROWS = 250;
const LEAST_SHARE = 0.01;

export interface Window {
  limit: number;
  offset: number;
}

interface Search {
  newest(limit: number): SQL;
  all: SQL;
  ofWeek?(week: SQL): SQL;
  some?: SQL | undefined;
  isScattered?: boolean;
  list?: { size: number; before(time: SQL, limit: number): SQL };
}

/** Counts selected rows, up to 1,001 unless told otherwise. */
export async function countRows(executor: Executor, rows: SQL, most = EXACT_TOTAL_UNDER_SEARCH + 1): Promise<number> {
  const { rows: counted } = await executor.execute<{ total: number }>(
    sql`select count(*)::int as total from (select 1 from (${rows}) as listed limit ${most}) as counted`,
  );
  return counted[0]?.total ?? 0;
}

/**
 * Finds matching rows and their total, up to 1,001, which is not counted if recent and earlier rows
 * both say that there are twice as many.
 */
export async function findNewest(
  executor: Executor,
  { limit, offset }: Window,
  { newest, all, ofWeek, some, isScattered = false, list }: Search,
): Promise<{ ids: string[]; total: number }> {
  const most = EXACT_TOTAL_UNDER_SEARCH + 1;
  const end = offset + limit;
  const needed = Math.max(end, most);
  const readRows = Math.max(isScattered ? READ_SCATTERED_ROWS : READ_ROWS, end * READ_ROWS_PER_RESULT);
  const week = sql`(select ${WEEK} from (select newest as created_at from seen) as first) - back * interval '7 days'`;
  const weeks = (order: SQL, atMost: SQL) =>
    ofWeek
      ? sql`select id, created_at from generate_series(0, ${WEEKS - 1}::int) as back,
          lateral (select * from (${ofWeek(week)}) as week ${order} limit ${atMost}) as week limit ${atMost}`
      : sql`select null::uuid as id, null::timestamptz as created_at where false`;
  const count = (keys: SQL) => sql`(select count(*) from (${keys}) as counted)`;
  const isProven = some ? sql`${count(sql`${some} limit ${most}`)} >= ${most}` : sql`false`;
  const share = Math.max(LEAST_SHARE, (2 * most) / (list?.size ?? 1));
  const earlier = list?.before(sql`(select newest - ${EARLIER} from seen)`, EARLIER_ROWS);
  const isMany =
    earlier && share < 1
      ? sql`hits >= greatest(${end}::int, ${share * readRows}::float)
          and (select count(*) filter (where hit) from (select * from (${earlier}) as earlier ${NEWEST_FIRST} limit ${EARLIER_ROWS}) as earlier) >= ${share * EARLIER_ROWS}::float`
      : sql`false`;
  const { rows } = await executor.execute<{ ids: string[]; total: number }>(sql`
    with looked as materialized (select * from (${newest(readRows)}) as newest ${NEWEST_FIRST} limit ${readRows}),
      walk as (select id, created_at from looked where hit),
      -- Frequent: if the weeks are like the rows that were read, they have as many as are counted.
      seen as materialized (
        select count(*) < ${readRows} as is_all, count(*) filter (where hit) as hits, max(created_at) as newest,
          count(*) filter (where hit) * make_interval(weeks => ${WEEKS})
            >= ${most}::float * (max(created_at) - min(created_at)) as is_frequent
        from looked),
      known as materialized (
        select *, case when is_all or hits >= ${most} then false when ${isMany} then true else ${isProven} end as is_proven
        from seen),
      wanted as materialized (
        select case when is_proven then ${end}::int else ${needed}::int end as keys from known),
      recent as materialized (
        select * from (${weeks(NEWEST_FIRST, sql`(select keys from wanted)`)}) as recent
        where (select (is_frequent or is_proven) and not is_all and hits < ${end} from known)),
      hits as materialized (
        select * from (${all}) as hits
        where (select not is_all and hits < ${end} from seen)
          and (select count(*) from recent) < (select keys from wanted)),
      keys as (
        select * from walk where (select is_all or hits >= ${end} from seen)
        union all
        select * from recent where (select count(*) from recent) >= (select keys from wanted)
        union all
        select * from hits)
    select array(select id from keys ${NEWEST_FIRST} limit ${limit} offset ${offset}) as ids,
      least(${most}, (select case
        when is_all or hits >= ${most} then hits
        when is_proven then ${most}
        when hits < ${end} then greatest((select count(*) from recent), (select count(*) from hits))
        when is_frequent and ${count(weeks(sql``, sql`${most}`))} >= ${most} then ${most}
        else ${count(sql`${all} limit ${most}`)}
      end from known))::int as total`);
  return rows[0] ?? { ids: [], total: 0 };
}
