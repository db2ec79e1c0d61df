import type { FastifyInstance } from 'fastify';
import countries from 'i18n-iso-countries/index.js';
import english from 'i18n-iso-countries/langs/en.json' with { type: 'json' };
import type { Country } from '../../../src/domain/country.ts';
import { paths } from '../../../src/domain/paths.ts';

countries.registerLocale(english);
const regions = new Intl.DisplayNames('en', { type: 'region' });

/** Where the name that people use is neither the official one nor the one of Unicode. */
const OWN_NAMES: Record<string, string> = {
  CD: 'Congo (Democratic Republic)',
  CG: 'Congo (Republic)',
  CI: "Côte d'Ivoire",
  HK: 'Hong Kong',
  MM: 'Myanmar',
  MO: 'Macao',
  PS: 'Palestine',
};

/** The name of a country as people say it: China, Iran, Saint Lucia. */
const everydayName = (alpha2: string): string =>
  OWN_NAMES[alpha2] ?? (regions.of(alpha2) ?? alpha2).replaceAll(' & ', ' and ').replace(/^St\. /, 'Saint ');

const list: readonly Country[] = Object.entries(countries.getAlpha2Codes())
  .map(([alpha2, alpha3Code]) => ({ name: everydayName(alpha2), alpha3Code }))
  .sort((one, other) => one.name.localeCompare(other.name, 'en'));

/** Every country of ISO 3166-1 by its everyday English name, sorted by name. */
export const listCountries = (): readonly Country[] => list;

/** Letters alone: however the name is written, with or without accents, capitals, commas and 'the'. */
const key = (name: string) =>
  name
    .normalize('NFD')
    .replaceAll('&', ' and ')
    .replace(/\bthe\b/gi, '')
    .replace(/[^\p{L}]/gu, '')
    .toLowerCase();

const byName = new Map<string, string | null>();
for (const [alpha2, alpha3] of Object.entries(countries.getAlpha2Codes())) {
  const official = countries.getName(alpha2, 'en', { select: 'all' }) ?? [];
  const name = everydayName(alpha2);
  // Two countries are called Congo: that alone names neither.
  for (const known of new Set([name, regions.of(alpha2) ?? name, ...official, alpha2, alpha3].map(key)))
    byName.set(known, byName.has(known) ? null : name);
}

/** Longer than any name; what is tried on a text takes time with its length. */
const MAXIMUM_NAME = 100;

/** The everyday name of the country that a text names, by any of its names or codes; null where it names none. */
export function readCountry(text: string): string | null {
  if (text.length > MAXIMUM_NAME) return null;
  // 'Iran, Islamic Republic of' and 'Iran (Islamic Republic of)' are the Islamic Republic of Iran.
  const turned = text.replace(/^(.+?)(?:, *| *\()(.+?)\)? *$/, '$2 $1');
  return byName.get(key(text)) ?? byName.get(key(turned)) ?? null;
}

/** `GET /api/countries`: the list. Whoever keeps it counts its day; a cache on the way must not add another. */
export function serveCountries(app: FastifyInstance): void {
  const body = JSON.stringify(list);
  app.get(paths.countries, async (_request, reply) =>
    reply.header('cache-control', 'no-cache').type('application/json; charset=utf-8').send(body),
  );
}
