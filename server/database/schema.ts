/**
 * Every table, as Drizzle sees it. Keys are UUIDv7 made by the application, times are UTC, money is whole cents.
 * What Drizzle cannot say (append-only triggers, counters) stands in the hand-written migrations beside the generated
 * ones. Deleting hides a row (`deletedAt`), so that the audit trail keeps its object.
 */
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  customType,
  date,
  type ExtraConfigColumn,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { v7 as uuidv7 } from 'uuid';
import { ACTIVITY_KINDS } from '../../src/domain/activity.ts';
import { MAIL_KINDS, MAIL_STATES } from '../../src/domain/mail.ts';
import type { RecordDifference } from '../../src/domain/records.ts';
import type { CreateShipment } from '../../src/domain/shipment.ts';
import type { Cells } from '../../src/domain/shipment-file.ts';
import { IMPORT_SCOPES, IMPORT_STATES, type ImportProblem } from '../../src/domain/shipment-import.ts';
import { SHIPMENT_STATUSES } from '../../src/domain/shipment-status.ts';
import { TRANSACTION_STATUSES, TRANSACTION_TYPES } from '../../src/domain/transaction.ts';

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
const id = () => uuid().primaryKey().$defaultFn(uuidv7);
const moment = () => timestamp({ withTimezone: true, mode: 'date' });
const createdAt = () => moment().notNull().defaultNow();
/** The order of lists, as queries ask for it: Drizzle's index would put nulls last, and PostgreSQL then sorts after all. */
const newestFirst = (table: { createdAt: ExtraConfigColumn; id: ExtraConfigColumn }) =>
  [table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst()] as const;
const cents = () => bigint({ mode: 'bigint' });
const oneOf = (column: string, values: readonly string[]) =>
  sql.raw(`${column} in (${values.map((value) => `'${value}'`).join(', ')})`);

/** What people are found by: name and address, in lower case, each on a line of its own. The index is on this expression. */
export const USER_WORDS = sql.raw(`lower(E'\\n ' || first_name || ' ' || last_name || E'\\n ' || email)`);

/** The digits of a column with a phone number, on a line of their own: people group them as they like. */
const digitsOf = (column: string) => `E'\\n ' || regexp_replace(${column}, '[^0-9]', '', 'g')`;

/** The digits of a user's phone number; null without one. */
export const USER_PHONE = sql.raw(`(${digitsOf('phone')})`);

export const users = pgTable(
  'users',
  {
    id: id(),
    email: text().notNull(),
    firstName: text().notNull().default(''),
    lastName: text().notNull().default(''),
    phone: text(),
    dob: date({ mode: 'string' }),
    address: text().notNull().default(''),
    city: text().notNull().default(''),
    state: text().notNull().default(''),
    nationality: text().notNull().default(''),
    passwordHash: text(),
    passwordChangedAt: moment(),
    verified: boolean().notNull().default(false),
    /** The manager flag; `header` on the wire. */
    manager: boolean().notNull().default(false),
    createdAt: createdAt(),
    deletedAt: moment(),
    /** Of a deleted person: a keyed hash of the address, for whoever knows it and looks for what was done (0034). */
    erasedEmailHash: bytes(),
  },
  (table) => [
    uniqueIndex('users_email').on(table.email).where(sql`deleted_at is null`),
    index('users_newest')
      .on(...newestFirst(table))
      .where(sql`deleted_at is null`),
    index('users_words').using('gin', sql`${USER_WORDS} gin_trgm_ops`).where(sql`deleted_at is null`),
    index('users_phone').using('gin', sql`${USER_PHONE} gin_trgm_ops`).where(sql`deleted_at is null`),
    index('users_erased_email').on(table.erasedEmailHash).where(sql`erased_email_hash is not null`),
    check('users_email_lower', sql`email = lower(email)`),
  ],
);

export const sessions = pgTable(
  'sessions',
  {
    id: id(),
    tokenHash: bytes().notNull().unique(),
    userId: uuid()
      .notNull()
      .references(() => users.id),
    device: text().notNull().default(''),
    createdAt: createdAt(),
    lastSeenAt: createdAt(),
  },
  (table) => [index('sessions_user').on(table.userId)],
);

/** Links in mails: only a hash is kept, one use, bound to the person and to the address the mail went to. */
export const oneTimeTokens = pgTable(
  'one_time_tokens',
  {
    id: id(),
    purpose: text({ enum: ['verify', 'reset'] }).notNull(),
    tokenHash: bytes().notNull().unique(),
    userId: uuid()
      .notNull()
      .references(() => users.id),
    email: text().notNull(),
    createdAt: createdAt(),
    expiresAt: moment().notNull(),
    usedAt: moment(),
  },
  (table) => [index('one_time_tokens_user').on(table.userId)],
);

