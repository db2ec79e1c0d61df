import { sql } from 'drizzle-orm';
import { check, date, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { RUN_STATUSES } from '../../../src/domain/runs/run-status.ts';
import { OPEN_TASK_STATUSES, TASK_STATUSES } from '../../../src/domain/runs/task-status.ts';
import { createdAt, id, isOneOf, timestamptz } from './columns.ts';
import { shipments } from './shipments.ts';
import { users } from './users.ts';

/** One courier's parcels of one day. Its courier never changes: parcels move to another run. */
export const runs = pgTable(
  'runs',
  {
    id: id(),
    /** The brand's calendar day. */
    day: date({ mode: 'string' }).notNull(),
    name: text().notNull(),
    courierId: uuid()
      .notNull()
      .references(() => users.id),
    status: text({ enum: RUN_STATUSES }).notNull().default('planned'),
    /** Counts what managers change, so that they don't overwrite each other. */
    version: integer().notNull().default(1),
    startedAt: timestamptz(),
    closedAt: timestamptz(),
    /** When the courier's phone last reported something. */
    lastHeardAt: timestamptz(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('runs_one_active').on(table.courierId).where(sql`status = 'active'`),
    index('runs_of_day').on(table.day, table.id),
    index('runs_of_courier').on(table.courierId, table.status),
    index('runs_under_way').on(table.id).where(sql`status = 'active'`),
    check('runs_status', isOneOf('status', RUN_STATUSES)),
  ],
);

/** One door, as it was when the run was released or the shipment was last edited. */
export const runStops = pgTable(
  'run_stops',
  {
    id: id(),
    runId: uuid()
      .notNull()
      .references(() => runs.id),
    sequence: integer().notNull(),
    /** The folded address and phone digits: parcels with the same key share a stop. */
    place: text().notNull(),
    name: text().notNull(),
    phone: text().notNull(),
    address: text().notNull(),
    createdAt: createdAt(),
  },
  (table) => [index('run_stops_of_run').on(table.runId, table.sequence)],
);

/** One shipment at one stop. It changes only under the lock of its shipment. */
export const runTasks = pgTable(
  'run_tasks',
  {
    id: id(),
    runId: uuid()
      .notNull()
      .references(() => runs.id),
    stopId: uuid()
      .notNull()
      .references(() => runStops.id),
    shipmentId: uuid()
      .notNull()
      .references(() => shipments.id),
    status: text({ enum: TASK_STATUSES }).notNull().default('assigned'),
    /** When its courier scanned it. */
    loadedAt: timestamptz(),
    /** When what last changed its status happened. */
    changedAt: createdAt(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('run_tasks_one_open').on(table.shipmentId).where(isOneOf('status', OPEN_TASK_STATUSES)),
    index('run_tasks_of_run').on(table.runId),
    index('run_tasks_of_stop').on(table.stopId),
    index('run_tasks_of_shipment').on(table.shipmentId),
    check('run_tasks_status', isOneOf('status', TASK_STATUSES)),
  ],
);
