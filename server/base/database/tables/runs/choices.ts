import { sql } from 'drizzle-orm';
import { check, date, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { CHOICE_ACTS, CHOICE_KINDS } from '../../../../../src/domain/choices.ts';
import { createdAt, isOneOf, timestamptz } from '../columns.ts';
import { runs } from '../runs.ts';
import { sessions } from '../sessions.ts';
import { shipments } from '../shipments.ts';

const KINDS = [...CHOICE_KINDS, ...CHOICE_ACTS] as const;

/** Append-only. The device makes the id. */
export const deliveryChoices = pgTable(
  'delivery_choices',
  {
    id: uuid().primaryKey(),
    shipmentId: uuid()
      .notNull()
      .references(() => shipments.id),
    kind: text({ enum: KINDS }).notNull(),
    /** The choice that a withdrawal is about. */
    ofId: uuid(),
    /** These two are emptied when expired, or with an account. */
    text: text().notNull().default(''),
    name: text().notNull().default(''),
    day: date({ mode: 'string' }),
    party: text({ enum: ['sender', 'receiver', 'desk'] }).notNull(),
    /** The version of the words. */
    consent: integer(),
    askedAt: timestamptz().notNull(),
    /** The first version of the run, if it was in one, that has it. */
    runId: uuid().references(() => runs.id),
    runVersion: integer(),
    createdAt: createdAt(),
  },
  (table) => [
    index('delivery_choices_of_shipment').on(table.shipmentId, table.createdAt),
    index('delivery_choices_not_erased').on(table.createdAt).where(sql`text <> '' or name <> ''`),
    check('delivery_choices_kind', isOneOf('kind', KINDS)),
  ],
);

/** The version goes with the session, as the stored run does. */
export const runDevices = pgTable(
  'run_devices',
  {
    runId: uuid()
      .notNull()
      .references(() => runs.id),
    sessionId: uuid()
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    version: integer().notNull(),
    at: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.runId, table.sessionId] }),
    index('run_devices_of_session').on(table.sessionId),
  ],
);
