/** Names the figures of reports. What each of them counts is in server/reports/figures.sql. */
import * as v from 'valibot';
import { COLLECTED_METHODS } from '../cod.ts';
import { DELIVERY_METHODS, FAILURE_REASONS } from '../delivery.ts';
import { calendarDay, requiredText, strictInput } from '../field-schemas.ts';

export const MAX_FIGURE_DAYS = 400;
export const MAX_FIGURE_POINTS = 5_000;
const MAX_FIGURE_IDS = 50;

/** Bins begin here; the last has no end. */
export const HOUR_BINS = [
  ...[0, 1, 2, 3, 4, 6, 8, 10, 12, 16, 20, 24],
  ...[30, 36, 42, 48, 60, 72, 96, 120, 168, 240, 336, 504],
] as const;

/** Bins are days since creation; the last has no end. */
export const BACKLOG_BINS = [0, 1, 2, 3, 5, 8, 15] as const;

const GIVEN = ['given', 'missing'] as const;
const WHOLE = [''] as const;

/** Parcels, each in the parts that follow; `hours` sums minutes, `cod` cents. */
export const PARCEL_MEASURES = {
  created: WHOLE,
  delivered: WHOLE,
  cancelled: WHOLE,
  'brought-back': WHOLE,
  /** It counts on the day of the first visit. */
  'first-try': ['yes', 'no'],
  reason: FAILURE_REASONS,
  method: DELIVERY_METHODS,
  hours: HOUR_BINS.map(String),
  window: ['inside', 'early', 'late'],
  /** Leaves out a run’s first stop; `sum` is the minutes that they took. */
  stops: WHOLE,
  code: GIVEN,
  photo: GIVEN,
  signature: GIVEN,
  collected: ['collected', 'surprise', 'left'],
  returns: WHOLE,
  cod: COLLECTED_METHODS,
  /** It ignores the period. */
  backlog: BACKLOG_BINS.map(String),
} as const satisfies Record<string, readonly string[]>;

/**
 * `sum` is cents. `fees` are net of tax and credits, `bills` net of deleted ones, `cod-credited` is
 * what senders got.
 */
export const MONEY_MEASURES = {
  fees: WHOLE,
  tax: WHOLE,
  bills: WHOLE,
  'cod-credited': WHOLE,
  withdrawals: WHOLE,
} as const;

export const PARTS = { ...PARCEL_MEASURES, ...MONEY_MEASURES };
export type Measure = keyof typeof PARTS;
export const MEASURES = Object.keys(PARTS) as Measure[];
/** Customers don’t have the others. */
export const OWN_MEASURES = MEASURES.filter((measure) => measure !== 'stops' && measure !== 'backlog');

export const FIGURE_STEPS = ['day', 'week', 'month'] as const;
export type FigureStep = (typeof FIGURE_STEPS)[number];

export const FIGURE_SUBJECTS = ['courier', 'customer', 'district'] as const;
export type FigureSubject = (typeof FIGURE_SUBJECTS)[number];

/** Districts that customers don't see, and couriers whose accounts are deleted. */
export const OTHER_DISTRICTS = 'other';
export const FORMER_COURIER = 'former';
/** A customer’s district with fewer parcels on a day is among the others. */
export const MIN_DISTRICT_PARCELS = 5;

const oneOf = (measures: Measure[]) => v.picklist(measures, 'Choose a measure from the list.');

const period = {
  /** Both days count, in the brand’s zone. */
  from: calendarDay('From'),
  to: calendarDay('To'),
  step: v.picklist(FIGURE_STEPS, 'Step must be day, week or month.'),
};

const only = v.optional(
  v.pipe(
    v.array(requiredText('Only', 100), 'Only must be a list.'),
    v.maxLength(MAX_FIGURE_IDS, `Only can have at most ${MAX_FIGURE_IDS} entries.`),
  ),
);

/** reports.getMoney has it, too. Points without `by` are of everyone; `only` picks some ids. */
export const FiguresSchema = strictInput({
  measure: oneOf(MEASURES),
  ...period,
  by: v.optional(v.picklist(FIGURE_SUBJECTS, 'By must be courier, customer or district.')),
  only,
});
export type FiguresInput = v.InferOutput<typeof FiguresSchema>;

/** It has all ids, and without a measure all that the reader may see. */
export const FiguresFileSchema = v.partial(v.omit(FiguresSchema, ['only']), ['measure']);

export const OwnFiguresSchema = strictInput({
  measure: oneOf(OWN_MEASURES),
  ...period,
  by: v.optional(v.picklist(['district'], 'By must be district.')),
});
export type OwnFiguresInput = v.InferOutput<typeof OwnFiguresSchema>;
export const OwnFiguresFileSchema = v.partial(OwnFiguresSchema, ['measure']);

const PointSchema = v.object({
  /** Weeks begin on Monday. A missing point means that nothing happened. */
  at: v.string(),
  part: v.string(),
  count: v.number(),
  sum: v.number(),
  /** Whose, with `by`. */
  id: v.optional(v.string()),
});
export type FigurePoint = v.InferOutput<typeof PointSchema>;

export const FiguresAnswerSchema = v.object({
  asOf: v.string(),
  /** It is the first day that isn’t over or has an open run. Late reports may change any day. */
  open: v.string(),
  /** The brand’s time zone was changed; until this is done, days of both are mixed. */
  isRecounted: v.optional(v.boolean()),
  points: v.array(PointSchema),
  /** A district’s id is its name. */
  names: v.optional(v.array(v.object({ id: v.string(), name: v.string() }))),
});
export type FiguresAnswer = v.InferOutput<typeof FiguresAnswerSchema>;
