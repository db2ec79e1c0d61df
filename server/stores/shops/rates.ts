import { and, asc, eq, gte, isNull, or, sql } from 'drizzle-orm';
import type { Parcel, Rate } from '../../../src/domain/shop/rate.ts';
import type { Executor } from '../../database/client.ts';
import { rates } from '../../database/tables/shops/rates.ts';

export type RateRow = Omit<Rate, 'fee'> & { feeCents: bigint };

const columns = {
  id: rates.id,
  userId: rates.userId,
  maxGrams: rates.maxGrams,
  country: rates.country,
  postcode: rates.postcode,
  feeCents: rates.feeCents,
};

/** Lists the rates that a customer’s parcel may have: their own, and the brand’s. */
export function listRatesFor(
  executor: Executor,
  userId: string,
  { country, weightG }: Omit<Parcel, 'postcode'>,
): Promise<RateRow[]> {
  return executor
    .select(columns)
    .from(rates)
    .where(
      and(
        or(eq(rates.userId, userId), isNull(rates.userId)),
        or(eq(rates.country, country), isNull(rates.country)),
        gte(rates.maxGrams, weightG),
      ),
    );
}

/** Lists the brand’s rates, or a customer’s own. */
export function listRates(executor: Executor, userId: string | null): Promise<RateRow[]> {
  return executor
    .select(columns)
    .from(rates)
    .where(userId === null ? isNull(rates.userId) : eq(rates.userId, userId))
    .orderBy(sql`${rates.country} asc nulls first`, asc(rates.postcode), asc(rates.maxGrams));
}

/** Adds a rate. @throws if the same zone and weight have one. */
export async function insertRate(executor: Executor, rate: Omit<RateRow, 'id'>): Promise<string> {
  const [row] = await executor.insert(rates).values(rate).returning({ id: rates.id });
  if (!row) throw new Error('A rate was not inserted');
  return row.id;
}
