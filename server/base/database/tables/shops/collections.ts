import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { COLLECT_RESULTS, RUN_COLLECTION_STATUSES } from '../../../../../src/domain/pickups/collection.ts';
import { belongsTo, createdAt, id, isOneOf, timestamptz } from '../columns.ts';
import { courierFacts, runStops, runs } from '../runs.ts';
import { shipments } from '../shipments.ts';
import { pickups } from './pickups.ts';

/** Changes only under its run's lock. */
export const runCollections = pgTable(
  'run_collections',
  {
    id: id(),
    runId: belongsTo(() => runs.id),
    /** Null once it was taken out of a planned run: the pickup waits, and the run shows nothing of it. */
    stopId: uuid().references(() => runStops.id),
    /** Null once the collection is forgotten. */
    collectionId: uuid().references(() => pickups.id, { onDelete: 'set null' }),
    status: text({ enum: RUN_COLLECTION_STATUSES }).notNull().default('open'),
    changedAt: createdAt(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('run_collections_one_open').on(table.collectionId).where(sql`status = 'open'`),
    index('run_collections_of_run').on(table.runId),
    index('run_collections_of_stop').on(table.stopId),
    index('run_collections_of_collection').on(table.collectionId),
    check('run_collections_status', isOneOf('status', RUN_COLLECTION_STATUSES)),
  ],
);

/** Reports are only added. */
export const collectReports = pgTable(
  'collect_reports',
  {
    factId: belongsTo(() => courierFacts.id).primaryKey(),
    runCollectionId: belongsTo(() => runCollections.id),
    result: text({ enum: COLLECT_RESULTS }).notNull(),
    reason: text().notNull().default(''),
    unlabelled: integer().notNull(),
    /** How many of them are at the depot. */
    unlabelledIn: integer().notNull().default(0),
  },
  (table) => [index('collect_reports_of_collection').on(table.runCollectionId)],
);

/** `unknown` becomes `collected` once its draft is confirmed. */
export const COLLECTED_RESULTS = ['collected', 'surprise', 'unknown', 'left'] as const;

export const collectedParcels = pgTable(
  'collected_parcels',
  {
    factId: belongsTo(() => courierFacts.id),
    trackingId: text().notNull(),
    runId: belongsTo(() => runs.id),
    shipmentId: uuid().references(() => shipments.id),
    result: text({ enum: COLLECTED_RESULTS }).notNull(),
    /** Each piece that the courier took is a bit. Null for all. */
    pieces: integer(),
    reason: text().notNull().default(''),
    at: timestamptz(),
    /** In the van until then. */
    handedInAt: timestamptz(),
  },
  (table) => [
    primaryKey({ columns: [table.factId, table.trackingId] }),
    index('collected_parcels_of_run').on(table.runId),
    index('collected_parcels_of_shipment').on(table.shipmentId),
    index('collected_parcels_in_part').on(table.shipmentId).concurrently().where(sql`pieces is not null`),
    index('collected_parcels_unknown').on(table.trackingId).where(sql`result = 'unknown'`),
    check('collected_parcels_result', isOneOf('result', COLLECTED_RESULTS)),
  ],
);
