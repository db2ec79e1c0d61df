/** The weight and size of each parcel of a shipment, in whole grams and millimetres. */
import * as v from 'valibot';

export const MAX_GRAMS = 1_000_000;
export const MAX_MM = 10_000;

const measure = (name: string, most: number, unit: string) => {
  const sentence = `${name} must be a whole number from 1 to ${most.toLocaleString('en-GB')} ${unit}.`;
  return v.pipe(
    v.number(sentence),
    v.integer(sentence),
    v.minValue(1, sentence),
    v.maxValue(most, sentence),
    v.title(name),
  );
};

export const PARCEL_ENTRIES = {
  weightG: measure('Weight', MAX_GRAMS, 'grams'),
  lengthMm: measure('Length', MAX_MM, 'millimetres'),
  widthMm: measure('Width', MAX_MM, 'millimetres'),
  heightMm: measure('Height', MAX_MM, 'millimetres'),
};
const ParcelSizeSchema = v.object(PARCEL_ENTRIES);
export type ParcelSize = v.InferOutput<typeof ParcelSizeSchema>;

/** Writes a weight in grams: `850 g`, `2.5 kg`. */
export const formatWeight = (grams: number): string => (grams < 1000 ? `${grams} g` : `${grams / 1000} kg`);

/** Writes the size of a parcel in millimetres: `30 × 20 × 12.5 cm`. */
export const formatSize = ({ lengthMm, widthMm, heightMm }: Omit<ParcelSize, 'weightG'>): string =>
  `${[lengthMm, widthMm, heightMm].map((mm) => mm / 10).join(' × ')} cm`;
