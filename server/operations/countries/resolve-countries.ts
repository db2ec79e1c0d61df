import type { Environment } from '../../config/env.ts';
import { fieldError } from '../../errors/errors.ts';
import { findCountryName } from './countries.ts';

export const UNKNOWN_COUNTRY_MESSAGE = 'Choose a country from the list.';

const FIELDS = ['nationality', 'senderCountry', 'receiverCountry'] as const;
type CountryField = (typeof FIELDS)[number];

export type ResolvedCountries = {
  /** The common name of each country that was found. */
  named: Partial<Record<CountryField, string>>;
  /** The fields that name no known country. */
  unknown: CountryField[];
};

/**
 * Resolves the countries of an input. Fields that are empty or unchanged since `before` are
 * ignored; so are all fields if the app uses another service's list, which we cannot check against.
 */
export function resolveCountries(
  { COUNTRIES_URL }: Pick<Environment, 'COUNTRIES_URL'>,
  input: Partial<Record<CountryField, string>>,
  before: Partial<Record<CountryField, string>> = {},
): ResolvedCountries {
  const resolved: ResolvedCountries = { named: {}, unknown: [] };
  for (const field of COUNTRIES_URL ? [] : FIELDS) {
    const text = input[field];
    if (!text || text === before[field]) continue;
    const name = findCountryName(text);
    if (name === null) resolved.unknown.push(field);
    else resolved.named[field] = name;
  }
  return resolved;
}

/**
 * Replaces the countries of an input by their common names.
 * @throws A field error for a country that is not in the list.
 */
export function normalizeCountries<Input extends Partial<Record<CountryField, string>>>(
  environment: Pick<Environment, 'COUNTRIES_URL'>,
  input: Input,
  before?: Partial<Record<CountryField, string>>,
): Input {
  const { named, unknown } = resolveCountries(environment, input, before);
  if (unknown[0]) throw fieldError(unknown[0], UNKNOWN_COUNTRY_MESSAGE);
  return { ...input, ...named };
}
