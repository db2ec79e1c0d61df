import type { FastifyInstance } from 'fastify';
import countries from 'i18n-iso-countries/index.js';
import english from 'i18n-iso-countries/langs/en.json' with { type: 'json' };
import { COUNTRIES_LIFE, type Country } from '../src/domain/country.ts';
import { paths } from '../src/domain/paths.ts';

/** Every country of ISO 3166-1 by its English name, sorted by name. */
export function listCountries(): Country[] {
  countries.registerLocale(english);
  return Object.entries(countries.getNames('en', { select: 'official' }))
    .map(([alpha2, name]) => ({ name, alpha3Code: countries.alpha2ToAlpha3(alpha2) ?? '' }))
    .filter(({ alpha3Code }) => alpha3Code !== '')
    .sort((one, other) => one.name.localeCompare(other.name, 'en'));
}

/** `GET /api/countries`: the list, the same for a day. */
export function serveCountries(app: FastifyInstance): void {
  const body = JSON.stringify(listCountries());
  app.get(paths.countries, async (_request, reply) =>
    reply
      .header('cache-control', `public, max-age=${COUNTRIES_LIFE / 1000}`)
      .type('application/json; charset=utf-8')
      .send(body),
  );
}
