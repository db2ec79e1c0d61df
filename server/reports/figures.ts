import { choiceLabel } from '../../src/domain/choice-label.ts';
import { dayIn } from '../../src/domain/dates.ts';
import { shiftDay } from '../../src/domain/day.ts';
import type { FailureReason } from '../../src/domain/delivery.ts';
import { fromCents } from '../../src/domain/money.ts';
import { REASON_LABELS } from '../../src/domain/reasons.ts';
import {
  BACKLOG_BINS,
  FIGURE_STEPS,
  type FigureStep,
  type FiguresAnswer,
  type FiguresInput,
  FORMER_COURIER,
  MAX_FIGURE_DAYS,
  MAX_FIGURE_POINTS,
  type Measure,
  MONEY_MEASURES,
  type OwnFiguresInput,
} from '../../src/domain/reports/figures.ts';
import type { Range } from '../../src/domain/reports/period.ts';
import { type CsvCell, figureCell } from '../base/csv/write-csv.ts';
import type { Executor } from '../base/database/client.ts';
import { fieldError } from '../base/errors/errors.ts';
import type { Services } from '../context/context.ts';
import { listUserNames } from '../people/store/users.ts';
import { countBacklog, estimatePoints, type FiguresOf, findOpenDay, listPoints } from './store/figures.ts';

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

/** Figures of what a customer sends (reports.own). */
export const getOwnFigures = (
  services: FigureSources,
  userId: string,
  input: OwnFiguresInput,
): Promise<FiguresAnswer> =>
  readFigures(services, input, { ownerId: userId, subject: input.by ? 'customer-district' : 'customer' });

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

async function readFigures(
  { db, environment }: FigureSources,
  { measure, from, to, step }: Pick<FiguresInput, 'measure' | 'from' | 'to' | 'step'>,
  whose: FiguresOf,
): Promise<FiguresAnswer> {
  assertDays({ from, to }, MAX_FIGURE_DAYS);
  const asked = { measure, from, to, ...whose };
  const isTooMuch = async (by: FigureStep) =>
    (await estimatePoints(db, { ...asked, step: by }, MAX_FIGURE_POINTS + 1)) > MAX_FIGURE_POINTS;
  // Those of couriers, and of one customer's districts, are put together: their estimate may be too high.
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
