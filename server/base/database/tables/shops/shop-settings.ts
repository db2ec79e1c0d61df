import { sql } from 'drizzle-orm';
import { check, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { CODE_RULES } from '../../../../../src/domain/delivery.ts';
import type { ReturnRules } from '../../../../../src/domain/returns.ts';
import type { RememberedMapping } from '../../../../../src/domain/shops/shipment-mapping.ts';
import type { StatementRule } from '../../../../../src/domain/statements/periods.ts';
import { belongsTo, cents } from '../columns.ts';
import { users } from '../users.ts';

/** How a shop sends, and how it or a manager reads files. Empty texts: as in the profile. */
export const shopSettings = pgTable(
  'shop_settings',
  {
    userId: belongsTo(() => users.id).primaryKey(),
    senderName: text().notNull().default(''),
    senderPhone: text().notNull().default(''),
    senderCountry: text().notNull().default(''),
    /** A single parcel may say otherwise. */
    handoverCode: text({ enum: CODE_RULES }).notNull().default('off'),
    returns: jsonb().$type<ReturnRules>(),
    /** Null as long as a manager has set none: as for all shops. */
    statements: jsonb().$type<StatementRule>(),
    /** Shown on its statements. */
    taxNumber: text().notNull().default(''),
    mappings: jsonb().$type<RememberedMapping[]>().notNull().default([]),
    codLimitCents: cents(),
  },
  () => [check('shop_settings_cod_limit', sql`cod_limit_cents > 0`)],
);
