import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { DELIVERY_METHODS, FAILURE_REASONS, PROOF_KINDS } from '../../../src/domain/delivery.ts';
import { EXCEPTION_KINDS } from '../../../src/domain/runs/exceptions.ts';
import { FACT_KINDS } from '../../../src/domain/runs/facts.ts';
import { bytea, createdAt, id, isOneOf, timestamptz } from './columns.ts';
import { runStops, runs, runTasks } from './runs.ts';
import { shipments } from './shipments.ts';
import { users } from './users.ts';

/** What couriers' phones reported, append-only. The id is made on the device and kept permanently. */
export const courierFacts = pgTable(
  'courier_facts',
  {
    id: uuid().primaryKey(),
    kind: text({ enum: FACT_KINDS }).notNull(),
    courierId: uuid()
      .notNull()
      .references(() => users.id),
    runId: uuid()
      .notNull()
      .references(() => runs.id),
    stopId: uuid().references(() => runStops.id),
    occurredAt: timestamptz().notNull(),
    earliestAt: timestamptz(),
    /** The version of the run that the phone showed. */
    runVersion: integer().notNull(),
    /** Hash of what was reported: the same id with other input is a conflict. */
    inputHash: bytea().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    index('courier_facts_of_run').on(table.runId),
    index('courier_facts_newest').on(table.createdAt),
    check('courier_facts_kind', isOneOf('kind', FACT_KINDS)),
  ],
);

const FACT_RESULTS = ['loaded', 'left', 'delivered', 'failed', 'returned', 'missing'] as const;

/** What a fact says about one parcel, append-only. */
export const factOutcomes = pgTable(
  'fact_outcomes',
  {
    factId: uuid()
      .notNull()
      .references(() => courierFacts.id),
    taskId: uuid()
      .notNull()
      .references(() => runTasks.id),
    shipmentId: uuid()
      .notNull()
      .references(() => shipments.id),
    result: text({ enum: FACT_RESULTS }).notNull(),
    method: text({ enum: DELIVERY_METHODS }),
    reason: text({ enum: FAILURE_REASONS }),
    /** The visit that it corrects. */
    supersedes: uuid(),
  },
  (table) => [
    primaryKey({ columns: [table.factId, table.taskId] }),
    index('fact_outcomes_of_task').on(table.taskId),
    index('fact_outcomes_of_shipment').on(table.shipmentId),
    check('fact_outcomes_result', isOneOf('result', FACT_RESULTS)),
  ],
);

/** What the courier wrote at a visit; deleted when it expires or an account is deleted. */
export const visitWords = pgTable('visit_words', {
  visitId: uuid()
    .primaryKey()
    .references(() => courierFacts.id),
  recipient: text().notNull(),
  note: text().notNull(),
  createdAt: createdAt(),
});

/** A picture that a visit declared. The hashes and times stay when the picture is deleted. */
export const visitProofs = pgTable(
  'visit_proofs',
  {
    visitId: uuid()
      .notNull()
      .references(() => courierFacts.id),
    /** Hash of the bytes on the phone, and of the picture that we made of them. */
    sha256: bytea().notNull(),
    storedSha256: bytea(),
    kind: text({ enum: PROOF_KINDS }).notNull(),
    type: text().notNull(),
    size: integer().notNull(),
    /** The shipments it shows. */
    shipmentIds: uuid().array().notNull(),
    /** Where the picture is stored. */
    storageKey: text(),
    receivedAt: timestamptz(),
    /** Set if it was refused, or did not come within a day. */
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

/** What a manager should look at. */
export const runExceptions = pgTable(
  'run_exceptions',
  {
    id: id(),
    runId: uuid()
      .notNull()
      .references(() => runs.id),
    kind: text({ enum: EXCEPTION_KINDS }).notNull(),
    taskId: uuid().references(() => runTasks.id),
    factId: uuid().references(() => courierFacts.id),
    createdAt: createdAt(),
  },
  (table) => [index('run_exceptions_of_run').on(table.runId)],
);
