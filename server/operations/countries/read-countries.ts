import type { Environment } from '../../config/env.ts';
import { fieldRefusal } from '../../errors/errors.ts';
import { readCountry } from './countries.ts';

export const NO_COUNTRY = 'Choose a country from the list.';

const FIELDS = ['nationality', 'senderCountry', 'receiverCountry'] as const;
type CountryField = (typeof FIELDS)[number];

export type ReadCountries = {
  /** Each country by its name in the list, whichever of its names was given. */
  named: Partial<Record<CountryField, string>>;
  /** The fields that name no country of the list. */
  unknown: CountryField[];
};

/**
 * Reads the countries of an input. A field that is empty, or stays as it was `before`, is left alone; so are all of them where
 * the app has another service's list, which is not ours to judge by.
 */
export function readCountries(
  { COUNTRIES_URL }: Pick<Environment, 'COUNTRIES_URL'>,
  input: Partial<Record<CountryField, string>>,
  before: Partial<Record<CountryField, string>> = {},
): ReadCountries {
  const read: ReadCountries = { named: {}, unknown: [] };
  for (const field of COUNTRIES_URL ? [] : FIELDS) {
    const text = input[field];
    if (!text || text === before[field]) continue;
    const name = readCountry(text);
    if (name === null) read.unknown.push(field);
    else read.named[field] = name;
  }
  return read;
}

/** The input with its countries by their names in the list. Throws a refusal at the field of one that the list does not have. */
export function withCountries<Input extends Partial<Record<CountryField, string>>>(
  environment: Pick<Environment, 'COUNTRIES_URL'>,
  input: Input,
  before?: Partial<Record<CountryField, string>>,
): Input {
  const { named, unknown } = readCountries(environment, input, before);
  if (unknown[0]) throw fieldRefusal(unknown[0], NO_COUNTRY);
  return { ...input, ...named };
}
