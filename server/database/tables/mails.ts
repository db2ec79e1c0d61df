import { sql } from 'drizzle-orm';
import { check, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { MAIL_KINDS, MAIL_STATES, type MailKind } from '../../../src/domain/mail.ts';
import { createdAt, id, isOneOf, newestFirst, timestamptz } from './columns.ts';

/** The others belong to shipments. */
const SHIPMENT_KINDS: readonly MailKind[] = [
  'shipment-created',
  'code-replaced',
  'status-changed',
  'status-summary',
  'delivery-attempted',
  'delivery-corrected',
];
export const IS_PERSONAL = sql`not (${isOneOf('kind', SHIPMENT_KINDS)})`;

/** The index uses the same expression. */
export const MAIL_SEARCH_TEXT = sql.raw(
  `searchable(E'\\n ' || receiver || E'\\n ' || coalesce(about->>'subject', ''))`,
);

export const MAIL_SUBJECT_ID = sql.raw(`coalesce(about->>'shipmentId', about->>'billId')`);

/** Codes and tokens are inserted on sending. */
export const mails = pgTable(
  'mails',
  {
    id: id(),
    kind: text({ enum: MAIL_KINDS }).notNull(),
    receiver: text().notNull(),
    /** Never a secret: ids, or a manager's message. */
    about: jsonb().notNull(),
    state: text({ enum: MAIL_STATES }).notNull().default('queued'),
    deliveries: integer().notNull().default(1),
    attempts: integer().notNull().default(0),
    lastError: text(),
    createdAt: createdAt(),
    sentAt: timestamptz(),
    resentAt: timestamptz(),
    /** Secrets are masked. */
    sentSubject: text(),
    sentText: text(),
  },
  (table) => [
    index('mails_newest').on(...newestFirst(table)),
    index('mails_in_state').on(table.state, ...newestFirst(table)),
    index('mails_spellings').using('gin', sql`${MAIL_SEARCH_TEXT} gin_trgm_ops`),
    index('mails_about').on(sql`(${MAIL_SUBJECT_ID})`),
    index('mails_of_receiver').on(table.receiver, table.id).concurrently(),
    check('mails_state', isOneOf('state', MAIL_STATES)),
  ],
);
