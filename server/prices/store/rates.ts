import { asc, eq, isNull, or, sql } from 'drizzle-orm';
import { pick } from '../../../src/domain/pick.ts';
import type { Rate } from '../../../src/domain/shops/rate.ts';
import type { Executor } from '../../base/database/client.ts';
import { rates } from '../../base/database/tables/shops/rates.ts';

export type RateRow = Omit<Rate, 'fee' | 'returnFee' | 'codFee'> & {
  feeCents: bigint;
  returnFeeCents: bigint | null;
  codFeeCents: bigint | null;
};

export const rateColumns = {
  ...pick(rates, 'id', 'userId', 'maxGrams', 'country', 'postcode', 'feeCents', 'returnFeeCents', 'codFeeCents'),
};

export function listRatesFor(executor: Executor, userId: string): Promise<RateRow[]> {
  return executor
    .select(rateColumns)
    .from(rates)
    .where(or(eq(rates.userId, userId), isNull(rates.userId)));
}

/** Lists the brand’s rates, or a customer’s own, by zone and weight. */
export function listRates(executor: Executor, userId: string | null): Promise<RateRow[]> {
  return executor
    .select(rateColumns)
    .from(rates)
    .where(userId === null ? isNull(rates.userId) : eq(rates.userId, userId))
    .orderBy(sql`${rates.country} asc nulls first`, asc(rates.postcode), asc(rates.maxGrams));
}
