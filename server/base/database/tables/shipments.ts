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
  smallint,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import type { ProofPolicy } from '../../../../src/domain/delivery.ts';
import { SEARCHED_FIELDS } from '../../../../src/domain/shipment.ts';
import { OPEN_STATUSES, SHIPMENT_STATUSES } from '../../../../src/domain/shipment-status.ts';
import type { AddressParts } from '../../../../src/domain/shops/address.ts';
import { MAX_PARCELS } from '../../../../src/domain/tracking-id.ts';
import { SHIPMENT_WORK } from '../../../../src/domain/work.ts';
import { bytea, cents, createdAt, digitsOf, id, isOneOf, newestFirst, timestamptz, WEEK } from './columns.ts';
import { users } from './users.ts';

const columnOf = (field: string) => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const searchTextOf = (fields: readonly string[]) =>
  sql.raw(`searchable(${fields.map((field) => `E'\\n ' || ${columnOf(field)}`).join(' || ')})`);

/** Fields have their own lines, so that no text matches across two. */
export const SHIPMENT_SEARCH_TEXT = searchTextOf(SEARCHED_FIELDS);
/** Version 0.1.0 searches this until our index is built. */
export const FORMER_SHIPMENT_SEARCH_TEXT = searchTextOf(
  SEARCHED_FIELDS.filter((field) => field !== 'reference' && field !== 'shipTo'),
);
export const SHIPMENT_SEARCH_INDEX = 'shipments_words_by_status';

export const SHIPMENT_PHONE_DIGITS = sql.raw(`(${['sender_phone', 'receiver_phone'].map(digitsOf).join(' || ')})`);

export const SENDER_NAME_TEXT = sql.raw('lower(sender_name)');
export const RECEIVER_NAME_TEXT = sql.raw('lower(receiver_name)');
export const RECEIVER_NAME_INDEX = 'shipments_by_receiver_name';

export const LACKS_CODE = sql.raw(
  `(sender_code is null or receiver_code is null) and status not in ('delivered', 'cancelled') and deleted_at is null`,
);

export const IS_TO_REFUND = sql.raw(
  `prepaid_cents is not null and (status = 'cancelled' or (status = 'failed' and work is null)) and deleted_at is null`,
);

export const doorOf = (table = 'shipments') => sql.raw(`md5(lower(${table}.ship_to))`);
export const isOnTheWay = (table = 'shipments') =>
  sql.raw(
    `${table}.status in (${OPEN_STATUSES.map((status) => `'${status}'`).join(', ')}) and ${table}.deleted_at is null`,
  );

/** What a shop sees of a shipment: test shipments have it, too. */
export const shopColumns = () => ({
  id: id(),
  trackingId: text().notNull().unique(),
  reference: text().notNull().default(''),
  description: text().notNull(),
  status: text({ enum: SHIPMENT_STATUSES }).notNull().default('in-progress'),
  service: text().notNull(),
  dimensions: text().notNull(),
  weight: text().notNull(),
  parcels: smallint().notNull().default(1),
  /** `formatTimeWindow` writes it; empty for any time. */
  timeWindow: text().notNull().default(''),
  valueCents: cents().notNull(),
  feeCents: cents().notNull(),
  codCents: cents(),
  /** Nothing is collected then, and `codCents` is null. */
  prepaidCents: cents(),
  /** This cost counts for the sender, by the rate when it was set. */
  codFeeCents: cents().notNull().default(sql`0`),
  shipTo: text().notNull(),
  weightG: integer(),
  lengthMm: integer(),
  widthMm: integer(),
  heightMm: integer(),
  address: jsonb().$type<AddressParts>(),
  /** The shop gave it for this shipment alone. */
  location: jsonb().$type<{ latitude: number; longitude: number }>(),
  /** Null for the brand's policy. */
  proof: jsonb().$type<ProofPolicy>(),
  shipDate: timestamptz().notNull(),
  deliveryDate: timestamptz(),
  senderName: text().notNull(),
  senderCountry: text().notNull().default(''),
  senderEmail: text().notNull(),
  senderPhone: text().notNull(),
  receiverName: text().notNull(),
  receiverCountry: text().notNull().default(''),
  receiverEmail: text().notNull(),
  receiverPhone: text().notNull(),
  createdAt: createdAt(),
  /** The number of its latest event (webhook_events). */
  eventSequence: integer().notNull().default(0),
  updatedAt: timestamptz().notNull().defaultNow(),
});

