/** A delivery address in its parts, beside the text that is shown (shipTo). */
import * as v from 'valibot';
import { countryCodeOf } from '../country.ts';
import { intactText, optionalText, requiredText, strictInput } from '../field-schemas.ts';

/** Together at most 300 characters, what `shipTo` holds. */
export const ADDRESS_ENTRIES = {
  line1: requiredText('Address line 1', 90),
  line2: v.optional(optionalText('Address line 2', 60), ''),
  city: v.optional(v.pipe(intactText('City', 60), v.description('Required, unless the country has none')), ''),
  postcode: v.optional(optionalText('Postcode', 12), ''),
  country: requiredText('Country', 60),
};
/** Where an address is complete without a city. */
const WITHOUT_CITIES = new Set('AI CC CX FK GI HK KY MC MO NF NR NU PN SG SH TK TV VA'.split(' '));
export const CITY_REQUIRED = 'City is required.';
export const lacksCity = ({ city, country }: { city: string; country: string }): boolean =>
  city === '' && !WITHOUT_CITIES.has(countryCodeOf(country) ?? '');

export const AddressSchema = v.pipe(
  strictInput(ADDRESS_ENTRIES),
  v.forward(
    v.partialCheck([['city'], ['country']], (address) => !lacksCity(address), CITY_REQUIRED),
    ['city'],
  ),
);
export type AddressParts = v.InferOutput<typeof AddressSchema>;

/** The lines before the town. */
export const streetOf = ({ line1, line2 }: AddressParts): string => [line1, line2].filter(Boolean).join(', ');

export const townOf = ({ postcode, city }: AddressParts): string => [postcode, city].filter(Boolean).join(' ');

/** Writes an address on one line: `Kaj 1, Floor 2, 411 04 Göteborg, Sweden`. */
export const formatAddress = (address: AddressParts): string =>
  [streetOf(address), townOf(address), address.country].filter(Boolean).join(', ');
