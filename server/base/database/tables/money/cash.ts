import { sql } from 'drizzle-orm';
import { type AnyPgColumn, check, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { COLLECTED_METHODS } from '../../../../../src/domain/cod.ts';
import { belongsTo, cents, createdAt, id, isOneOf } from '../columns.ts';
import { courierFacts, runs } from '../runs.ts';
import { shipments } from '../shipments.ts';
import { transactions } from '../transactions.ts';
import { users } from '../users.ts';

/** Append-only: the desk's counts of a run; a late report leaves something to count again. */
export const cashCounts = pgTable(
  'cash_counts',
  {
    id: id(),
    runId: belongsTo(() => runs.id),
    expectedCashCents: cents().notNull(),
    expectedCardCents: cents().notNull(),
    countedCashCents: cents().notNull(),
    countedCardCents: cents().notNull(),
    /** Explains the difference. */
    reason: text().notNull().default(''),
    countedBy: belongsTo(() => users.id),
    createdAt: createdAt(),
  },
  (table) => [index('cash_counts_of_run').on(table.runId)],
);

/**
 * The purse follows the visits (`countedPayments`). A trigger keeps it append-only, but for its
 * count and fee, which are set once: a corrected payment is reversed by another row.
 */
export const codPayments = pgTable(
  'cod_payments',
  {
    id: id(),
    factId: belongsTo(() => courierFacts.id),
    shipmentId: belongsTo(() => shipments.id),
    runId: belongsTo(() => runs.id),
    method: text({ enum: COLLECTED_METHODS }).notNull(),
    /** Below zero: it reverses another. */
    amountCents: cents().notNull(),
    /** Coins couldn’t pay this, or it was paid above the amount. */
    roundingCents: cents().notNull().default(sql`0`),
    reverses: uuid().references((): AnyPgColumn => codPayments.id),
    /** The sender's credit for it, pending until it's counted; null if the sender has no account. */
    depositId: uuid().references(() => transactions.id),
    countId: uuid().references(() => cashCounts.id),
    feeId: uuid().references(() => transactions.id),
    createdAt: createdAt(),
  },
  (table) => [
    index('cod_payments_of_shipment').on(table.shipmentId),
    index('cod_payments_of_run').on(table.runId),
    index('cod_payments_to_count').on(table.runId).where(sql`count_id is null`),
    index('cod_payments_of_deposit').on(table.depositId),
    uniqueIndex('cod_payments_reversed_once').on(table.reverses),
    check('cod_payments_method', isOneOf('method', COLLECTED_METHODS)),
    check('cod_payments_amount', sql`amount_cents <> 0 and (amount_cents < 0) = (reverses is not null)`),
  ],
);
