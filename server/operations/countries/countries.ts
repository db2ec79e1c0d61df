import type { FastifyInstance } from 'fastify';
import countries from 'i18n-iso-countries/index.js';
import english from 'i18n-iso-countries/langs/en.json' with { type: 'json' };
import type { Country } from '../../../src/domain/country.ts';
import { paths } from '../../../src/domain/paths.ts';

countries.registerLocale(english);
const regions = new Intl.DisplayNames('en', { type: 'region' });

/** Common names that differ from both the official one and Unicode's. */
const OWN_NAMES: Record<string, string> = {
  CD: 'Congo (Democratic Republic)',
  CG: 'Congo (Republic)',
  CI: "Côte d'Ivoire",
  HK: 'Hong Kong',
  MM: 'Myanmar',
  MO: 'Macao',
  PS: 'Palestine',
};

/** The common name of a country, such as China, Iran or Saint Lucia. */
const everydayName = (alpha2: string): string =>
  OWN_NAMES[alpha2] ?? (regions.of(alpha2) ?? alpha2).replaceAll(' & ', ' and ').replace(/^St\. /, 'Saint ');

const list: readonly Country[] = Object.entries(countries.getAlpha2Codes())
  .map(([alpha2, alpha3Code]) => ({ name: everydayName(alpha2), alpha3Code }))
  .sort((one, other) => one.name.localeCompare(other.name, 'en'));

/** Every country of ISO 3166-1 by its common English name, sorted by name. */
export const listCountries = (): readonly Country[] => list;

/** Reduces a name to its letters, ignoring accents, case, punctuation and 'the'. */
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
  // Two countries are called Congo, so the name alone is ambiguous.
  for (const known of new Set([name, regions.of(alpha2) ?? name, ...official, alpha2, alpha3].map(key)))
    byName.set(known, byName.has(known) ? null : name);
}

/** Longer than any name, so that long texts cost little time. */
const MAXIMUM_NAME = 100;

/**
 * The common name of the country that a text names, by any of its names or codes; null if there is
 * none.
 */
export function readCountry(text: string): string | null {
  if (text.length > MAXIMUM_NAME) return null;
  // 'Iran, Islamic Republic of' and 'Iran (Islamic Republic of)' both mean Islamic Republic of
  // Iran.
  const turned = text.replace(/^(.+?)(?:, *| *\()(.+?)\)? *$/, '$2 $1');
  return byName.get(key(text)) ?? byName.get(key(turned)) ?? null;
}

/** `GET /api/countries`: the list. Clients cache it for a day; a proxy must not add another. */
export function serveCountries(app: FastifyInstance): void {
  const body = JSON.stringify(list);
  app.get(paths.countries, async (_request, reply) =>
    reply.header('cache-control', 'no-cache').type('application/json; charset=utf-8').send(body),
  );
}
