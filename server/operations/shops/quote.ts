import { fromCents } from '../../../src/domain/money.ts';
import type { GetQuote, Quote } from '../../../src/domain/shop/own-shipment.ts';
import { findRate } from '../../../src/domain/shop/rate.ts';
import type { Services } from '../../context/context.ts';
import type { Executor } from '../../database/client.ts';
import { findBalance } from '../../stores/money/ledger.ts';
import { listRatesFor } from '../../stores/shops/rates.ts';
import { countryNamed } from './country-named.ts';

/** Returns the fee of a customer’s parcels, in cents; null if no rate fits. The country is normalised. */
export async function feeOf(
  executor: Executor,
  userId: string,
  { parcels, ...parcel }: GetQuote,
): Promise<bigint | null> {
  const rate = findRate(await listRatesFor(executor, userId, parcel), parcel);
  return rate && rate.feeCents * BigInt(parcels);
}

/**
 * Says what a shipment would cost (shipper.getQuote).
 * @throws Field error at `country`
 */
export async function getQuote(
  { db, environment }: Pick<Services, 'db' | 'environment'>,
  userId: string,
  input: GetQuote,
): Promise<Quote> {
  const country = countryNamed(environment, input.country);
  const fee = await feeOf(db, userId, { ...input, country });
  const { totalCents, heldCents } = await findBalance(db, userId);
  return {
    fee: fee === null ? null : fromCents(fee),
    ...(environment.PREPAID_SHIPPING && { available: fromCents(totalCents - heldCents) }),
  };
}
