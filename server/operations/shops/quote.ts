import { fromCents } from '../../../src/domain/money.ts';
import type { GetQuote, Quote } from '../../../src/domain/shop/own-shipment.ts';
import { findRate } from '../../../src/domain/shop/rate.ts';
import type { Services } from '../../context/context.ts';
import { findBalance } from '../../stores/money/ledger.ts';
import { listRatesFor, type RateRow } from '../../stores/shops/rates.ts';
import { codFeeOf, findCodLimit } from '../cod/cod-terms.ts';
import { countryNamed } from './country-named.ts';

/** A return has the zone that its first shipment went to. */
export const returnFeeOf = (rates: readonly RateRow[], { parcels, ...parcel }: GetQuote): bigint | null => {
  const rate = findRate(
    rates.filter(({ returnFeeCents }) => returnFeeCents !== null),
    parcel,
  );
  return rate?.returnFeeCents == null ? null : rate.returnFeeCents * BigInt(parcels);
};

export function feeOf(rates: readonly RateRow[], { parcels, ...parcel }: GetQuote): bigint | null {
  const rate = findRate(rates, parcel);
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
  const rates = await listRatesFor(db, userId);
  const fee = feeOf(rates, { ...input, country });
  const { totalCents, heldCents } = await findBalance(db, userId);
  return {
    fee: fee === null ? null : fromCents(fee),
    ...((await findCodLimit(db, userId)) !== null && {
      codFee: fromCents(
        codFeeOf(rates, { weightG: input.weightG, weight: '', receiverCountry: country, address: input }),
      ),
    }),
    ...(environment.PREPAID_SHIPPING && { available: fromCents(totalCents - heldCents) }),
  };
}
