import { sql } from 'drizzle-orm';
import type { Database, Executor } from '../../base/database/client.ts';
import { NOBODY } from './shipment-work.ts';

export interface Comparison {
  compared: number;
  wrong: number;
  examples: string[];
}

const BALANCES = sql`
  select user_id, sum(total_cents)::bigint as total, sum(held_cents)::bigint as held from ledger_entries group by user_id`;

/** Grouped first: few pairs among millions of shipments. */
const COUNTS = sql`
  select owner_id, relation, status, '-infinity'::date as day, sum(count)::bigint as count
  from (
    select sender_id, receiver_id, status, count(*) as count
    from shipments where deleted_at is null group by 1, 2, 3
  ) as shipments cross join lateral (values
    ('00000000-0000-0000-0000-000000000000'::uuid, 'all'), (sender_id, 'sender'), (receiver_id, 'receiver'),
    (sender_id, 'either'), (case when receiver_id is distinct from sender_id then receiver_id end, 'either')
  ) as side (owner_id, relation)
  where owner_id is not null group by 1, 2, 3
  union all
  select '00000000-0000-0000-0000-000000000000', 'day', status, (created_at at time zone 'UTC')::date as day, count(*)
  from shipments where deleted_at is null group by status, day
  union all
  select '00000000-0000-0000-0000-000000000000', work, status, '-infinity', count(*)
  from shipments where deleted_at is null and work is not null group by work, status`;

const FIGURES = sql`
  select day, subject, subject_id, measure, part, sum(count) as count, sum(sum) as sum
  from figure_facts cross join lateral figure_subjects(courier_id, customer_id, district) group by 1, 2, 3, 4, 5`;

const KEPT_FIGURES = sql`
  select day, subject, subject_id, measure, part, count, sum from day_figures
  union all
  select day, subject, subject_id, measure, part, count, sum
  from figure_changes cross join lateral figure_subjects(courier_id, customer_id, district)`;

const WRONG_WORK = sql`
  shipments s cross join lateral work_of_shipment(s.id, s.status, s.created_at) found
  where (s.work, s.work_since) is distinct from (found.work, found.since)`;

export function compareFigures(executor: Executor): Promise<Comparison> {
  return compare(
    executor,
    sql`
    select format('%s %s of %s %s on %s', measure, part, subject, subject_id, day) as name,
      format('%s (%s)', coalesce(kept.count, 0), coalesce(kept.sum, 0)) as kept,
      format('%s (%s)', coalesce(found.count, 0), coalesce(found.sum, 0)) as found
    from (
      select day, subject, subject_id, measure, part, sum(count) as count, sum(sum) as sum
      from (${KEPT_FIGURES}) as figures group by 1, 2, 3, 4, 5
    ) as kept full join (${FIGURES}) as found using (day, subject, subject_id, measure, part)
    where to_regprocedure('fill_figures()') is null and (select recount_after is null from figure_zone)`,
  );
}

export function compareBalances(executor: Executor): Promise<Comparison> {
  return compare(
    executor,
    sql`
    select format('balance of user %s', user_id) as name,
      format('total %s, held %s', coalesce(balances.total_cents, 0), coalesce(balances.held_cents, 0)) as kept,
      format('total %s, held %s', coalesce(found.total, 0), coalesce(found.held, 0)) as found
    from balances full join (${BALANCES}) as found using (user_id)`,
  );
}

/** Shipments’ work is compared once it was filled in. */
export function compareShipmentCounts(executor: Executor): Promise<Comparison> {
  return compare(
    executor,
    sql`
    select format('%s shipments (%s%s) of %s', status, relation, ' ' || nullif(day, '-infinity'), owner_id) as name,
      coalesce(kept.count, 0)::text as kept, coalesce(found.count, 0)::text as found
    from (
      select owner_id, relation, status, day, sum(count)::bigint as count from shipment_counts group by 1, 2, 3, 4
    ) as kept full join (${COUNTS}) as found using (owner_id, relation, status, day)
    union all
    select 'work of shipment ' || s.id, coalesce(s.work || ' since ' || s.work_since, 'none'),
      coalesce(found.work || ' since ' || found.since, 'none')
    from ${WRONG_WORK} and s.deleted_at is null and to_regprocedure('fill_shipment_work()') is null`,
  );
}

export async function compareCounters(executor: Executor): Promise<Comparison> {
  const [one, other] = [await compareShipmentCounts(executor), await compareFigures(executor)];
  return {
    compared: one.compared + other.compared,
    wrong: one.wrong + other.wrong,
    examples: [...one.examples, ...other.examples],
  };
}

export async function compare(executor: Executor, pairs: ReturnType<typeof sql>): Promise<Comparison> {
  const { rows } = await executor.execute<{ compared: string; wrong: string; examples: string[] | null }>(sql`
    with pairs as materialized (${pairs})
    select (select count(*) from pairs) as compared,
      (select count(*) from pairs where kept <> found) as wrong,
      (select json_agg(format('%s: %s is stored, %s is right', name, kept, found)) from (
        select * from pairs where kept <> found order by name limit 5
      ) as few) as examples`);
  const [row] = rows;
  return { compared: Number(row?.compared), wrong: Number(row?.wrong), examples: row?.examples ?? [] };
}

