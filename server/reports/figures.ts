/** Reads the figures that the triggers of `figures.sql` count. */
import { type SQL, sql } from 'drizzle-orm';
import { choiceLabel } from '../../src/domain/choice-label.ts';
import { dayIn } from '../../src/domain/dates.ts';
import { shiftDay } from '../../src/domain/day.ts';
import type { FailureReason } from '../../src/domain/delivery.ts';
import { fromCents } from '../../src/domain/money.ts';
import { REASON_LABELS } from '../../src/domain/reasons.ts';
import {
  BACKLOG_BINS,
  FIGURE_STEPS,
  type FigurePoint,
  type FigureStep,
  type FiguresAnswer,
  type FiguresInput,
  FORMER_COURIER,
  MAX_FIGURE_DAYS,
  MAX_FIGURE_POINTS,
  type Measure,
  MIN_DISTRICT_PARCELS,
  MONEY_MEASURES,
  OTHER_DISTRICTS,
  type OwnFiguresInput,
} from '../../src/domain/reports/figures.ts';
import type { Range } from '../../src/domain/reports/period.ts';
import { OPEN_STATUSES } from '../../src/domain/shipment-status.ts';
import { type CsvCell, figureCell } from '../base/csv/write-csv.ts';
import type { Executor } from '../base/database/client.ts';
import { fieldError } from '../base/errors/errors.ts';
import { anyOf } from '../base/sql/lists.ts';
import type { Services } from '../context/context.ts';
import { listUserNames } from '../people/store/users.ts';
import { NOBODY } from '../shipments/store/shipment-work.ts';
import type { FiguresOf, PointsOf } from './store/figures.ts';

export type FigureSources = Pick<Services, 'environment'> & { db: Executor };

export const isMoney = (measure: string) => Object.hasOwn(MONEY_MEASURES, measure);

export async function getFigures(services: FigureSources, input: FiguresInput): Promise<FiguresAnswer> {
  if (isMoney(input.measure)) throw fieldError('measure', 'Choose a measure of parcels.');
  return readNamedFigures(services, input);
}

export async function getMoneyFigures(services: FigureSources, input: FiguresInput): Promise<FiguresAnswer> {
  if (!isMoney(input.measure)) throw fieldError('measure', 'Choose a measure of money.');
  return readNamedFigures(services, input);
}

export const FIGURE_HEADERS = ['Measure', 'Day', 'Part', 'Whose', 'Count', 'Minutes', 'Amount'];

export function figureRows(measure: Measure, { points, names = [] }: FiguresAnswer, currency: string): CsvCell[][] {
  const nameOf = new Map(names.map(({ id, name }) => [id, name]));
  const sumOf = (sum: number): [CsvCell, CsvCell] => {
    if (isMoney(measure) || measure === 'cod') return ['', figureCell(fromCents(BigInt(sum)), currency)];
    return [measure === 'hours' || measure === 'stops' ? sum : '', ''];
  };
  return points.map(({ at, part, id = '', count, sum }) => [
    ...[choiceLabel(measure), at, REASON_LABELS[part as FailureReason] ?? choiceLabel(part), nameOf.get(id) ?? id],
    ...[count, ...sumOf(sum)],
  ]);
}

async function readNamedFigures(services: FigureSources, input: FiguresInput): Promise<FiguresAnswer> {
  const { by = 'all', only: ids } = input;
  if (input.measure === 'backlog') {
    if (by !== 'all') throw fieldError('by', 'The backlog is of everyone.');
    return readBacklog(services);
  }
  if (ids && by === 'all') throw fieldError('only', 'Say with by whose these are.');
  const answer = await readFigures(services, input, { subject: by, ids });
  if (by !== 'courier' && by !== 'customer') return answer;
  const found = new Set(answer.points.map(({ id = '' }) => id));
  found.delete(FORMER_COURIER);
  const names = await listUserNames(services.db, [...found]);
  return { ...answer, names: [...names].map(([id, name]) => ({ id, name })) };
}

export const getOwnFigures = (
  services: FigureSources,
  userId: string,
  input: OwnFiguresInput,
): Promise<FiguresAnswer> =>
  readFigures(services, input, { ownerId: userId, subject: input.by ? 'customer-district' : 'customer' });

/**
 * Parcels of the last bin are too many to read: it is all that are counted, less the other bins.
 */
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

async function readBacklog({ db, environment: { TIME_ZONE } }: FigureSources): Promise<FiguresAnswer> {
  const today = dayIn(TIME_ZONE, new Date());
  const counts = await countBacklog(db, TIME_ZONE, today);
  const points = BACKLOG_BINS.map((bin, at) => ({ at: today, part: String(bin), count: counts[at] ?? 0, sum: 0 }));
  return { asOf: new Date().toISOString(), open: today, points: points.filter(({ count }) => count > 0) };
}

/** @throws Field error at `to` */
export function assertDays({ from, to }: Range, most: number): void {
  if (to < from) throw fieldError('to', 'To can’t be before From.');
  if (to > shiftDay(from, most - 1)) throw fieldError('to', `A report can have at most ${most} days.`);
}

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

async function listPoints(executor: Executor, asked: PointsOf, limit: number): Promise<FigurePoint[]> {
  const { rows } = await executor.execute<Required<FigurePoint>>(
    sql`${pointsOf(asked)} order by at, id, part limit ${limit}`,
  );
  return rows.map(({ id, ...point }) => (id === '' ? point : { ...point, id }));
}

/** Reads until `limit`, one id after the other; leaves out what is not added up yet. */
async function estimatePoints(
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

/** An earlier run may still be on its way. */
async function findOpenDay(executor: Executor, today: string): Promise<{ open: string; isRecounted: boolean }> {
  const { rows } = await executor.execute<{ open: string; recounted: boolean | null }>(
    sql`select least(min(day), ${today}::date)::text as open,
      (select recount_after is not null from figure_zone) as recounted
      from runs where status = 'active'`,
  );
  return { open: rows[0]?.open ?? today, isRecounted: rows[0]?.recounted === true };
}

async function readFigures(
  { db, environment }: FigureSources,
  { measure, from, to, step }: Pick<FiguresInput, 'measure' | 'from' | 'to' | 'step'>,
  whose: FiguresOf,
): Promise<FiguresAnswer> {
  assertDays({ from, to }, MAX_FIGURE_DAYS);
  const asked = { measure, from, to, ...whose };
  const isTooMuch = async (by: FigureStep) =>
    (await estimatePoints(db, { ...asked, step: by }, MAX_FIGURE_POINTS + 1)) > MAX_FIGURE_POINTS;
  // Joined rows may make this estimate too high.
  const isOfMany = whose.subject === 'district' || (whose.subject === 'customer' && !('ownerId' in whose));
  const isRefused = isOfMany && (await isTooMuch(step));
  const points = isRefused ? [] : await listPoints(db, { ...asked, step }, MAX_FIGURE_POINTS + 1);
  if (isRefused || points.length > MAX_FIGURE_POINTS) {
    for (const wider of FIGURE_STEPS.slice(FIGURE_STEPS.indexOf(step) + 1))
      if (!(await isTooMuch(wider))) throw fieldError('step', `These are too many points. Choose the step ${wider}.`);
    throw fieldError('to', 'These are too many points. Choose fewer days, or only some of them.');
  }
  const state = await findOpenDay(db, dayIn(environment.TIME_ZONE, new Date()));
  return { asOf: new Date().toISOString(), ...state, points };
}