/**
 * What a search in shipments looks at, in lower case. Each field begins a line and a word: no fragment that somebody types
 * reaches over two fields. The index is on this very expression, so a query has to say it like this.
 */
export const SHIPMENT_WORDS = sql.raw(
  `lower(${['tracking_id', 'description', 'sender_name', 'sender_email', 'receiver_name', 'receiver_email']
    .map((column) => `E'\\n ' || ${column}`)
    .join(' || ')})`,
);

/** The digits of both phone numbers, apart from the words: only a search for digits pays for taking them out of each row. */
export const SHIPMENT_PHONES = sql.raw(`(${['sender_phone', 'receiver_phone'].map(digitsOf).join(' || ')})`);

/** The moment, UTC, that the week of a row began in. The indexes of words are on this expression too. */
export const WEEK = sql.raw(`date_bin('7 days', created_at, '2000-01-01Z')`);

export const shipments = pgTable(
  'shipments',
  {
    id: id(),
    trackingId: text().notNull().unique(),
    description: text().notNull(),
    status: text({ enum: SHIPMENT_STATUSES }).notNull().default('in-progress'),
    /** Counts the changes of status, so that a device can say which one it had seen. */
    statusVersion: integer().notNull().default(1),
    service: text().notNull(),
    dimensions: text().notNull(),
    weight: text().notNull(),
    valueCents: cents().notNull(),
    feeCents: cents().notNull(),
    payer: text().notNull(),
    shipTo: text().notNull(),
    shipDate: moment().notNull(),
    deliveryDate: moment(),
    images: text().array().notNull().default(sql`'{}'::text[]`),
    senderId: uuid().references(() => users.id),
    senderName: text().notNull(),
    senderCountry: text().notNull().default(''),
    senderEmail: text().notNull(),
    senderPhone: text().notNull(),
    /** Private codes are encrypted at rest: managers may read them, a stolen table may not. */
    senderCode: bytes().notNull(),
    receiverId: uuid().references(() => users.id),
    receiverName: text().notNull(),
    receiverCountry: text().notNull().default(''),
    receiverEmail: text().notNull(),
    receiverPhone: text().notNull(),
    receiverCode: bytes().notNull(),
    createdAt: createdAt(),
    deletedAt: moment(),
  },
  (table) => [
    index('shipments_newest')
      .on(...newestFirst(table))
      .where(sql`deleted_at is null`),
    index('shipments_by_status')
      .on(table.status, ...newestFirst(table))
      .where(sql`deleted_at is null`),
    // With the status at their end: a person's rare status is found without reading all their rows.
    index('shipments_by_sender')
      .on(table.senderId, ...newestFirst(table), table.status)
      .where(sql`deleted_at is null`),
    index('shipments_by_receiver')
      .on(table.receiverId, ...newestFirst(table), table.status)
      .where(sql`deleted_at is null`),
    // By week: what is found often is read a week at a time. The week comes first (docs/decisions/0042).
    index('shipments_words_by_week')
      .using('gin', sql`(${WEEK})`, sql`${SHIPMENT_WORDS} gin_trgm_ops`)
      .where(sql`deleted_at is null`),
    index('shipments_phones_by_week')
      .using('gin', sql`(${WEEK})`, sql`${SHIPMENT_PHONES} gin_trgm_ops`)
      .where(sql`deleted_at is null`),
    index('shipments_unlinked_sender').on(table.senderEmail).where(sql`sender_id is null and deleted_at is null`),
    index('shipments_unlinked_receiver').on(table.receiverEmail).where(sql`receiver_id is null and deleted_at is null`),
    check('shipments_status', oneOf('status', SHIPMENT_STATUSES)),
    check('shipments_money', sql`value_cents >= 0 and fee_cents >= 0`),
  ],
);

export const activities = pgTable(
  'activities',
  {
    id: id(),
    shipmentId: uuid()
      .notNull()
      .references(() => shipments.id),
    status: text({ enum: SHIPMENT_STATUSES }).notNull(),
    /** Which change wrote it. A trigger fills it for older servers, which do not know it (0046). */
    kind: text({ enum: ACTIVITY_KINDS }).notNull(),
    comment: text().notNull(),
    address: text().notNull(),
    occurredAt: moment().notNull(),
    /** Set where the time could not be placed: it happened between this, which `occurred_at` is then, and `created_at`. */
    earliestAt: moment(),
    createdAt: createdAt(),
    createdBy: uuid().references(() => users.id),
    /** Kept for ever and unique by person: an entry queued on a device is written once, however late it is sent again. */
    idempotencyKey: uuid(),
    /** Of the call that wrote it: the same key with other input is a conflict. Entries from before this have none. */
    inputHash: bytes(),
  },
  (table) => [
    index('activities_of_shipment').on(table.shipmentId, table.occurredAt, table.createdAt, table.id),
    unique('activities_key_of_person').on(table.createdBy, table.idempotencyKey),
  ],
);

