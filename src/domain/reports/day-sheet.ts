/** A dispatcher hands it over in the evening. */
import * as v from 'valibot';
import { FAILURE_REASONS, type FailureReason } from '../delivery.ts';
import { counted, grouped } from '../figures.ts';
import { REASON_LABELS } from '../reasons.ts';
import { RUN_STATUSES } from '../runs/run-status.ts';
import { OpenExceptionSchema } from '../runs/views.ts';

export const MAX_UNDECIDED = 100;

const figureEntries = {
  parcels: v.number(),
  loaded: v.number(),
  /** Delivered, and nobody had tried before. */
  firstTry: v.number(),
  later: v.number(),
  failed: v.number(),
  returned: v.number(),
  missing: v.number(),
  collected: v.number(),
  exceptions: v.number(),
  photosMissing: v.number(),
};

/** Parcels of a shipment of several count apart. */
const DayRunSchema = v.object({
  id: v.string(),
  name: v.string(),
  courier: v.string(),
  status: v.picklist(RUN_STATUSES),
  ...figureEntries,
  reasons: v.array(v.object({ reason: v.picklist(FAILURE_REASONS), count: v.number() })),
  /** Moments; null without a visit. */
  firstVisit: v.nullable(v.string()),
  lastVisit: v.nullable(v.string()),
  stops: v.number(),
});
export type DayRun = v.InferOutput<typeof DayRunSchema>;
export type DayFigure = keyof typeof figureEntries;

export const DaySheetSchema = v.object({
  day: v.string(),
  /** Late reports may still change it. */
  isOpen: v.boolean(),
  asOf: v.string(),
  runs: v.array(DayRunSchema),
  /** The newest of these runs, at most `MAX_UNDECIDED`. */
  undecided: v.array(OpenExceptionSchema),
  /** This reader can get it every evening. */
  email: v.optional(v.object({ isOn: v.boolean(), hour: v.number() })),
});
export type DaySheet = v.InferOutput<typeof DaySheetSchema>;

export const FIGURE_LABELS: Record<DayFigure, string> = {
  parcels: 'Parcels',
  loaded: 'Loaded',
  firstTry: 'First try',
  later: 'Later',
  failed: 'Failed',
  returned: 'Brought back',
  missing: 'Missing',
  collected: 'Collected',
  exceptions: 'To decide',
  photosMissing: 'No photo',
};
export const DAY_FIGURES = Object.keys(FIGURE_LABELS) as DayFigure[];

export const sumOfRuns = (runs: readonly DayRun[], figure: DayFigure): number =>
  runs.reduce((sum, run) => sum + run[figure], 0);

/** `Nobody home 3, Refused 1` */
export const formatReasons = (reasons: readonly { reason: FailureReason; count: number }[]): string =>
  reasons.map(({ reason, count }) => `${REASON_LABELS[reason]} ${count}`).join(', ');

/** Few are said as they are: a share of nine would say more than it knows. */
export function findingOf(runs: readonly DayRun[]): string {
  const [first, later, failed] = (['firstTry', 'later', 'failed'] as const).map((figure) => sumOfRuns(runs, figure));
  const tried = (first ?? 0) + (later ?? 0) + (failed ?? 0);
  if (tried === 0) return `${counted(sumOfRuns(runs, 'parcels'), 'parcel')}, none tried yet.`;
  const share = tried < 20 ? '' : ` (${Math.round(((first ?? 0) / tried) * 100)} %)`;
  return `${grouped(first ?? 0)} of ${counted(tried, 'parcel')} delivered at the first try${share}.`;
}
