import type { Environment } from '../../config/env.ts';
import { fieldRefusal } from '../../errors/errors.ts';
import { readCountry } from './countries.ts';

export const NO_COUNTRY = 'Choose a country from the list.';

const FIELDS = ['nationality', 'senderCountry', 'receiverCountry'] as const;
type CountryField = (typeof FIELDS)[number];

export type ReadCountries = {
  /** The common name of each country that was found. */
  named: Partial<Record<CountryField, string>>;
  /** The fields that name no known country. */
  unknown: CountryField[];
};

/**
 * Resolves the countries of an input. Fields that are empty or unchanged since `before` are
 * ignored; so are all fields if the app uses another service's list, which we cannot check against.
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

/**
 * Replaces the countries of an input by their common names.
 * @throws A field error for a country that is not in the list.
 */
export function withCountries<Input extends Partial<Record<CountryField, string>>>(
  environment: Pick<Environment, 'COUNTRIES_URL'>,
  input: Input,
  before?: Partial<Record<CountryField, string>>,
): Input {
  const { named, unknown } = readCountries(environment, input, before);
  if (unknown[0]) throw fieldRefusal(unknown[0], NO_COUNTRY);
  return { ...input, ...named };
}