export const bills = pgTable(
  'bills',
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id),
    shipmentId: uuid()
      .notNull()
      .references(() => shipments.id),
    amountCents: cents().notNull(),
    summary: text().notNull(),
    createdAt: createdAt(),
    deletedAt: moment(),
  },
  (table) => [
    index('bills_of_shipment').on(table.shipmentId).where(sql`deleted_at is null`),
    index('bills_of_user')
      .on(table.userId, ...newestFirst(table))
      .where(sql`deleted_at is null`),
    check('bills_amount', sql`amount_cents > 0`),
  ],
);

export const transactions = pgTable(
  'transactions',
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id),
    type: text({ enum: TRANSACTION_TYPES }).notNull(),
    amountCents: cents().notNull(),
    status: text({ enum: TRANSACTION_STATUSES }).notNull(),
    summary: text().notNull(),
    /** Where a withdrawal is to be paid: account, bank, routing, IBAN and bank code, as the person gave them. */
    payout: jsonb(),
    createdAt: createdAt(),
    deletedAt: moment(),
  },
  (table) => [
    index('transactions_of_user')
      .on(table.userId, ...newestFirst(table))
      .where(sql`deleted_at is null`),
    check('transactions_amount', sql`amount_cents > 0`),
    check('transactions_type', oneOf('type', TRANSACTION_TYPES)),
    check('transactions_status', oneOf('status', TRANSACTION_STATUSES)),
  ],
);

/** Append-only (triggers refuse UPDATE, DELETE and TRUNCATE): what is wrong is reversed by a further entry. */
export const ledgerEntries = pgTable(
  'ledger_entries',
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id),
    transactionId: uuid()
      .notNull()
      .references(() => transactions.id),
    /** What this entry adds to the total, and to what pending withdrawals and fees hold back. */
    totalCents: cents().notNull(),
    heldCents: cents().notNull(),
    reason: text().notNull(),
    createdBy: uuid().references(() => users.id),
    createdAt: createdAt(),
  },
  (table) => [
    index('ledger_entries_of_user').on(table.userId),
    index('ledger_entries_of_transaction').on(table.transactionId),
  ],
);

/** A projection of the ledger, and the row that money operations lock. */
export const balances = pgTable(
  'balances',
  {
    userId: uuid()
      .primaryKey()
      .references(() => users.id),
    totalCents: cents().notNull().default(sql`0`),
    heldCents: cents().notNull().default(sql`0`),
  },
  () => [check('balances_held', sql`held_cents >= 0`)],
);

export const bankAccounts = pgTable(
  'bank_accounts',
  {
    id: id(),
    /** null: the general account. */
    userId: uuid().references(() => users.id),
    fallback: boolean().notNull(),
    accountName: text().notNull(),
    accountNumber: text().notNull(),
    bankName: text().notNull(),
    routingNumber: text().notNull(),
    createdAt: createdAt(),
    deletedAt: moment(),
  },
  (table) => [
    uniqueIndex('bank_accounts_one_fallback').on(table.fallback).where(sql`fallback and deleted_at is null`),
    uniqueIndex('bank_accounts_one_special').on(table.userId).where(sql`not fallback and deleted_at is null`),
    check('bank_accounts_owner', sql`fallback = (user_id is null)`),
  ],
);

/** Mails to somebody with an account, or by a manager to anybody; the others are matters of a shipment. */
export const IS_PERSONAL = oneOf(
  'kind',
  MAIL_KINDS.filter((kind) => !['shipment-created', 'code-replaced', 'status-changed'].includes(kind)),
);

/** What mails are found by: the address and the subject a manager wrote, in lower case. The index is on this expression. */
export const MAIL_WORDS = sql.raw(`lower(E'\\n ' || receiver || E'\\n ' || coalesce(about->>'subject', ''))`);

/** The shipment or the bill a mail is about. The index is on this expression. */
export const MAIL_ABOUT = sql.raw(`coalesce(about->>'shipmentId', about->>'billId')`);