const RECOUNTED_AT_ONCE = 500;

/** Recounts one portion while others write. Returns false if there is more. */
export function recountFigures(db: Database): Promise<boolean> {
  return db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ after: string }>(
      sql`select recount_after as after from figure_zone where recount_after is not null for update`,
    );
    if (!rows[0]) return true;
    const counted = await tx.execute<{ last: string }>(sql`
      select set_figures(ids), ids[cardinality(ids)] as last from (
        select array_agg(id order by id) as ids from (
          select id from figure_sources where id > ${rows[0].after} order by id limit ${RECOUNTED_AT_ONCE}
        ) as portion
      ) as portions where ids is not null`);
    const last = counted.rows[0]?.last ?? null;
    await tx.execute(sql`update figure_zone set recount_after = ${last}`);
    return last === null;
  });
}

async function rebuildFigures(db: Database): Promise<void> {
  for (const table of ['shipments', 'runs', 'bills', 'ledger_entries'])
    await db.execute(
      sql`insert into figure_sources (id, figures) select id, '[]' from ${sql.identifier(table)} order by id on conflict do nothing`,
    );
  await db.execute(sql`update figure_zone set recount_after = ${NOBODY}`);
  while (!(await foldOrRecount(db)));
  await db.execute(sql`
    insert into day_figures (day, subject, subject_id, measure, part, count, sum)
    select day, subject, subject_id, measure, part, sum(count), sum(sum) from (
      select d as day, subject, subject_id, m as measure, p as part, n as count, s as sum
      from figure_sources cross join lateral jsonb_to_recordset(figures)
        as counted (d date, m text, p text, c uuid, u uuid, a text, n bigint, s bigint)
        cross join lateral figure_subjects(c, u, a)
      union all
      select day, subject, subject_id, measure, part, -count, -sum from (${KEPT_FIGURES}) as kept
    ) as differences
    group by 1, 2, 3, 4, 5 having sum(count) <> 0 or sum(sum) <> 0 order by 2, 3, 4, 1, 5
    on conflict (subject, subject_id, measure, day, part)
      do update set count = day_figures.count + excluded.count, sum = day_figures.sum + excluded.sum`);
}

/** An hourly job counts days of another zone again. */
export async function keepFigureZone(db: Executor, zone: string): Promise<void> {
  const { rows } = await db.execute<{ zone: string }>(sql`select zone from figure_zone`);
  if (rows[0]?.zone === zone) return;
  await db.transaction(async (tx) => {
    // Anyone who counts by the former zone commits first.
    await tx.execute(sql`lock table figure_sources in share row exclusive mode`);
    // A job fills in what was there before.
    await tx.execute(sql`insert into figure_zone (zone) values (${zone})
      on conflict (is_only) do update set zone = excluded.zone, recount_after = ${NOBODY}`);
  });
}

const FOLDED_AT_ONCE = 10_000;

/**
 * Adds a batch of changes to their days, beside other servers. Returns false if there may be more.
 * It must be a transaction by itself: a second one would lock days out of order.
 */
export async function foldFigures(db: Database, limit = FOLDED_AT_ONCE): Promise<boolean> {
  const { rows } = await db.execute<{ folded: number }>(sql`
    with gone as (
      delete from figure_changes where ctid = any(array(
        select ctid from figure_changes order by measure, day limit ${limit} for update skip locked))
      returning *
    ), added as (
      insert into day_figures (day, subject, subject_id, measure, part, count, sum)
      select day, subject, subject_id, measure, part, sum(count), sum(sum)
      from gone cross join lateral figure_subjects(courier_id, customer_id, district)
      group by 1, 2, 3, 4, 5 order by 2, 3, 4, 1, 5
      on conflict (subject, subject_id, measure, day, part)
        do update set count = day_figures.count + excluded.count, sum = day_figures.sum + excluded.sum
    )
    select count(*)::int as folded from gone`);
  return (rows[0]?.folded ?? 0) < limit;
}

/** Returns true once nothing is left. */
export const foldOrRecount = async (db: Database): Promise<boolean> =>
  (await foldFigures(db)) && (await recountFigures(db));

/** Recomputes balances and counters, blocking all writers, then figures beside them. */
export async function rebuildProjections(db: Database): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout to 0`);
    // Every writer locks a balance or changes a shipment first.
    await tx.execute(sql`lock table balances, shipments in share row exclusive mode`);
    await tx.execute(sql`delete from balances`);
    await tx.execute(sql`insert into balances (user_id, total_cents, held_cents) ${BALANCES}`);
    await tx.execute(sql`select set_work_of(array_agg(s.id)) from ${WRONG_WORK}`);
    await tx.execute(sql`delete from shipment_counts`);
    await tx.execute(sql`insert into shipment_counts (owner_id, relation, status, day, count, slot)
      select owner_id, relation, status, day, count, 0 from (${COUNTS}) as found`);
  });
  await rebuildFigures(db);
}
