/** Figures of days: what was added up, and the changes that are not yet. */
import { type SQL, sql } from 'drizzle-orm';
import {
  BACKLOG_BINS,
  type FigurePoint,
  type FigureStep,
  FORMER_COURIER,
  type Measure,
  MIN_DISTRICT_PARCELS,
  OTHER_DISTRICTS,
} from '../../../src/domain/reports/figures.ts';
import { OPEN_STATUSES } from '../../../src/domain/shipment-status.ts';
import type { Executor } from '../../base/database/client.ts';
import { anyOf } from '../../base/sql/lists.ts';
import { NOBODY } from '../../shipments/store/shipment-work.ts';

/** Everyone, some or all couriers, customers or districts, or one customer. */
export type FiguresOf =
  | { subject: 'all' | 'courier' | 'customer' | 'district'; ids?: readonly string[] | undefined }
  | { subject: 'customer' | 'customer-district'; ownerId: string };

export type PointsOf = FiguresOf & { measure: Measure; from: string; to: string; step: FigureStep };

/** A district starts after its customer's id and a blank, which `!` follows. */
function isTheirs(whose: FiguresOf, id: SQL): SQL {
  if ('ownerId' in whose) {
    const { ownerId, subject } = whose;
    if (subject === 'customer') return sql`${id} = ${ownerId}`;
    return sql`${id} > ${`${ownerId} `} collate "C" and ${id} < ${`${ownerId}!`} collate "C"`;
  }
  return whose.ids ? sql`${id} = any (${sql.param([...whose.ids])}::text[])` : sql`true`;
}

function idOf({ subject }: FiguresOf): SQL {
  if (subject === 'courier')
    return sql`coalesce((select u.id::text from users u where u.id = subject_id::uuid and u.deleted_at is null),
      ${FORMER_COURIER})`;
  if (subject !== 'customer-district') return sql`subject_id`;
  return sql`case when sum(count) over (partition by day, subject_id) < ${MIN_DISTRICT_PARCELS} then ${OTHER_DISTRICTS}
    else substr(subject_id, 38) end`;
}

const pointsOf = ({ measure, from, to, step, ...whose }: PointsOf) => sql`
  select date_trunc(${step}, day::timestamp)::date::text as at, part, sum(count)::float8 as count, sum(sum)::float8 as sum,
    ${'ownerId' in whose && whose.subject === 'customer' ? sql`''` : sql`id`} as id
  from (
    select day, part, count, sum, ${idOf(whose)} as id from (
      select day, subject_id, part, count, sum from day_figures
      where subject = ${whose.subject} and measure = ${measure} and day between ${from} and ${to}
        and ${isTheirs(whose, sql`subject_id`)}
      union all
      select day, subject_id, part, count, sum
      from figure_changes cross join lateral figure_subjects(courier_id, customer_id, district)
      where subject = ${whose.subject} and measure = ${measure} and day between ${from} and ${to}
        and ${isTheirs(whose, sql`subject_id`)}
    ) as figures
  ) as figures
  group by 1, 2, 5 having sum(count) <> 0 or sum(sum) <> 0`;

export async function listPoints(executor: Executor, asked: PointsOf, limit: number): Promise<FigurePoint[]> {
  const { rows } = await executor.execute<Required<FigurePoint>>(
    sql`${pointsOf(asked)} order by at, id, part limit ${limit}`,
  );
  return rows.map(({ id, ...point }) => (id === '' ? point : { ...point, id }));
}

/** Reads no more than it takes to reach `limit`, one id after the other; leaves out what is not added up yet. */
export async function estimatePoints(
  executor: Executor,
  { measure, from, to, step, ...whose }: PointsOf,
  limit: number,
): Promise<number> {
  const { subject } = whose;
  const next = (after: SQL) => sql`(select subject_id from day_figures
    where subject = ${subject} and ${isTheirs(whose, sql`subject_id`)} and ${after} order by subject_id limit 1)`;
  const ids =
    'ids' in whose && whose.ids
      ? sql`select unnest(${sql.param([...whose.ids])}::text[])`
      : sql`${next(sql`true`)} union all select ${next(sql`subject_id > ids.id`)} from ids where ids.id is not null`;
  const { rows } = await executor.execute<{ count: number }>(sql`with recursive ids (id) as (${ids})
    select count(*)::int as count from (
      select 1 from ids cross join lateral (
        select distinct date_trunc(${step}, day::timestamp), part from day_figures
        where subject = ${subject} and subject_id = ids.id and measure = ${measure} and day between ${from} and ${to}
          and (count <> 0 or sum <> 0)
      ) as points limit ${limit}
    ) as few`);
  return rows[0]?.count ?? 0;
}

/** Today, or the day of a run before it that is still on its way; and whether all days are being counted again. */
export async function findOpenDay(executor: Executor, today: string): Promise<{ open: string; isRecounted: boolean }> {
  const { rows } = await executor.execute<{ open: string; recounted: boolean | null }>(
    sql`select least(min(day), ${today}::date)::text as open,
      (select recount_after is not null from figure_zone) as recounted
      from runs where status = 'active'`,
  );
  return { open: rows[0]?.open ?? today, isRecounted: rows[0]?.recounted === true };
}

/** Parcels of the last bin are too many to read: they are all that are counted, without those of the others. */
export async function countBacklog(executor: Executor, timeZone: string, today: string): Promise<number[]> {
  const [, ...bounds] = BACKLOG_BINS;
  const { rows } = await executor.execute<{ bin: number; count: number }>(sql`
    with recent as (
      select width_bucket(${today}::date - (created_at at time zone ${timeZone})::date, ${sql.param(bounds)}::int[]) as bin,
        count(*)::int as count
      from shipments
      where deleted_at is null and ${anyOf(sql`status`, OPEN_STATUSES)}
        and created_at >= (${today}::date - ${BACKLOG_BINS.at(-1)}::int + 1)::timestamp at time zone ${timeZone}
      group by 1
    )
    select bin, count from recent
    union all
    select ${bounds.length}::int, sum(count)::int from (
      select count from shipment_counts
      where owner_id = ${NOBODY} and relation = 'all' and ${anyOf(sql`status`, OPEN_STATUSES)}
      union all select -count from recent
    ) as older`);
  return BACKLOG_BINS.map((_, at) => rows.find(({ bin }) => bin === at)?.count ?? 0);
}