/** One row for each mail to be sent; the job carries only its id. Codes and tokens are put in when it is sent. */
export const mails = pgTable(
  'mails',
  {
    id: id(),
    kind: text({ enum: MAIL_KINDS }).notNull(),
    receiver: text().notNull(),
    /** What the template needs, never a secret: ids, and whose code is to be told; of a message its words. */
    about: jsonb().notNull(),
    state: text({ enum: MAIL_STATES }).notNull().default('queued'),
    /** Counts the times it was put into the queue: once, and once more whenever it is sent again. */
    deliveries: integer().notNull().default(1),
    attempts: integer().notNull().default(0),
    lastError: text(),
    createdAt: createdAt(),
    /** When it was first sent, which nothing changes, and when it was last sent again. */
    sentAt: moment(),
    resentAt: moment(),
    /** The words that were last sent, with codes and tokens masked. */
    sentSubject: text(),
    sentText: text(),
  },
  (table) => [
    index('mails_newest').on(...newestFirst(table)),
    index('mails_in_state').on(table.state, ...newestFirst(table)),
    index('mails_words').using('gin', sql`${MAIL_WORDS} gin_trgm_ops`),
    index('mails_about').on(sql`(${MAIL_ABOUT})`),
    index('mails_personal').on(table.receiver).where(IS_PERSONAL),
    check('mails_state', oneOf('state', MAIL_STATES)),
  ],
);

/** The answers of mutations that succeeded, by whoever sent them under which key (seven days). */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    userId: uuid().notNull(),
    key: uuid().notNull(),
    inputHash: bytes().notNull(),
    answer: jsonb(),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.key] }), index('idempotency_keys_age').on(table.createdAt)],
);

/** Who changed what, append-only, written in the transaction of the change; secrets are masked. */
export const auditEntries = pgTable(
  'audit_entries',
  {
    id: id(),
    actorId: uuid().references(() => users.id),
    procedure: text().notNull(),
    entity: text().notNull(),
    entityId: uuid().notNull(),
    /** Whose account or money this changed; null where it is nobody's, as with a shipment. */
    userId: uuid().references(() => users.id),
    before: jsonb(),
    after: jsonb(),
    requestId: text().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    index('audit_entries_of_entity').on(table.entity, table.entityId, ...newestFirst(table)),
    index('audit_entries_of_user').on(table.userId, ...newestFirst(table)),
    index('audit_entries_of_general_account')
      .on(...newestFirst(table))
      .where(sql`entity = 'bank-account' and user_id is null`),
  ],
);

/**
 * How many shipments there are by owner, relation and status, kept by a trigger in the transaction of each change.
 * The rows over all shipments are spread over slots, so that managers at work do not wait for each other.
 * Relation `day` counts all shipments by the day (UTC) they were created; the other rows count every day.
 */
export const shipmentCounts = pgTable(
  'shipment_counts',
  {
    ownerId: uuid().notNull(),
    relation: text({ enum: ['all', 'day', 'sender', 'receiver', 'either'] }).notNull(),
    status: text({ enum: SHIPMENT_STATUSES }).notNull(),
    slot: smallint().notNull(),
    day: date({ mode: 'string' }).notNull().default('-infinity'),
    count: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.ownerId, table.relation, table.status, table.slot, table.day] })],
);

/** A file of shipments, from the moment it has been checked. */
export const shipmentImports = pgTable(
  'shipment_imports',
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id),
    fileName: text().notNull(),
    state: text({ enum: IMPORT_STATES }).notNull().default('checked'),
    scope: text({ enum: IMPORT_SCOPES }),
    rows: integer().notNull(),
    good: integer().notNull(),
    /** How far it has come, for whoever waits; which rows have become shipments is said by the rows. */
    created: integer().notNull().default(0),
    /** Of the call that started it, for the audit trail of its shipments. */
    requestId: text(),
    /** Of its cells, row by row: the same file saved anew has the same. */
    digest: bytes(),
    createdAt: createdAt(),
  },
  (table) => [
    index('shipment_imports_newest').on(...newestFirst(table)),
    index('shipment_imports_digest').on(table.digest),
    check('shipment_imports_state', oneOf('state', IMPORT_STATES)),
  ],
);

/** A row of such a file: what is to be created, or else its cells as they were and what is wrong with them. */
export const shipmentImportRows = pgTable(
  'shipment_import_rows',
  {
    importId: uuid()
      .notNull()
      .references(() => shipmentImports.id, { onDelete: 'cascade' }),
    line: integer().notNull(),
    fields: jsonb().$type<CreateShipment>(),
    cells: jsonb().$type<Cells>(),
    problems: jsonb().$type<ImportProblem[]>(),
    /** Written in the transaction that creates the shipment: a row becomes one at most once. */
    shipmentId: uuid().references(() => shipments.id),
  },
  (table) => [
    primaryKey({ columns: [table.importId, table.line] }),
    index('shipment_import_rows_bad').on(table.importId, table.line).where(sql`problems is not null`),
    check('shipment_import_rows_verdict', sql`(fields is null) = (problems is not null)`),
  ],
);

