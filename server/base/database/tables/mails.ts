import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { MAIL_KINDS, MAIL_STATES, SHIPMENT_MAIL_KINDS } from '../../../../src/domain/mail.ts';
import { createdAt, id, isOneOf, newestFirst, timestamptz } from './columns.ts';

const IS_OF_SHIPMENT = isOneOf('kind', SHIPMENT_MAIL_KINDS);
export const IS_PERSONAL = sql`not (${IS_OF_SHIPMENT})`;

/** The receiver without what follows a `+`, in small letters: all that reach one person. */
export const MAILBOX = sql.raw(
  `(split_part(split_part(receiver, '@', 1), '+', 1) || '@' || split_part(receiver, '@', 2))`,
);
export const FILLS_MAILBOX = sql`${IS_OF_SHIPMENT} and state <> 'held' and digest_at is null and coalesce(listed_in, id) = id`;

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
    /** The person whose act caused it; null if nobody's did. */
    senderId: uuid(),
    isBatch: boolean().notNull().default(false),
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
    /** The email that says it: itself if it’s sent, or one that gathers several or lists what was held back. */
    listedIn: uuid(),
    digestAt: timestamptz(),
  },
  (table) => [
    index('mails_newest').on(...newestFirst(table)),
    index('mails_in_state').on(table.state, ...newestFirst(table)),
    index('mails_spellings').using('gin', sql`${MAIL_SEARCH_TEXT} gin_trgm_ops`),
    index('mails_about').on(sql`(${MAIL_SUBJECT_ID})`),
    index('mails_of_receiver').on(table.receiver, table.id).concurrently(),
    index('mails_waiting_of_sender').on(table.senderId, table.isBatch).concurrently().where(sql`state = 'queued'`),
    index('mails_by_mailbox').on(MAILBOX, table.createdAt, table.senderId).concurrently().where(sql`state <> 'held'`),
    index('mails_waiting_for').on(table.receiver, table.id).concurrently().where(sql`state = 'queued'`),
    index('mails_held').on(table.receiver).concurrently().where(sql`state = 'held'`),
    check('mails_state', isOneOf('state', MAIL_STATES)),
  ],
);
