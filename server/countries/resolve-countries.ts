import type { Environment } from '../base/config/env.ts';
import { fieldError } from '../base/errors/errors.ts';
import { findCountryName } from './countries.ts';

export const UNKNOWN_COUNTRY_MESSAGE = 'Choose a country from the list.';

const FIELDS = ['nationality', 'senderCountry', 'receiverCountry'] as const;
type CountryField = (typeof FIELDS)[number];

export type ResolvedCountries = {
  named: Partial<Record<CountryField, string>>;
  unknown: CountryField[];
};

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

/** @throws Field error */
export function normalizeCountries<Input extends Partial<Record<CountryField, string>>>(
  environment: Pick<Environment, 'COUNTRIES_URL'>,
  input: Input,
  before?: Partial<Record<CountryField, string>>,
): Input {
  const { named, unknown } = resolveCountries(environment, input, before);
  if (unknown[0]) throw fieldError(unknown[0], UNKNOWN_COUNTRY_MESSAGE);
  return { ...input, ...named };
}
