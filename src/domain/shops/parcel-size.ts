/** Units are whole grams and millimetres. */
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
export const SIZES = ['lengthMm', 'widthMm', 'heightMm'] as const;
const ParcelSizeSchema = v.object(PARCEL_ENTRIES);
export type ParcelSize = v.InferOutput<typeof ParcelSizeSchema>;

/** Returns `850 g` or `2.5 kg`. */
export const formatWeight = (grams: number): string => (grams < 1000 ? `${grams} g` : `${grams / 1000} kg`);

/** Returns `30 × 20 × 12.5 cm`. */
export const formatSize = ({ lengthMm, widthMm, heightMm }: Omit<ParcelSize, 'weightG'>): string =>
  `${[lengthMm, widthMm, heightMm].map((mm) => mm / 10).join(' × ')} cm`;

/** The unit has so many grams or millimetres; a text that is no number stays. */
export const inUnit = (text: string, size: number): string => (/^\d+$/.test(text) ? String(Number(text) / size) : text);
