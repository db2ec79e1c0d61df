/** Receivers without an email, where the brand can text them instead. */
import { internationalNumber } from './international-number.ts';

interface Reached {
  receiverEmail: string;
  receiverPhone: string;
  receiverCountry: string;
}

/** Null if a receiver has an email or needs none. `texts`: whether the brand sends texts. */
export function missingEmail(
  { receiverEmail, receiverPhone, receiverCountry }: Reached,
  texts: boolean,
): string | null {
  if (receiverEmail !== '') return null;
  if (!texts) return 'Receiver email is required.';
  return internationalNumber(receiverPhone, receiverCountry)
    ? null
    : 'Receiver email is required if we can’t text the phone. To text it, we need its country.';
}