/** A browser that is told of shipments by push. It goes with the session it was signed in under; a visitor's has none. */
export const pushDevices = pgTable(
  'push_devices',
  {
    id: id(),
    sessionId: uuid().references(() => sessions.id, { onDelete: 'cascade' }),
    /** Where its push service takes messages for it, and the keys that only it can read them with. */
    endpoint: text().notNull().unique(),
    p256dh: text().notNull(),
    auth: text().notNull(),
    /** Told of every shipment that the session's person sends or receives. */
    allOwn: boolean().notNull().default(false),
    createdAt: createdAt(),
  },
  (table) => [
    index('push_devices_of_session').on(table.sessionId),
    check('push_devices_own', sql`session_id is not null or not all_own`),
  ],
);

/** A shipment that a device is told of, whoever it belongs to. */
export const pushFollows = pgTable(
  'push_follows',
  {
    deviceId: uuid()
      .notNull()
      .references(() => pushDevices.id, { onDelete: 'cascade' }),
    shipmentId: uuid()
      .notNull()
      .references(() => shipments.id),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.deviceId, table.shipmentId] }),
    index('push_follows_of_shipment').on(table.shipmentId),
  ],
);

/** Of which statuses a person is told, and by what; without a row of all of them, by mail and by push. */
export const notificationPreferences = pgTable('notification_preferences', {
  userId: uuid()
    .primaryKey()
    .references(() => users.id),
  mail: text({ enum: SHIPMENT_STATUSES }).array().notNull(),
  push: text({ enum: SHIPMENT_STATUSES }).array().notNull(),
});

/** The one pair of keys by which push services know this installation; the private one is encrypted at rest. */
export const vapidKeys = pgTable(
  'vapid_keys',
  {
    only: boolean().primaryKey().default(true),
    publicKey: text().notNull(),
    privateKey: bytes().notNull(),
  },
  () => [check('vapid_keys_one', sql`"only"`)],
);

/** The devices an account has signed in from: a sign-in there counts against a limit of its own. Only a hash of the ticket is kept. */
export const knownDevices = pgTable(
  'known_devices',
  {
    ticketHash: bytes().notNull(),
    userId: uuid()
      .notNull()
      .references(() => users.id),
    createdAt: createdAt(),
    lastSeenAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.ticketHash, table.userId] }),
    index('known_devices_of_user').on(table.userId),
  ],
);

/**
 * A chain of signed digests over the audit trail and the ledger, append-only. Each covers the rows created since the one
 * before it and repeats that one's digest, so that a row changed later no longer fits (0025).
 */
export const evidenceHeads = pgTable('evidence_heads', {
  number: integer().primaryKey(),
  /** Where the head before it ends. Null: this one covers everything from the beginning, and starts the chain over. */
  coversFrom: moment(),
  /** Covers what was created before this moment, which is a whole millisecond. */
  upTo: moment().notNull(),
  auditRows: integer().notNull(),
  auditDigest: bytes().notNull(),
  ledgerRows: integer().notNull(),
  ledgerDigest: bytes().notNull(),
  /** Of all of the above and of the digest of the head before it. */
  digest: bytes().notNull(),
  /** Ed25519, of the digest; `publicKey` checks it. */
  signature: bytes().notNull(),
  publicKey: bytes().notNull(),
  createdAt: createdAt(),
});

/** What each run of the evidence check found; an empty list of differences means that everything agrees. */
export const evidenceChecks = pgTable(
  'evidence_checks',
  {
    id: id(),
    /** How many of each were compared. */
    balances: integer().notNull(),
    counters: integer().notNull(),
    /** How many heads there were. */
    heads: integer().notNull(),
    differences: jsonb().$type<RecordDifference[]>().notNull(),
    /** When the whole chain was last compared with the rows it covers; a run in between repeats what that one found. */
    chainCheckedAt: moment(),
    createdAt: createdAt(),
  },
  (table) => [index('evidence_checks_newest').on(...newestFirst(table))],
);

/** Points that limits have counted, until `expire` (milliseconds since 1970). */
export const rateLimits = pgTable(
  'rate_limits',
  {
    key: text().primaryKey(),
    points: integer().notNull().default(0),
    expire: bigint({ mode: 'number' }),
  },
  (table) => [index('rate_limits_expire').on(table.expire)],
);
