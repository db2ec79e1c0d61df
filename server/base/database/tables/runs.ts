import { sql } from 'drizzle-orm';
import { check, date, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { PAYMENT_METHODS } from '../../../../src/domain/cod.ts';
import { CODE_RESULTS, DELIVERY_METHODS, FAILURE_REASONS, PROOF_KINDS } from '../../../../src/domain/delivery.ts';
import { EXCEPTION_KINDS } from '../../../../src/domain/runs/exceptions.ts';
import { FACT_KINDS } from '../../../../src/domain/runs/facts.ts';
import { OPEN_RUN_STATUSES, RUN_STATUSES } from '../../../../src/domain/runs/run-status.ts';
import { OPEN_TASK_STATUSES, TASK_STATUSES } from '../../../../src/domain/runs/task-status.ts';
import { belongsTo, bytea, cents, createdAt, id, isOneOf, timestamptz } from './columns.ts';
import { shipments } from './shipments.ts';
import { users } from './users.ts';

/** Its courier never changes: parcels move to another run. */
export const runs = pgTable(
  'runs',
  {
    id: id(),
    /** The brand's calendar day. */
    day: date({ mode: 'string' }).notNull(),
    name: text().notNull(),
    courierId: belongsTo(() => users.id),
    status: text({ enum: RUN_STATUSES }).notNull().default('planned'),
    version: integer().notNull().default(1),
    startedAt: timestamptz(),
    closedAt: timestamptz(),
    lastHeardAt: timestamptz(),
    usualPace: integer(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('runs_one_active').on(table.courierId).where(sql`status = 'active'`),
    index('runs_of_day').on(table.day, table.id),
    index('runs_of_courier').on(table.courierId, table.status),
    index('runs_open').on(table.id).where(isOneOf('status', OPEN_RUN_STATUSES)),
    check('runs_status', isOneOf('status', RUN_STATUSES)),
  ],
);

export const runStops = pgTable(
  'run_stops',
  {
    id: id(),
    runId: belongsTo(() => runs.id),
    sequence: integer().notNull(),
    /** Stops with the same folded address and phone digits are one. */
    place: text().notNull(),
    name: text().notNull(),
    phone: text().notNull(),
    address: text().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    index('run_stops_of_run').on(table.runId, table.sequence),
    index('run_stops_not_erased').on(table.runId).where(sql`place <> ''`),
  ],
);

/** Changes only under its shipment's lock. */
export const runTasks = pgTable(
  'run_tasks',
  {
    id: id(),
    runId: belongsTo(() => runs.id),
    stopId: belongsTo(() => runStops.id),
    shipmentId: belongsTo(() => shipments.id),
    status: text({ enum: TASK_STATUSES }).notNull().default('assigned'),
    loadedAt: timestamptz(),
    /** Each scanned piece is a bit. */
    loadedParcels: integer().notNull().default(0),
    returnedParcels: integer().notNull().default(0),
    /** When the message *two stops away* went out. */
    nearingAt: timestamptz(),
    codeReleasedAt: timestamptz(),
    /** The first version of the run that has it; null in older tasks. */
    sinceVersion: integer(),
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

export const courierFacts = pgTable(
  'courier_facts',
  {
    id: uuid().primaryKey(),
    kind: text({ enum: FACT_KINDS }).notNull(),
    courierId: belongsTo(() => users.id),
    runId: belongsTo(() => runs.id),
    stopId: uuid().references(() => runStops.id),
    occurredAt: timestamptz().notNull(),
    earliestAt: timestamptz(),
    runVersion: integer().notNull(),
    /** The same id with other input is a conflict. */
    inputHash: bytea().notNull(),
    cashCents: cents(),
    createdAt: createdAt(),
  },
  (table) => [
    index('courier_facts_of_run').on(table.runId),
    index('courier_facts_newest').on(table.createdAt),
    check('courier_facts_kind', isOneOf('kind', FACT_KINDS)),
  ],
);

const FACT_RESULTS = ['loaded', 'left', 'delivered', 'failed', 'returned', 'missing'] as const;

export const factOutcomes = pgTable(
  'fact_outcomes',
  {
    factId: belongsTo(() => courierFacts.id),
    taskId: belongsTo(() => runTasks.id),
    shipmentId: belongsTo(() => shipments.id),
    result: text({ enum: FACT_RESULTS }).notNull(),
    method: text({ enum: DELIVERY_METHODS }),
    reason: text({ enum: FAILURE_REASONS }),
    supersedes: uuid(),
    paidMethod: text({ enum: PAYMENT_METHODS }),
    paidCents: cents(),
    /** Null where no code was needed. */
    code: text({ enum: CODE_RESULTS }),
  },
  (table) => [
    primaryKey({ columns: [table.factId, table.taskId] }),
    index('fact_outcomes_of_task').on(table.taskId),
    index('fact_outcomes_of_shipment').on(table.shipmentId),
    index('fact_outcomes_of_corrected').on(table.supersedes).concurrently().where(sql`supersedes is not null`),
    check('fact_outcomes_result', isOneOf('result', FACT_RESULTS)),
  ],
);

/** Deleted with an account, or when expired. */
export const visitTexts = pgTable('visit_words', {
  visitId: belongsTo(() => courierFacts.id).primaryKey(),
  recipient: text().notNull(),
  note: text().notNull(),
  createdAt: createdAt(),
});

export const visitProofs = pgTable(
  'visit_proofs',
  {
    visitId: belongsTo(() => courierFacts.id),
    /** The phone's bytes, and our picture. */
    sha256: bytea().notNull(),
    storedSha256: bytea(),
    kind: text({ enum: PROOF_KINDS }).notNull(),
    type: text().notNull(),
    size: integer().notNull(),
    shipmentIds: uuid().array().notNull(),
    storageKey: text(),
    receivedAt: timestamptz(),
    missingAt: timestamptz(),
    erasedAt: timestamptz(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.visitId, table.sha256] }),
    index('visit_proofs_awaited').on(table.createdAt).where(sql`received_at is null and missing_at is null`),
    index('visit_proofs_stored').on(table.createdAt).where(sql`storage_key is not null`),
    check('visit_proofs_kind', isOneOf('kind', PROOF_KINDS)),
  ],
);

export const runExceptions = pgTable(
  'run_exceptions',
  {
    id: id(),
    /** Null for a parcel on no run. */
    runId: uuid().references(() => runs.id),
    kind: text({ enum: EXCEPTION_KINDS }).notNull(),
    taskId: uuid().references(() => runTasks.id),
    factId: uuid().references(() => courierFacts.id),
    /** Set for a parcel without a task, and for what its parties say. */
    trackingId: text(),
    resolvedAt: timestamptz(),
    /** Null if it resolved itself. */
    resolvedBy: uuid().references(() => users.id),
    /** Deleted when expired. */
    note: text().notNull().default(''),
    createdAt: createdAt(),
  },
  (table) => [
    index('run_exceptions_of_run').on(table.runId),
    index('run_exceptions_open').on(table.createdAt, table.id).where(sql`resolved_at is null`),
    index('run_exceptions_open_of_task').on(table.taskId).where(sql`resolved_at is null`),
    index('run_exceptions_open_of_fact').on(table.factId).where(sql`resolved_at is null`),
    index('run_exceptions_open_of_parcel').on(table.trackingId).where(sql`resolved_at is null`),
    index('run_exceptions_noted').on(table.resolvedAt).where(sql`note <> ''`),
  ],
);

/** A wish only makes sense while its parcel is on the run. */
export const IS_CURRENT = sql`(run_exceptions.resolved_at is not null or case run_exceptions.kind
  when 'choice-wish' then exists (
    select from run_tasks t where t.id = run_exceptions.task_id and ${isOneOf('t.status', OPEN_TASK_STATUSES)})
  when 'arrived-cancelled' then exists (
    select from shipments here where here.tracking_id = run_exceptions.tracking_id
      and (here.status = 'cancelled' or here.deleted_at is not null))
  else true end)`;
