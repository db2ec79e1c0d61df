import { sql } from 'drizzle-orm';
import { dayIn } from '../../src/domain/dates.ts';
import {
  DAY_FIGURES,
  type DayRun,
  type DaySheet,
  FIGURE_LABELS,
  formatReasons,
  MAX_UNDECIDED,
} from '../../src/domain/reports/day-sheet.ts';
import { stopsAnHour } from '../../src/domain/reports/share.ts';
import { isOpenRun } from '../../src/domain/runs/run-status.ts';
import { fullName } from '../../src/domain/user.ts';
import type { CsvCell } from '../base/csv/write-csv.ts';
import type { Executor } from '../base/database/client.ts';
import type { Services } from '../context/context.ts';
import { dayOf } from '../runs/day-of.ts';
import { toOpenException } from '../runs/list-exceptions.ts';
import { listOpenExceptions } from '../runs/store/run-exceptions.ts';
import { listRunSummaries } from '../runs/store/run-views.ts';
import type { RunOutcomes } from './store/day-sheet.ts';

type Sources = Pick<Services, 'environment'> & { db: Executor };

/** Counts parcels by what was last reported of each in its run; what a correction replaced doesn't count. */
async function listRunOutcomes(executor: Executor, runIds: readonly string[]): Promise<RunOutcomes[]> {
  const ids = sql`${sql.param([...runIds])}::uuid[]`;
  const isInForce = (outcome: string) => sql`not exists (select from fact_outcomes c
    where c.supersedes = ${sql.raw(outcome)}.fact_id and c.task_id = ${sql.raw(outcome)}.task_id)`;
  const { rows } = await executor.execute<RunOutcomes & Record<string, unknown>>(sql`
    with tasks as (
      select t.run_id, t.shipment_id, max(s.parcels) as parcels, bool_or(t.loaded_at is not null) as is_loaded,
        bool_or(t.status = 'missing') as is_missing
      from run_tasks t join shipments s on s.id = t.shipment_id
      where t.run_id = any (${ids}) group by t.run_id, t.shipment_id),
    visits as (
      select f.id, f.run_id, f.stop_id, f.occurred_at, o.shipment_id, o.result, o.reason
      from courier_facts f join fact_outcomes o on o.fact_id = f.id
      where f.run_id = any (${ids}) and f.kind = 'visit' and ${isInForce('o')}),
    last_visits as (
      select distinct on (run_id, shipment_id) * from visits order by run_id, shipment_id, occurred_at desc, id desc),
    counted as (
      select t.*, v.result, v.reason, exists (
        select from fact_outcomes o join courier_facts f on f.id = o.fact_id
        where o.shipment_id = t.shipment_id and o.result = 'failed' and f.occurred_at < v.occurred_at
          and ${isInForce('o')}) as was_tried
      from tasks t left join last_visits v using (run_id, shipment_id)),
    failures as (
      select run_id, reason, sum(parcels)::int as count from counted where result = 'failed' group by run_id, reason),
    stops as (
      select run_id, min(occurred_at) as first_visit, max(occurred_at) as last_visit, count(distinct stop_id)::int as stops
      from (select run_id, stop_id, occurred_at from visits union all
        select run_id, stop_id, occurred_at from courier_facts where run_id = any (${ids}) and kind = 'collect') all_stops
      group by run_id),
    photos as (
      select f.run_id, count(*)::int as missing from visit_proofs p join courier_facts f on f.id = p.visit_id
      where f.run_id = any (${ids}) and p.kind = 'photo' and p.received_at is null group by f.run_id)
    select r.id as "runId",
      coalesce(sum(c.parcels) filter (where c.is_loaded), 0)::int as loaded,
      coalesce(sum(c.parcels) filter (where c.result = 'delivered' and not c.was_tried), 0)::int as "firstTry",
      coalesce(sum(c.parcels) filter (where c.result = 'delivered' and c.was_tried), 0)::int as later,
      coalesce(sum(c.parcels) filter (where c.result = 'failed'), 0)::int as failed,
      coalesce(sum(c.parcels) filter (where c.is_missing), 0)::int as missing,
      coalesce((select json_agg(json_build_object('reason', f.reason, 'count', f.count) order by f.count desc, f.reason)
        from failures f where f.run_id = r.id), '[]'::json) as reasons,
      (select first_visit from stops where run_id = r.id) as "firstVisit",
      (select last_visit from stops where run_id = r.id) as "lastVisit",
      coalesce((select stops from stops where run_id = r.id), 0) as stops,
      coalesce((select missing from photos where run_id = r.id), 0) as "photosMissing"
    from unnest(${ids}) as r (id) left join counted c on c.run_id = r.id group by r.id`);
  return rows;
}

/** The runs of a day as they are now (runAdmin.daySheet). */
export async function getDaySheet({ db, environment }: Sources, input: { day: string }): Promise<DaySheet> {
  const day = dayOf(input.day, environment.TIME_ZONE);
  const rows = (await listRunSummaries(db, { day, isToday: false })).filter(({ status }) => status !== 'cancelled');
  const runIds = rows.map(({ id }) => id);
  const outcomes = new Map((await listRunOutcomes(db, runIds)).map((one) => [one.runId, one]));
  const runs = rows.flatMap((row): DayRun | [] => {
    const found = outcomes.get(row.id);
    if (!found) return [];
    const { runId: _, firstVisit, lastVisit, ...counts } = found;
    const { tasks: parcels, returned, exceptions } = row.progress;
    return {
      id: row.id,
      name: row.name,
      courier: fullName(row),
      status: row.status,
      parcels,
      returned,
      exceptions,
      collected: row.collections?.parcels ?? 0,
      ...counts,
      firstVisit: firstVisit && new Date(firstVisit).toISOString(),
      lastVisit: lastVisit && new Date(lastVisit).toISOString(),
    };
  });
  const undecided = await listOpenExceptions(db, { runIds, limit: MAX_UNDECIDED });
  return {
    day,
    isOpen: day >= dayIn(environment.TIME_ZONE, new Date()) || runs.some(({ status }) => isOpenRun(status)),
    asOf: new Date().toISOString(),
    runs,
    undecided: undecided.map(toOpenException),
  };
}

export const DAY_SHEET_HEADERS = [
  ...['Run', 'Courier', 'Status', ...DAY_FIGURES.map((figure) => FIGURE_LABELS[figure]), 'Reasons'],
  ...['First visit', 'Last visit', 'Stops an hour'],
];

export const daySheetRows = ({ runs }: DaySheet): CsvCell[][] =>
  runs.map((run) => [
    ...[run.name, run.courier, run.status, ...DAY_FIGURES.map((figure) => run[figure])],
    ...[formatReasons(run.reasons), run.firstVisit ?? '', run.lastVisit ?? '', stopsAnHour(run) ?? ''],
  ]);
