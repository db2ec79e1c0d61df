import type { Environment } from '../base/config/env.ts';
import { fieldError } from '../base/errors/errors.ts';
import { resolveCountries, UNKNOWN_COUNTRY_MESSAGE } from './resolve-countries.ts';

/** @throws Field error at `country` */
export function countryNamed(environment: Pick<Environment, 'COUNTRIES_URL'>, country: string): string {
  const { named, unknown } = resolveCountries(environment, { receiverCountry: country });
  if (unknown.length > 0) throw fieldError('country', UNKNOWN_COUNTRY_MESSAGE);
  return named.receiverCountry ?? country;
}
