import { asc, eq, isNull, or, sql } from 'drizzle-orm';
import { pick } from '../../../src/domain/pick.ts';
import type { Rate } from '../../../src/domain/shops/rate.ts';
import type { Executor, Transaction } from '../../base/database/client.ts';
import { rates } from '../../base/database/tables/shops/rates.ts';
import { users } from '../../base/database/tables/users.ts';
import { insertRow } from '../../base/sql/rows.ts';
import { hasRole } from '../../people/store/users.ts';

export type RateRow = Omit<Rate, 'fee' | 'returnFee' | 'codFee'> & {
  feeCents: bigint;
  returnFeeCents: bigint | null;
  codFeeCents: bigint | null;
};

const columns = {
  ...pick(rates, 'id', 'userId', 'maxGrams', 'country', 'postcode', 'feeCents', 'returnFeeCents', 'codFeeCents'),
};

export function listRatesFor(executor: Executor, userId: string): Promise<RateRow[]> {
  return executor
    .select(columns)
    .from(rates)
    .where(or(eq(rates.userId, userId), isNull(rates.userId)));
}

/** Lists the brand’s rates, or a customer’s own, by zone and weight. */
export function listRates(executor: Executor, userId: string | null): Promise<RateRow[]> {
  return executor
    .select(columns)
    .from(rates)
    .where(userId === null ? isNull(rates.userId) : eq(rates.userId, userId))
    .orderBy(sql`${rates.country} asc nulls first`, asc(rates.postcode), asc(rates.maxGrams));
}

export const countRates = (executor: Executor, userId: string | null): Promise<number> =>
  executor.$count(rates, userId === null ? isNull(rates.userId) : eq(rates.userId, userId));

export async function listShops(
  executor: Executor,
): Promise<{ id: string; firstName: string; lastName: string; email: string; rates: number }[]> {
  return executor
    .select({
      ...pick(users, 'id', 'firstName', 'lastName', 'email'),
      rates: sql<number>`(select count(*)::int from rates r where r.user_id = users.id)`,
    })
    .from(users)
    .where(sql`${users.roles} <> '{}' and ${hasRole('shipper')} and ${isNull(users.deletedAt)}`)
    .orderBy(users.firstName, users.lastName, users.email)
    .limit(MAX_SHOPS);
}

/** More are found by their page. */
const MAX_SHOPS = 200;

/** @throws if the same zone and weight have one. */
export async function insertRate(tx: Transaction, rate: typeof rates.$inferInsert): Promise<string> {
  return (await insertRow(tx, rates, rate)).id;
}

export async function lockRate(tx: Transaction, id: string): Promise<RateRow | null> {
  const [row] = await tx.select(columns).from(rates).where(eq(rates.id, id)).for('update');
  return row ?? null;
}

/** @throws if the same zone and weight have another. */
export async function updateRate(tx: Transaction, { id, ...rate }: RateRow): Promise<void> {
  await tx.update(rates).set(rate).where(eq(rates.id, id));
}

export async function deleteRate(tx: Transaction, id: string): Promise<void> {
  await tx.delete(rates).where(eq(rates.id, id));
}
