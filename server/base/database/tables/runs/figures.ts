import { bigint, boolean, date, index, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { Measure } from '../../../../../src/domain/reports/figures.ts';
import { id } from '../columns.ts';

const SUBJECTS = ['all', 'courier', 'customer', 'district', 'customer-district'] as const;
const amounts = () => ({ count: bigint({ mode: 'number' }).notNull(), sum: bigint({ mode: 'number' }).notNull() });

/** The changes below are not in it yet. */
export const dayFigures = pgTable(
  'day_figures',
  {
    day: date({ mode: 'string' }).notNull(),
    subject: text({ enum: SUBJECTS }).notNull(),
    /** `figure_subjects()` writes it. */
    subjectId: text().notNull(),
    measure: text().$type<Measure>().notNull(),
    part: text().notNull(),
    ...amounts(),
  },
  (table) => [primaryKey({ columns: [table.subject, table.subjectId, table.measure, table.day, table.part] })],
);

/** Triggers only add rows, which locks nothing; a job adds them to the figures. */
export const figureChanges = pgTable(
  'figure_changes',
  {
    day: date({ mode: 'string' }).notNull(),
    measure: text().$type<Measure>().notNull(),
    part: text().notNull(),
    courierId: uuid(),
    customerId: uuid(),
    district: text(),
    ...amounts(),
  },
  (table) => [index('figure_changes_of_measure').on(table.measure, table.day)],
);

/** A change can take this back. */
export const figureSources = pgTable('figure_sources', {
  id: id(),
  figures: jsonb().notNull(),
});

/** One row: whose days these are (TIME_ZONE). */
export const figureZone = pgTable('figure_zone', {
  isOnly: boolean().primaryKey().default(true),
  zone: text().notNull(),
  /** Sources after this id still have to be counted again. */
  recountAfter: uuid(),
});
