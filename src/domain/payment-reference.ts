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

/** Returns `RF18 5390 0754 7034`. */
export const groupReference = (reference: string): string => reference.replace(/.{4}(?=.)/g, '$& ');

/** People type these letters for digits: the check digits prove it. */
const LOOK_ALIKE: Record<string, string> = { O: '0', Q: '0', I: '1', L: '1', Z: '2', S: '5', B: '8' };
const REFERENCE = /RF[\dOQILZSB]{14,23}/g;
const REFERENCE_DIGITS = 12;

/** A bank may have put zeros after its check digits. */
function referenceIn(found: string): string[] {
  const digits = found.slice(2).replace(/\D/g, (letter) => LOOK_ALIKE[letter] ?? letter);
  const [checks, rest] = [digits.slice(0, 2), digits.slice(2)];
  const zeros = /^0*/.exec(rest)?.[0].length ?? 0;
  const ends = Array.from(
    { length: Math.min(zeros, rest.length - REFERENCE_DIGITS) + 1 },
    (_, at) => `RF${checks}${rest.slice(at, at + REFERENCE_DIGITS)}`,
  );
  return ends.filter(isPaymentReference).slice(0, 1);
}

/** They may be grouped, padded, or have look-alikes. Each comes once. */
export const referencesIn = (text: string): string[] => [
  ...new Set(
    (
      text
        .toUpperCase()
        .replace(/[\s.\-/]+/g, '')
        .match(REFERENCE) ?? []
    ).flatMap(referenceIn),
  ),
];
