import { readFigure } from '../figures.ts';

export const WEIGHT_UNITS = ['g', 'kg', 'oz', 'lb'] as const;
export type WeightUnit = (typeof WEIGHT_UNITS)[number];
export const LENGTH_UNITS = ['mm', 'cm', 'm', 'in', 'ft'] as const;
export type LengthUnit = (typeof LENGTH_UNITS)[number];

type Units = ReadonlyMap<string, number>;
const named = (sizes: Record<string, number>): Units =>
  new Map(Object.entries(sizes).flatMap(([names, size]) => names.split(' ').map((name) => [name, size] as const)));

/** They are in grams. */
const WEIGHTS = named({
  'g gr gm gms gram grams gramm gramme grammes': 1,
  'kg kgs kilo kilos kilogram kilograms kilogramm': 1_000,
  'oz ozs ounce ounces': 28.349_523_125,
  'lb lbs pound pounds': 453.592_37,
});
/** In millimetres. */
const LENGTHS = named({
  'mm millimetre millimetres millimeter millimeters': 1,
  'cm cms centimetre centimetres centimeter centimeters zentimeter': 10,
  'm metre metres meter meters': 1_000,
  'in ins inch inches "': 25.4,
  "ft foot feet '": 304.8,
});

const NAMED_PARTS = /^(?:weight|length|width|height|depth)(?=.)/;
const wordsOf = (head: string) =>
  head
    .slice(0, 200)
    .split(/[^\p{L}"']+|(?<=\p{Ll})(?=\p{Lu})/u)
    .filter(Boolean)
    .map((word) => word.toLowerCase().replace(NAMED_PARTS, ''));

/** `in` is a unit only where a heading ends with it. */
const unitIn = (head: string, units: Units) =>
  wordsOf(head).findLast((word, at, words) => units.has(word) && (word !== 'in' || at === words.length - 1)) ?? null;

/** Finds the unit of `Weight (lbs)` or `length_cm`. */
export const weightUnitIn = (head: string): string | null => unitIn(head, WEIGHTS);
export const lengthUnitIn = (head: string): string | null => unitIn(head, LENGTHS);

/** It is one of several, as in `2 lb 3 oz`. */
const PART = /(\d[\d., ]{0,20})("|'|\p{L}{1,15})?\.?,?\s*/uy;
const MAX_MEASURE = 60;

/** Returns the smallest unit; an unreadable text stays. `unit` is for bare figures. */
function readMeasure(written: string, units: Units, unit: string | null): string {
  if (written.length > MAX_MEASURE) return written;
  const text = written
    .trim()
    .replace(/\s/g, ' ')
    .replace(/[″”“]|''/g, '"')
    .replace(/[′’]/g, "'");
  let sum = 0;
  let parts = 0;
  for (PART.lastIndex = 0; PART.lastIndex < text.length; parts += 1) {
    const [, figure, name] = PART.exec(text) ?? [];
    const size = name === undefined ? units.get(parts === 0 ? (unit ?? '') : '') : units.get(name.toLowerCase());
    // `1,200 g` would be a single gram.
    const number = figure === undefined ? null : readFigure(figure.trim(), size === 1 ? 'unclear' : 'decimal');
    if (size === undefined || number === null) return written;
    sum += number * size;
  }
  return parts === 0 ? written : String(Math.round(sum));
}

/** Reads `0,85`, `850 g` or `2 lb 3 oz` as grams. */
export const readWeight = (text: string, unit: string | null = 'kg'): string => readMeasure(text, WEIGHTS, unit);

/** Reads `30`, `12,5cm` or `12"` as millimetres. */
export const readLength = (text: string, unit: string | null = 'cm'): string => readMeasure(text, LENGTHS, unit);

const isFigure = (text: string) => readFigure(text.trim(), 'decimal') !== null;

/** Splits `30 x 20 x 10 cm`; null if it has no three sizes. */
export function splitSizes(text: string): [string, string, string] | null {
  if (text.length > MAX_MEASURE) return null;
  const parts = text.replace(/\([lwhd]\)|\b[lwhd]\b[:=]?/gi, '').split(/[x×*✕]/i);
  const [length, width, height] = parts.map((part) => part.trim());
  if (parts.length !== 3 || !length || !width || !height || !parts.every((part) => /\d/.test(part))) return null;
  const unit = isFigure(length) && isFigure(width) ? /(?<=\d)\s*(\D{1,15})$/.exec(height)?.[1] : undefined;
  return unit === undefined ? [length, width, height] : [`${length} ${unit}`, `${width} ${unit}`, height];
}

export const isBareMeasure = (text: string): boolean => (splitSizes(text) ?? [text]).every(isFigure);
