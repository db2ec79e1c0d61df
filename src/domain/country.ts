import * as v from 'valibot';

/** An entry of the countries list: its name, and the three letters of ISO 3166-1. */
export const CountrySchema = v.object({ name: v.string(), alpha3Code: v.string() });
export type Country = v.InferOutput<typeof CountrySchema>;
/** The list is kept for a day. */
export const COUNTRIES_LIFE = 24 * 60 * 60 * 1000;
