/** The weight and size of each parcel of a shipment, in whole grams and millimetres. */
import * as v from 'valibot';

export const MAX_GRAMS = 1_000_000;
export const MAX_MM = 10_000;

const measure = (name: string, most: number, sentence: string) =>
  v.pipe(v.number(sentence), v.integer(sentence), v.minValue(1, sentence), v.maxValue(most, sentence), v.title(name));
const weight = (name: string) => measure(name, MAX_GRAMS, `${name} must be from 1 g to 1,000 kg, in whole grams.`);
const length = (name: string) => measure(name, MAX_MM, `${name} must be from 1 mm to 10 m, in whole millimetres.`);

export const PARCEL_ENTRIES = {
  weightG: weight('Weight'),
  lengthMm: length('Length'),
  widthMm: length('Width'),
  heightMm: length('Height'),
};
const ParcelSizeSchema = v.object(PARCEL_ENTRIES);
export type ParcelSize = v.InferOutput<typeof ParcelSizeSchema>;

/** Writes a weight in grams: `850 g`, `2.5 kg`. */
export const formatWeight = (grams: number): string => (grams < 1000 ? `${grams} g` : `${grams / 1000} kg`);

/** Writes the size of a parcel in millimetres: `30 × 20 × 12.5 cm`. */
export const formatSize = ({ lengthMm, widthMm, heightMm }: Omit<ParcelSize, 'weightG'>): string =>
  `${[lengthMm, widthMm, heightMm].map((mm) => mm / 10).join(' × ')} cm`;

const NUMBER = /^(\d{1,7}(?:[.,]\d{1,6})?)\s*([a-z]*)\.?$/i;
/** `1,200 g` would be a single gram. */
const UNCLEAR = /^[1-9]\d{0,2}[.,]\d{3}$/;
const GRAMS = {
  g: 1,
  gram: 1,
  grams: 1,
  gr: 1,
  kg: 1_000,
  kgs: 1_000,
  lb: 453.592_37,
  lbs: 453.592_37,
  oz: 28.349_523,
};
const MILLIMETRES = { mm: 1, cm: 10, m: 1_000, in: 25.4, inch: 25.4 };

/** Reads a measure in its smallest unit; what can't be read stays as it is. */
function readMeasure(text: string, units: Record<string, number>, unit: string): string {
  const [, figure, named] = NUMBER.exec(text.trim()) ?? [];
  const factor = units[(named || unit).toLowerCase()];
  if (figure === undefined || factor === undefined) return text;
  if (factor === 1 && UNCLEAR.test(figure)) return text;
  return String(Math.round(Number(figure.replace(',', '.')) * factor));
}

/** Reads `0,85`, `850 g` or `1.2 kg` as grams; what can't be read stays. `unit`: of numbers without one. */
export const readWeight = (text: string, unit: 'g' | 'kg' = 'kg'): string => readMeasure(text, GRAMS, unit);

/** Reads `30`, `30 cm` or `12,5cm` as millimetres; what can't be read stays. Numbers without a unit are centimetres. */
export const readLength = (text: string): string => readMeasure(text, MILLIMETRES, 'cm');

/** Writes grams or millimetres in a unit of so many of them; what is no number stays. */
export const inUnit = (text: string, size: number): string => (/^\d+$/.test(text) ? String(Number(text) / size) : text);
