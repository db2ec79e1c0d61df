/** What brands charge shops for a parcel. */
import * as v from 'valibot';
import { amountOf, IdSchema, optionalText, strictInput } from '../field-schemas.ts';
import { PARCEL_ENTRIES } from './parcel-size.ts';

/**
 * A zone is a country, or its postcodes that begin like this; without a country it is everywhere.
 */
const zoneEntries = {
  country: v.optional(v.nullable(optionalText('Country', 60)), null),
  postcode: v.optional(optionalText('Postcode', 12), ''),
};

/** Each quote reads them all. */
export const MAX_RATES = 1_000;

/** It is the brand’s without a user; with an id, that rate changes. */
export const SaveRateSchema = v.pipe(
  strictInput({
    id: v.optional(IdSchema),
    userId: v.optional(v.nullable(IdSchema), null),
    maxGrams: PARCEL_ENTRIES.weightG,
    ...zoneEntries,
    fee: amountOf('Fee', 0),
    returnFee: v.optional(v.nullable(amountOf('Return fee', 0))),
    codFee: v.optional(v.nullable(amountOf('COD fee', 0))),
  }),
  v.forward(
    v.check(({ country, postcode }) => postcode === '' || Boolean(country), 'Choose the country of these postcodes.'),
    ['country'],
  ),
);
export type SaveRate = v.InferOutput<typeof SaveRateSchema>;
export type SaveRateInput = v.InferInput<typeof SaveRateSchema>;

export const RateSchema = v.object({
  id: v.string(),
  userId: v.nullable(v.string()),
  maxGrams: v.number(),
  country: v.nullable(v.string()),
  postcode: v.string(),
  fee: v.number(),
  /** Null: nothing goes back from there. */
  returnFee: v.optional(v.nullable(v.number())),
  /** For cash on delivery; null for nothing. */
  codFee: v.optional(v.nullable(v.number())),
});
export type Rate = v.InferOutput<typeof RateSchema>;

const plain = (postcode: string) => postcode.toUpperCase().replace(/[\s-]/g, '');

export interface Parcel {
  country: string;
  postcode: string;
  weightG: number;
}

type Match = Pick<Rate, 'userId' | 'maxGrams' | 'country' | 'postcode'>;

/**
 * A customer’s own rate comes before the brand’s, then the smallest zone, then the lowest limit of
 * weight.
 */
export function findRate<Row extends Match>(rates: readonly Row[], parcel: Parcel): Row | null {
  const fitting = rates.filter(
    ({ maxGrams, country, postcode }) =>
      parcel.weightG <= maxGrams &&
      (country === null || country === parcel.country) &&
      plain(parcel.postcode).startsWith(plain(postcode)),
  );
  const [best = null] = fitting.toSorted(
    (one, other) =>
      Number(one.userId === null) - Number(other.userId === null) ||
      narrowness(other) - narrowness(one) ||
      one.maxGrams - other.maxGrams,
  );
  return best;
}

const narrowness = ({ country, postcode }: Match) => (country === null ? 0 : 1 + plain(postcode).length);

/** A zone in words: `Sweden, postcodes 41…`. */
export const formatZone = ({ country, postcode }: Pick<Rate, 'country' | 'postcode'>): string =>
  country === null ? 'Everywhere' : postcode === '' ? country : `${country}, postcodes ${postcode}…`;

/** rateAdmin.list. Without a user, the brand’s. */
export const ListRatesSchema = strictInput({ userId: v.nullable(IdSchema) });

/** `rates` counts those that only it has. */
export const ShopSchema = v.object({ id: v.string(), name: v.string(), email: v.string(), rates: v.number() });
export type Shop = v.InferOutput<typeof ShopSchema>;