/** A trigger keeps `updatedAt`. */
export const shipments = pgTable(
  'shipments',
  {
    ...shopColumns(),
    statusVersion: integer().notNull().default(1),
    payer: text().notNull(),
    feeTransactionId: uuid(),
    images: text().array().notNull().default(sql`'{}'::text[]`),
    senderId: uuid().references(() => users.id),
    /** Managers can read it, a thief of the table can't. Null until sent to a corrected address. */
    senderCode: bytea(),
    /** Raised when the party becomes somebody else (claims.ts). */
    senderClaim: integer().notNull().default(1),
    receiverId: uuid().references(() => users.id),
    receiverCode: bytea(),
    receiverClaim: integer().notNull().default(1),
    deletedAt: timestamptz(),
    /** Triggers keep both, in one function. */
    work: text({ enum: SHIPMENT_WORK }),
    workSince: timestamptz(),
    /** When its labels were, at first. */
    printedAt: timestamptz(),
  },
  (table) => [
    index('shipments_newest')
      .on(...newestFirst(table))
      .where(sql`deleted_at is null`),
    index('shipments_by_status')
      .on(table.status, ...newestFirst(table))
      .where(sql`deleted_at is null`),
    index('shipments_by_work')
      .on(table.work, ...newestFirst(table))
      .concurrently()
      .where(sql`work is not null and deleted_at is null`),
    index('shipments_oldest_work')
      .on(table.work, table.workSince)
      .concurrently()
      .where(sql`work is not null and deleted_at is null`),
    index('shipments_not_printed')
      .on(...newestFirst(table), table.status)
      .concurrently()
      .where(sql`printed_at is null and deleted_at is null`),
    index('shipments_without_code')
      .on(...newestFirst(table))
      .concurrently()
      .where(LACKS_CODE),
    index('shipments_to_refund')
      .on(...newestFirst(table))
      .concurrently()
      .where(IS_TO_REFUND),
    // The status at the end finds a user’s few rows of a status.
    index('shipments_by_sender')
      .on(table.senderId, ...newestFirst(table), table.status)
      .where(sql`deleted_at is null`),
    index('shipments_updated_by_sender')
      .on(table.senderId, table.updatedAt)
      .concurrently()
      .where(sql`sender_id is not null and deleted_at is null`),
    index('shipments_by_receiver')
      .on(table.receiverId, ...newestFirst(table), table.status)
      .where(sql`deleted_at is null`),
    // Frequent texts are read by the week, and rare statuses alone (decision 0042).
    index(SHIPMENT_SEARCH_INDEX)
      .using('gin', sql`(${WEEK})`, table.status, sql`${SHIPMENT_SEARCH_TEXT} gin_trgm_ops`)
      .concurrently()
      .where(sql`deleted_at is null`),
    index('shipments_digits_by_week')
      .using('gin', sql`(${WEEK})`, sql`${SHIPMENT_PHONE_DIGITS} gin_trgm_ops`)
      .where(sql`deleted_at is null`),
    index('shipments_by_reference')
      .on(table.senderId, table.reference)
      .concurrently()
      .where(sql`reference <> '' and deleted_at is null`),
    index('shipments_by_sender_name').on(sql`${SENDER_NAME_TEXT} text_pattern_ops`).where(sql`deleted_at is null`),
    index(RECEIVER_NAME_INDEX)
      .on(sql`${RECEIVER_NAME_TEXT} text_pattern_ops`)
      .concurrently()
      .where(sql`deleted_at is null`),
    index('shipments_unlinked_sender').on(table.senderEmail).where(sql`sender_id is null and deleted_at is null`),
    index('shipments_unlinked_receiver').on(table.receiverEmail).where(sql`receiver_id is null and deleted_at is null`),
    index('shipments_by_door').on(doorOf()).concurrently().where(isOnTheWay()),
    index('shipments_by_fee').on(table.feeTransactionId).concurrently().where(sql`fee_transaction_id is not null`),
    check('shipments_status', isOneOf('status', SHIPMENT_STATUSES)),
    check('shipments_parcels', sql.raw(`parcels between 1 and ${MAX_PARCELS}`)),
    check('shipments_money', sql`value_cents >= 0 and fee_cents >= 0`),
    check('shipments_cod', sql`cod_cents > 0 and cod_fee_cents >= 0`),
  ],
);

/** Slots keep managers from blocking each other. */
export const shipmentCounts = pgTable(
  'shipment_counts',
  {
    ownerId: uuid().notNull(),
    relation: text({ enum: ['all', 'day', 'sender', 'receiver', 'either', ...SHIPMENT_WORK] }).notNull(),
    status: text({ enum: SHIPMENT_STATUSES }).notNull(),
    slot: smallint().notNull(),
    day: date({ mode: 'string' }).notNull().default('-infinity'),
    count: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.ownerId, table.relation, table.status, table.slot, table.day] })],
);
