import { sql } from 'drizzle-orm';
import { boolean, doublePrecision, index, integer, pgTable, primaryKey } from 'drizzle-orm/pg-core';
import { belongsTo, createdAt, id, timestamptz } from '../columns.ts';
import { runs } from '../runs.ts';
import { shipments } from '../shipments.ts';

export const etaChecks = pgTable(
  'eta_checks',
  {
    runId: belongsTo(() => runs.id),
    shipmentId: belongsTo(() => shipments.id),
    shownAt: timestamptz().notNull(),
    shownFrom: timestamptz().notNull(),
    shownTo: timestamptz().notNull(),
    lastVisit: timestamptz().notNull(),
    /** In milliseconds. */
    each: integer().notNull(),
    stopsBefore: integer().notNull(),
    cameAt: timestamptz(),
  },
  (table) => [
    primaryKey({ columns: [table.runId, table.shipmentId] }),
    index('eta_checks_newest').on(table.cameAt).where(sql`came_at is not null`),
    index('eta_checks_shown').on(table.shownAt),
  ],
);

/** A night's choice; the newest counts. */
export const etaCalibrations = pgTable('eta_calibrations', {
  id: id(),
  z: doublePrecision().notNull(),
  share: doublePrecision(),
  /** How many windows it rests on. */
  checks: integer().notNull().default(0),
  isOn: boolean().notNull(),
  createdAt: createdAt(),
});
