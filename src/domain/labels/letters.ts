export interface Letters {
  has(codePoint: number): boolean;
}

/** Writers place letters from left to right only. */
const RIGHT_TO_LEFT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;
const ASCII = /^[\x20-\x7E]*$/;
/** Each code point is a letter here; segmenting takes a fifth of a file’s time. */
const WITHOUT_PARTS = /^[\x20-\u02FF]*$/;
const MOST_NAMED = 20;
/** People can do without emoji, signs and frames around digits. */
const SYMBOLS = /[\p{S}\p{P}\p{Me}\p{Extended_Pictographic}]/gu;

const segmenter = new Intl.Segmenter();

export const lettersOf = (text: string): string[] =>
  WITHOUT_PARTS.test(text) ? text.split('') : Array.from(segmenter.segment(text), ({ segment }) => segment);

/** It is composed, on one line, without what nobody sees. */
export const drawnText = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Z}]+/gu, ' ')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .trim();

/** Returns -1 if none can. */
export const findFont = (letter: string, fonts: readonly Letters[]): number =>
  RIGHT_TO_LEFT.test(letter)
    ? -1
    : fonts.findIndex((font) => Array.from(letter).every((part) => font.has(part.codePointAt(0) ?? 0)));

/** Each is returned once. */
export function listLacking(texts: readonly string[], fonts: readonly Letters[]): string {
  const lacking = new Set<string>();
  for (const text of texts) {
    if (ASCII.test(text)) continue;
    for (const letter of lettersOf(drawnText(text))) if (findFont(letter, fonts) < 0) lacking.add(letter);
  }
  return [...lacking].slice(0, MOST_NAMED).join('');
}

export function splitSymbols(text: string, fonts: readonly Letters[]): { text: string; symbols: string[] } {
  if (ASCII.test(text)) return { text, symbols: [] };
  const symbols: string[] = [];
  const kept = lettersOf(drawnText(text)).map((letter) => {
    if (findFont(letter, fonts) >= 0) return letter;
    // Digits are pictographs, too, and stay.
    const rest = letter.replace(SYMBOLS, (part) => (/\p{N}/u.test(part) ? part : ''));
    if (rest !== '' && findFont(rest, fonts) < 0) return letter;
    symbols.push(letter);
    return rest || ' ';
  });
  return symbols.length > 0 ? { text: kept.join('').replace(/ {2,}/g, ' ').trim(), symbols } : { text, symbols };
}
