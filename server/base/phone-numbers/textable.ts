/** Which numbers are texted. The metadata of `max`, which knows types, is for the server only. */
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';

/**
 * Whether this number of E.164 is a mobile phone's, or may be one as in America. In doubt it is not: a wrong yes costs
 * money, and a wrong no is listed with its reason. Satellites count as mobile, but belong to no country.
 */
export function isTextable(number: string): boolean {
  const parsed = parsePhoneNumberFromString(number);
  const type = parsed?.getType();
  return parsed?.isNonGeographic() === false && (type === 'MOBILE' || type === 'FIXED_LINE_OR_MOBILE');
}
