import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import type { CourierLimits } from '../../../../src/domain/courier-limits.ts';
import { CSV_STYLES } from '../../../../src/domain/csv.ts';
import { DIGESTS } from '../../../../src/domain/digest.ts';
import { EMAIL_CHANGE_STATES, EXPORT_STATES } from '../../../../src/domain/own-account.ts';
import { ROLES } from '../../../../src/domain/roles.ts';
import type { SaveFilter } from '../../../../src/domain/saved-filter.ts';
import { SHIPMENT_STATUSES } from '../../../../src/domain/shipment-status.ts';
import { belongsTo, bytea, createdAt, digitsOf, id, isOneOf, newestFirst, timestamptz } from './columns.ts';

/** The index repeats it. */
export const USER_SEARCH_TEXT = sql.raw(`searchable(E'\\n ' || first_name || ' ' || last_name || E'\\n ' || email)`);

/** Null without a phone. */
export const USER_PHONE_DIGITS = sql.raw(`(${digitsOf('phone')})`);

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
    /** What they need at every door. */
    doorNote: text().notNull().default(''),
    csvStyle: text({ enum: CSV_STYLES }).notNull().default('comma'),
    /** How often a shop hears what it need not act on. */
    digest: text({ enum: DIGESTS }).notNull().default('hour'),
    passwordHash: text(),
    passwordChangedAt: timestamptz(),
    verified: boolean().notNull().default(false),
    roles: text({ enum: ROLES }).array().notNull().default([]),
    deactivatedRoles: text({ enum: ROLES }).array(),
    /** Servers of 0.1.0 use these two, which a trigger keeps like `roles`. */
    manager: boolean().notNull().default(false),
    courier: boolean().notNull().default(false),
    courierLimits: jsonb().$type<CourierLimits>(),
    /** Accounts of before this column have. */
    hasSignedIn: boolean().notNull().default(true),
    /** The account can be kept through this day (UTC). */
    eraseOn: date({ mode: 'string' }),
    createdAt: createdAt(),
    deletedAt: timestamptz(),
    /** Someone who knows the address can find the history (decision 0025). */
    erasedEmailHash: bytea(),
  },
  (table) => [
    uniqueIndex('users_email').on(table.email).where(sql`deleted_at is null`),
    index('users_newest')
      .on(...newestFirst(table))
      .where(sql`deleted_at is null`),
    index('users_spellings').using('gin', sql`${USER_SEARCH_TEXT} gin_trgm_ops`).where(sql`deleted_at is null`),
    index('users_digits').using('gin', sql`${USER_PHONE_DIGITS} gin_trgm_ops`).where(sql`deleted_at is null`),
    index('users_unverified')
      .on(table.createdAt, table.id)
      .concurrently()
      .where(sql`not verified and deleted_at is null`),
    index('users_with_roles').on(table.id).concurrently().where(sql`roles <> '{}' and deleted_at is null`),
    index('users_to_erase').on(table.eraseOn).concurrently().where(sql`erase_on is not null and deleted_at is null`),
    index('users_erased_email').on(table.erasedEmailHash).where(sql`erased_email_hash is not null`),
    check('users_email_lower', sql`email = lower(email)`),
    check('users_csv_style', isOneOf('csv_style', CSV_STYLES)),
    check('users_digest', isOneOf('digest', DIGESTS)),
    check('users_known_roles', sql.raw(`roles <@ array[${ROLES.map((role) => `'${role}'`).join(', ')}]`)),
  ],
);

/** A user who has no row gets every notification by both. */
export const notificationPreferences = pgTable('notification_preferences', {
  userId: belongsTo(() => users.id).primaryKey(),
  mail: text({ enum: SHIPMENT_STATUSES }).array().notNull(),
  push: text({ enum: SHIPMENT_STATUSES }).array().notNull(),
});

export const savedFilters = pgTable(
  'saved_filters',
  {
    id: id(),
    userId: belongsTo(() => users.id),
    name: text().notNull(),
    filter: jsonb().$type<SaveFilter['filter']>().notNull(),
  },
  (table) => [index('saved_filters_of_user').on(table.userId)],
);

interface ShipmentSide {
  id: string;
  side: 'senderId' | 'receiverId';
}

/** Kept while the account exists: a link to the former address may undo one. */
export const emailChanges = pgTable(
  'email_changes',
  {
    id: id(),
    userId: belongsTo(() => users.id),
    fromEmail: text().notNull(),
    toEmail: text().notNull(),
    state: text({ enum: EMAIL_CHANGE_STATES }).notNull().default('pending'),
    /** `moved` sides got the new address; `linked` ones had it and got the account. */
    moved: jsonb().$type<ShipmentSide[]>().notNull().default([]),
    linked: jsonb().$type<ShipmentSide[]>().notNull().default([]),
    /** Some shipments do not have the new address yet. */
    isMoving: boolean().notNull().default(false),
    createdAt: createdAt(),
    confirmedAt: timestamptz(),
  },
  (table) => [
    index('email_changes_of_user').on(table.userId),
    uniqueIndex('email_changes_one_pending').on(table.userId).where(sql`state = 'pending'`),
    index('email_changes_from').on(table.fromEmail).where(sql`state = 'confirmed'`),
    check('email_changes_state', isOneOf('state', EMAIL_CHANGE_STATES)),
  ],
);

/** A person has one at a time, for a day. */
export const dataExports = pgTable(
  'data_exports',
  {
    id: id(),
    userId: belongsTo(() => users.id).unique(),
    state: text({ enum: EXPORT_STATES }).notNull().default('waiting'),
    size: integer(),
    requestId: text().notNull(),
    createdAt: createdAt(),
    readyAt: timestamptz(),
  },
  () => [check('data_exports_state', isOneOf('state', EXPORT_STATES))],
);

export const dataExportParts = pgTable(
  'data_export_parts',
  {
    exportId: belongsTo(() => dataExports.id, { onDelete: 'cascade' }),
    number: integer().notNull(),
    bytes: bytea().notNull(),
  },
  (table) => [primaryKey({ columns: [table.exportId, table.number] })],
);
