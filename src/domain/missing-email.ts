import { dialedNumber, isPhoneNumber, normalizePhoneNumber } from './phone-number.ts';

interface Reached {
  receiverEmail: string;
  receiverPhone: string;
  receiverCountry: string;
}

/** The numbering plans, which decide it, are on the server only. */
export type CanText = (phone: string, country: string) => boolean;

/** The server decides in the end. */
export const mayBeTexted: CanText = (phone, country) =>
  isPhoneNumber(normalizePhoneNumber(phone).trim()) && (country !== '' || /^(?:\+|00)/.test(dialedNumber(phone)));

/** `texts`: the brand sends texts. */
export function missingEmail(
  { receiverEmail, receiverPhone, receiverCountry }: Reached,
  texts: boolean,
  canText: CanText,
): string | null {
  if (receiverEmail !== '') return null;
  if (!texts) return 'Receiver email is required.';
  return canText(receiverPhone, receiverCountry)
    ? null
    : 'Receiver email is required if we can’t text the phone. It has to be a mobile phone, with its country, or + and its country’s code.';
}
