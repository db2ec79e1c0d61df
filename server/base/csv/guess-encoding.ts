import type { FileEncoding } from '../../../src/domain/shops/draft-file.ts';

/** The most frequent letters come first; a country speaks for its language. */
const ALPHABETS: readonly (readonly [FileEncoding, string, string?])[] = [
  ['Windows-1252', 'äöåøæéü'],
  ['Windows-1252', 'üäöß'],
  ['Windows-1252', 'éèàêçâîôùëïûœæüÿ'],
  ['Windows-1252', 'áéíñóúüçàèòïªº'],
  ['Windows-1252', 'ãçáéíóêâôúàõü'],
  ['Windows-1252', 'àèéùòì'],
  ['Windows-1252', 'áíóéæöðúþý'],
  ['Windows-1250', 'łąóęśżćńź', 'PL|Poland|Polska'],
  ['Windows-1250', 'áíěéčřšžýůúňďťóľäôĺŕ', 'CZ|SK|Czechia|Czech Republic|Slovakia'],
  ['Windows-1250', 'őéáöóüíúű', 'HU|Hungary'],
  ['Windows-1250', 'ăşţîâ', 'RO|MD|Romania'],
  ['Windows-1250', 'čšžćđ', 'HR|SI|RS|BA|ME|Croatia|Slovenia|Serbia'],
  ['Windows-1254', 'ışüğöçâîû', 'TR|Turkey|Türkiye'],
  ['Windows-1257', 'āīēšņļūģķčž', 'LV|Latvia'],
  ['Windows-1257', 'ėšųžįąūčę', 'LT|Lithuania'],
  ['Windows-1257', 'äüõöšž', 'EE|Estonia'],
  ['Windows-1251', 'оаеинтсрвлкмдпуяыьгзбчйхжшюцщэфёъіїєґўђљњћџјѓќѕ№'],
  ['Windows-1253', 'αοιετσνςηρόίάπυκέμλήωύώγδχθφβξζψϊϋΐΰ'],
];
/** What a close race is won by. */
const LIKELY: Partial<Record<FileEncoding, number>> = { 'Windows-1252': 0.6, 'Windows-1253': 0.5 };
const SAMPLE_BYTES = 20_000;

function sampleOf(bytes: Buffer): Buffer {
  const text = bytes.toString('latin1');
  const lines: Buffer[] = [];
  let size = 0;
  const beyond = /[^\0-\x7f]/g;
  for (let found = beyond.exec(text); found && size < SAMPLE_BYTES; found = beyond.exec(text)) {
    const start = Math.max(text.lastIndexOf('\n', found.index) + 1, found.index - SAMPLE_BYTES / 2);
    const end = text.indexOf('\n', found.index) + 1 || text.length;
    const line = bytes.subarray(start, Math.min(end, start + SAMPLE_BYTES));
    size += lines.push(line) && line.length;
    beyond.lastIndex = end;
  }
  return Buffer.concat(lines);
}

/** Words have no such signs, capitals after small letters, two scripts, three accents in a row. */
const ODD = [
  String.raw`[\p{Cc}\p{Co}\ufffd]|(?<=\p{L})[[\p{Sm}\p{So}\p{Sc}\p{No}¿¡]--[°©®™]]|[[\p{Sm}\p{So}\p{No}]--[°©®™]](?=\p{L})`,
  String.raw`(?<=[\p{Ll}\d])[\p{Lu}--[A-Z]]|(?<=[\p{Ll}--[a-zß]])[A-Z]`,
  String.raw`(?<=[A-Za-z])[\p{Script=Cyrillic}\p{Script=Greek}]|[\p{Script=Cyrillic}\p{Script=Greek}](?=[A-Za-z])`,
  String.raw`[\p{Script=Latin}--[A-Za-z]]{3}|ς(?=\p{L})|σ(?!\p{L})`,
];
const ODDITIES = new RegExp(ODD.join('|'), 'gv');

/** Letters of the encoding’s languages count for it, foreign ones against it. */
function rate(text: string, encoding: FileEncoding): number {
  const own = ALPHABETS.filter(([one]) => one === encoding);
  const all = new Set(own.flatMap(([, alphabet]) => [...alphabet]));
  const letters =
    text
      .replaceAll('İ', 'ı')
      .toLowerCase()
      .match(/[[\p{L}№]--[\0-\x7f]]/gv) ?? [];
  const cells = new Set(text.split(/[,;\t"\r\n]/));
  const scores = own.map(([, alphabet, countries]) => {
    // All letters of a separate alphabet are common.
    const steps = alphabet.length > 30 ? alphabet.length * 2 : 16;
    const weights = new Map([...alphabet].map((letter, at) => [letter, Math.max(0.3, 1 - at / steps)]));
    const score = letters.reduce((sum, letter) => sum + (weights.get(letter) ?? (all.has(letter) ? 0 : -1)), 0);
    const isNamed = countries?.split('|').some((country) => cells.has(country));
    return isNamed ? score + 1 : score;
  });
  const oddities = text.match(ODDITIES)?.filter((sign) => !/[\t\r\n]/.test(sign)).length ?? 0;
  return Math.max(...scores) - 2 * oddities + (LIKELY[encoding] ?? 0);
}

/** Pairs that everybody uses come before all. */
const PAIRS: readonly (readonly [FileEncoding, RegExp, RegExp])[] = [
  ['Shift-JIS', /^[\x81-\x83\x88-\x97][\x40-\x7e\x80-\xfc]$/, /[\x81-\x9f\xe0-\xfc][\s\S]|[\xa1-\xdf]/g],
  ['GBK', /^[\xa1-\xa3\xb0-\xd7][\xa1-\xfe]$/, /[\x81-\xfe][\s\S]/g],
  ['Big5', /^[\xa1-\xc6][\x40-\x7e\xa1-\xfe]$/, /[\x81-\xfe][\s\S]/g],
];

function ratePairs(sample: Buffer, [encoding, common, any]: (typeof PAIRS)[number]): number {
  if (new TextDecoder(encoding).decode(sample).includes('\ufffd')) return Number.NEGATIVE_INFINITY;
  const scoreOf = (pair: string) => (pair.length === 1 ? 0.5 : common.test(pair) ? 1.6 : -2);
  return (sample.toString('latin1').match(any) ?? []).reduce((sum, pair) => sum + scoreOf(pair), 0);
}

export function guessEncoding(bytes: Buffer): FileEncoding {
  const sample = sampleOf(bytes);
  const [whole, broken] = [/[^\0-\x7f\ufffd]/gu, /\ufffd/g].map(
    (sign) => sample.toString('utf8').match(sign)?.length ?? 0,
  );
  if (whole !== undefined && broken !== undefined && whole > broken) return 'UTF-8';
  const encodings = new Set(ALPHABETS.map(([encoding]) => encoding));
  const rated = [
    ...[...encodings].map((one) => ({ encoding: one, score: rate(new TextDecoder(one).decode(sample), one) })),
    ...PAIRS.map((pairs) => ({ encoding: pairs[0], score: ratePairs(sample, pairs) })),
  ].toSorted((one, other) => other.score - one.score);
  return rated[0]?.encoding ?? 'Windows-1252';
}
