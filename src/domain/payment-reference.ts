/** ISO 11649: `RF`, two check digits and what they check. */
const MAX_LENGTH = 25;
const MIN_LENGTH = 5;

export function isPaymentReference(text: string): boolean {
  if (text.length < MIN_LENGTH || text.length > MAX_LENGTH || !/^RF\d\d[0-9A-Z]+$/.test(text)) return false;
  let rest = 0;
  for (const character of text.slice(4) + text.slice(0, 4)) {
    const value = Number.parseInt(character, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest === 1;
}

/** As people read and type it: `RF18 5390 0754 7034`. */
export const groupReference = (reference: string): string => reference.replace(/.{4}(?=.)/g, '$& ');
