import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { REPORT_KINDS, type Undoable } from '../../../../../src/domain/mail.ts';
import { MESSAGE_EVENTS, TEXT_EVENTS } from '../../../../../src/domain/messages.ts';
import { PARTIES } from '../../../../../src/domain/shipment.ts';
import { SMS_STATES } from '../../../../../src/domain/sms.ts';
import { bytea, createdAt, id, isOneOf, newestFirst, timestamptz } from '../columns.ts';
import { shipments } from '../shipments.ts';
import { users } from '../users.ts';

export const reportReaders = pgTable(
  'report_readers',
  {
    userId: uuid()
      .notNull()
      .references(() => users.id),
    report: text({ enum: REPORT_KINDS }).notNull(),
    /** The last day that needs no email any more. */
    doneDay: date({ mode: 'string' }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.report] }),
    check('report_readers_report', isOneOf('report', REPORT_KINDS)),
  ],
);

export const messageChoices = pgTable(
  'message_choices',
  {
    id: id(),
    userId: uuid()
      .unique()
      .references(() => users.id),
    shipmentId: uuid().references(() => shipments.id),
    party: text({ enum: PARTIES }),
    mail: text({ enum: MESSAGE_EVENTS }).array().notNull(),
    sms: text({ enum: MESSAGE_EVENTS }).array().notNull(),
    push: text({ enum: MESSAGE_EVENTS }).array().notNull(),
  },
  (table) => [
    unique('message_choices_of_party').on(table.shipmentId, table.party),
    check('message_choices_one', sql`(user_id is null) = (shipment_id is not null and party is not null)`),
  ],
);

export const sms = pgTable(
  'sms',
  {
    id: id(),
    shipmentId: uuid()
      .notNull()
      .references(() => shipments.id),
    event: text({ enum: TEXT_EVENTS }).notNull(),
    number: text().notNull(),
    /** A parcel may go out on several of the brand's days. */
    day: date({ mode: 'string' }).notNull(),
    undoable: jsonb().$type<Undoable>().notNull(),
    state: text({ enum: SMS_STATES }).notNull().default('queued'),
    attempts: integer().notNull().default(0),
    segments: integer().notNull().default(0),
    /** In millionths of the brand's currency. */
    costMicros: bigint({ mode: 'number' }).notNull().default(0),
    gatewayId: text(),
    lastError: text(),
    gatheredIn: uuid(),
    reply: text(),
    createdAt: createdAt(),
    sentAt: timestamptz(),
    linkHash: bytea().unique(),
    /** The receiver’s claim number when the text was sent (claims.ts). */
    linkClaim: integer().notNull().default(1),
    linkDevice: bytea(),
    /** Wrong postcodes. */
    linkTries: integer().notNull().default(0),
  },
  (table) => [
    unique('sms_once').on(table.shipmentId, table.event, table.number, table.day),
    index('sms_newest').on(...newestFirst(table)),
    index('sms_in_state').on(table.state, ...newestFirst(table)),
    index('sms_sent').on(table.sentAt),
    index('sms_of_number')
      .on(table.number, ...newestFirst(table))
      .concurrently(),
    index('sms_answered')
      .on(...newestFirst(table))
      .where(sql`reply is not null`)
      .concurrently(),
    check('sms_state', isOneOf('state', SMS_STATES)),
  ],
);

/** Keyed hashes of numbers that answered STOP. */
export const smsStops = pgTable('sms_stops', { numberHash: bytea().primaryKey(), createdAt: createdAt() });
