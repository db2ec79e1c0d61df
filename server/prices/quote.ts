import { fromCents } from '../../src/domain/money.ts';
import type { GetQuote, Quote } from '../../src/domain/shops/own-shipment.ts';
import { findRate, type Rate } from '../../src/domain/shops/rate.ts';
import type { Executor } from '../base/database/client.ts';
import { takeTurns } from '../base/limits/turns.ts';
import { codFeeOf, extraFeeOf, findCodLimit } from '../cod/cod-terms.ts';
import type { Services } from '../context/context.ts';
import { countryNamed } from '../countries/country-named.ts';
import { findBalance } from '../ledger/store/ledger.ts';
import { listRatesFor, type RateRow } from './store/rates.ts';

/** A return has the zone that its first shipment went to. */
export function returnFeeOf(rates: readonly RateRow[], { parcels, ...parcel }: GetQuote): bigint | null {
  const fee = extraFeeOf(rates, 'returnFeeCents', parcel);
  return fee && fee * BigInt(parcels);
}

export function feeOf(rates: readonly RateRow[], { parcels, ...parcel }: GetQuote): bigint | null {
  const rate = findRate(rates, parcel);
  return rate && rate.feeCents * BigInt(parcels);
}

/** Lists the prices that quotes give a shop (shipper.getPrices): of the heaviest parcel of each rate ever picked. */
export async function getPrices(db: Executor, userId: string): Promise<Rate[]> {
  const rates = await listRatesFor(db, userId);
  const returned = rates.filter(({ returnFeeCents }) => returnFeeCents !== null);
  const hasCod = (await findCodLimit(db, userId)) !== null;
  const pause = takeTurns();
  const prices = new Map<string, Rate>();
  for (const rate of rates.toSorted(byZoneAndWeight)) {
    await pause();
    const { maxGrams, country, postcode } = rate;
    const heaviest = { country: country ?? '', postcode, weightG: maxGrams };
    const picked = findRate(rates, heaviest);
    if (!picked || (picked !== rate && findRate(returned, heaviest) !== rate)) continue;
    const back = returnFeeOf(rates, { ...heaviest, parcels: 1 });
    prices.set(JSON.stringify([country, postcode, maxGrams]), {
      id: rate.id,
      userId: picked.userId,
      maxGrams,
      country,
      postcode,
      fee: fromCents(picked.feeCents),
      returnFee: back === null ? null : fromCents(back),
      codFee: hasCod ? fromCents(codFeeOf(rates, heaviest)) : null,
    });
  }
  return [...prices.values()];
}

const byZoneAndWeight = (one: RateRow, other: RateRow) =>
  (one.country ?? '').localeCompare(other.country ?? '') ||
  one.postcode.localeCompare(other.postcode) ||
  one.maxGrams - other.maxGrams;

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
  const codLimit = await findCodLimit(db, userId);
  return {
    fee: fee === null ? null : fromCents(fee),
    ...(codLimit !== null && {
      codLimit: fromCents(codLimit),
      codFee: fromCents(codFeeOf(rates, { ...input, country })),
    }),
    ...(environment.PREPAID_SHIPPING && { available: fromCents(totalCents - heldCents) }),
  };
}
