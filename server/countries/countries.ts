import type { FastifyInstance } from 'fastify';
import countries from 'i18n-iso-countries/index.js';
import english from 'i18n-iso-countries/langs/en.json' with { type: 'json' };
import type { Country } from '../../src/domain/country.ts';
import { paths } from '../../src/domain/paths.ts';

countries.registerLocale(english);
const regions = new Intl.DisplayNames('en', { type: 'region' });

const NAME_OVERRIDES: Record<string, string> = {
  CD: 'Congo (Democratic Republic)',
  CG: 'Congo (Republic)',
  CI: "Côte d'Ivoire",
  HK: 'Hong Kong',
  MM: 'Myanmar',
  MO: 'Macao',
  PS: 'Palestine',
};

const commonName = (alpha2: string): string =>
  NAME_OVERRIDES[alpha2] ?? (regions.of(alpha2) ?? alpha2).replaceAll(' & ', ' and ').replace(/^St\. /, 'Saint ');

const list: readonly Country[] = Object.entries(countries.getAlpha2Codes())
  .map(([alpha2, alpha3Code]) => ({ name: commonName(alpha2), alpha3Code }))
  .sort((one, other) => one.name.localeCompare(other.name, 'en'));

export const listCountries = (): readonly Country[] => list;

const normalizeName = (name: string) =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll('&', ' and ')
    .replace(/\bst\b/g, 'saint')
    .replace(/\b(?:of|the)\b/g, '')
    .replace(/[^\p{L}]/gu, '');

const MORE_NAMES: Record<string, readonly string[]> = {
  AE: ['Emirates'],
  AG: ['Antigua'],
  AR: ['Argentine Republic'],
  BA: ['Bosnia'],
  CD: ['DRC', 'DR Congo', 'Zaire'],
  CH: ['Swiss Confederation'],
  CN: ['PRC', 'PR China', 'Mainland China'],
  CV: ['Cabo Verde'],
  FK: ['Falklands'],
  FO: ['Faroes', 'Faeroe Islands'],
  FR: ['French Republic'],
  GA: ['Gabonese Republic'],
  GB: [
    'Britain',
    'Great Britain and Northern Ireland',
    'England',
    'Scotland',
    'Wales',
    'Northern Ireland',
    'N. Ireland',
  ],
  GR: ['Hellenic Republic', 'Hellas'],
  HK: ['Hong Kong SAR', 'Hong Kong, China'],
  IT: ['Italian Republic'],
  KG: ['Kyrgyz Republic'],
  KN: ['Saint Christopher and Nevis', 'Saint Kitts'],
  KP: ["Democratic People's Republic of Korea", 'DPRK', 'N. Korea'],
  KR: ['ROK', 'S. Korea'],
  LA: ['Lao PDR'],
  LB: ['Lebanese Republic'],
  MK: ['Macedonia', 'FYROM', 'Former Yugoslav Republic of Macedonia'],
  MM: ['Burma'],
  MO: ['Macau', 'Macao SAR', 'Macau SAR', 'Macao, China'],
  MX: ['United Mexican States'],
  NL: ['Holland'],
  PS: ['West Bank and Gaza'],
  PT: ['Portuguese Republic'],
  SA: ['KSA'],
  SK: ['Slovak Republic'],
  ST: ['São Tomé'],
  SZ: ['Swaziland'],
  TG: ['Togolese Republic'],
  TL: ['East Timor'],
  TN: ['Tunisian Republic'],
  TT: ['Trinidad'],
  TW: ['Taiwan, ROC', 'Taiwan, China'],
  US: ['America'],
  VA: ['Vatican', 'Vatican City State', 'Holy See'],
  VC: ['Saint Vincent'],
  VI: ['United States Virgin Islands'],
  ZA: ['RSA'],
};

class CountryNames extends Map<string, string | null> {
  add(names: Iterable<string>, country: string): void {
    for (const name of new Set(Array.from(names, normalizeName))) {
      const known = this.get(name);
      this.set(name, known === undefined || known === country ? country : null);
    }
  }
}

const codes = Object.entries(countries.getAlpha2Codes());

const englishNames = new CountryNames();
for (const [alpha2, alpha3] of codes) {
  const official = countries.getName(alpha2, 'en', { select: 'all' }) ?? [];
  const name = commonName(alpha2);
  const more = MORE_NAMES[alpha2] ?? [];
  englishNames.add([name, regions.of(alpha2) ?? name, ...official, ...more, alpha2, alpha3], name);
}

const LANGUAGES =
  'ar bg bn ca cs cy da de el es et eu fa fi fr ga gl he hi hr hu hy id is it ja ka ko lt lv mi mk ms mt nb nl nn pl pt ro ru sk sl sq sr sv sw th tr uk ur vi zh zh-Hant';

let foreignNames: CountryNames | undefined;

function getForeignNames(): CountryNames {
  if (foreignNames) return foreignNames;
  foreignNames = new CountryNames();
  for (const language of LANGUAGES.split(' ')) {
    const local = new Intl.DisplayNames(language, { type: 'region' });
    for (const [alpha2] of codes) foreignNames.add([local.of(alpha2) ?? alpha2], commonName(alpha2));
  }
  return foreignNames;
}

/** China, Korea and Congo are two countries each. */
const OFFICIAL =
  /^(?:the )?(?:[\p{L}'’-]+ ){0,3}(?:republic|kingdom|states?|commonwealth|principality|duchy|sultanate|union|federation|emirate) (?!(?:of )?(?:the )?(?:china|korea|congo)$)(.+)$/iu;

function findByName(name: string): string | null {
  const key = normalizeName(name);
  if (key === '') return null;
  const known = englishNames.get(key) ?? (englishNames.has(key) ? null : getForeignNames().get(key));
  const [, plain] = known === undefined ? (OFFICIAL.exec(name.trim()) ?? []) : [];
  return known ?? (plain === undefined ? null : findByName(plain));
}

function findByParts(text: string): string | null {
  const parts = text.split(/[()[\]/|:,]|\s[-‐-―]\s/).filter((part) => part.trim() !== '');
  const names = new Set(parts.map(findByName));
  const [name = null] = names;
  return names.size === 1 ? name : null;
}

const MAX_NAME_LENGTH = 100;

export function findCountryName(text: string): string | null {
  if (text.length > MAX_NAME_LENGTH) return null;
  const full = text.replace(/\b(rep|dem)\b\.?/gi, (word) => (/^r/i.test(word) ? 'Republic' : 'Democratic'));
  // Korea, Republic of; Korea (Republic of)
  const [, noun = '', rest = ''] = /^(.[^,(]*)[,(](.+)$/.exec(full.trim()) ?? [];
  const reordered = `${rest.replace(/\)$/, '')} ${noun}`.trim();
  return findByName(full) ?? findByName(reordered) ?? findByParts(full);
}

/** Serves the list, which clients cache for a day. */
export function serveCountries(app: FastifyInstance): void {
  const body = JSON.stringify(list);
  app.get(paths.countries, async (_request, reply) =>
    reply.header('cache-control', 'no-cache').type('application/json; charset=utf-8').send(body),
  );
}
