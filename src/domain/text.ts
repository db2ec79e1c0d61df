import { withUsualWidth } from './tracking-id.ts';

const INVISIBLE = String.raw`\p{Default_Ignorable_Code_Point}\ufff9-\ufffb`;
/** A joiner changes how letters are written. */
const JOINING = String.raw`\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}`;

/** Keeps parts of words, ideographs and emoji. */
const INVISIBLE_OR_PART = new RegExp(
  `((?<=[${JOINING}])[\\u200c\\u200d](?=[${JOINING}])${[
    String.raw`|(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f])\u200d(?=\p{Extended_Pictographic})`,
    String.raw`|(?<=\p{Extended_Pictographic})\ufe0f|(?<=[0-9#*])\ufe0f(?=\u20e3)`,
    String.raw`|(?<=\u{1f3f4}[\u{e0020}-\u{e007e}]{0,7})[\u{e0020}-\u{e007f}]`,
    String.raw`|(?<=\p{Unified_Ideograph})[\u{e0100}-\u{e01ef}]`,
  ].join('')})|[${INVISIBLE}]`,
  'gu',
);
const ANY_INVISIBLE = new RegExp(`[${INVISIBLE}]`, 'u');
const ALL_INVISIBLE = new RegExp(`[${INVISIBLE}]`, 'gu');
const INVISIBLE_ENDS = new RegExp(`^[\\s${INVISIBLE}]+|(?<![\\s${INVISIBLE}])[\\s${INVISIBLE}]+$`, 'gu');

const SPACE = /[\p{Zs}\u115f\u1160\u2800\u3164\uffa0]/gu;

const compose = (text: string) => text.replace(SPACE, ' ').replace(INVISIBLE_OR_PART, '$1').normalize('NFC');

/** Normalizes a line; empty if it looks empty. */
export const normalizeLine = (text: string): string =>
  compose(withUsualWidth(text.replace(/[\u2028\u2029]/g, ' ')))
    .replace(/ {2,}/g, ' ')
    .trim();

/** Normalizes lines, but keeps width and spaces. */
export const normalizeParagraphs = (text: string): string => compose(text.replace(/[\u2028\u2029]/g, '\n')).trim();

/** Invisible characters within stay: it might be somebody else’s address. */
export const normalizeEmail = (text: string): string =>
  withUsualWidth(text.normalize('NFC').replace(SPACE, ' ')).normalize('NFC').replace(INVISIBLE_ENDS, '');

export const onOneLine = (text: string): string =>
  text
    .split(/[\r\n]+/)
    .map((line, at, { length }) => (at < length - 1 ? line.trim().replace(/,$/, '') : line).trim())
    .filter(Boolean)
    .join(', ');

const HALF_CHARACTER_AT_END = /[\ud800-\udbff]$/;

/** It never ends in half an emoji. `length` counts code units. */
export const beginningOf = (text: string, length: number): string =>
  text.slice(0, length).replace(HALF_CHARACTER_AT_END, '');

/** An ellipsis replaces the rest. */
export const shorten = (line: string, length: number): string =>
  line.length > length ? `${beginningOf(line, length - 1)}…` : line;

export const hasInvisible = (text: string): boolean => ANY_INVISIBLE.test(text);

const SAME_SIGNS = [
  [/[‘’‚‛ʹʻʼʽˈ`´′＇]/gu, "'"],
  [/[“”„‟″]/gu, '"'],
  [/[\p{Pd}\u2212]/gu, '-'],
] as const;

const withSameSigns = (text: string) => SAME_SIGNS.reduce((left, [signs, one]) => left.replace(signs, one), text);

/** Any keyboard types the same passphrase (RFC 8265, NIST SP 800-63B). */
export const normalizePassword = (typed: string): string =>
  withSameSigns(typed.replace(SPACE, ' ').replace(ALL_INVISIBLE, '').normalize('NFKC'));

const NOT_DECOMPOSED: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  ħ: 'h',
  ı: 'i',
  þ: 'th',
};

/** It has to match `searchable` in migration 0000. */
export const searchable = (text: string): string =>
  normalizeLine(
    withSameSigns(text)
      .normalize('NFKD')
      .replace(/[\u0300-\u036f]/g, ''),
  )
    .replace(ALL_INVISIBLE, '')
    .toLowerCase()
    .replace(/[ßæœøđðłħıþ]/g, (letter) => NOT_DECOMPOSED[letter] ?? letter);

/**
 * UTF-8 is misread as these. One letter is proof if text matches `enough`, else three: two can meet
 * by chance (`Paris–Évry`).
 */
const MISREAD_AS = [
  {
    // Windows-1252
    upperHalf:
      '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ\u00a0¡¢£¤¥¦§¨©ª«¬\u00ad®¯°±²³´µ¶·¸¹º»¼½¾¿' +
      'ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõö÷øùúûüýþÿ',
    enough: /^[\0-\x7f\u00a0-\u017f\u2010-\u2122]*$/,
  },
  {
    // Windows-1251
    upperHalf:
      'ЂЃ‚ѓ„…†‡€‰Љ‹ЊЌЋЏђ‘’“”•–—\u0098™љ›њќћџ\u00a0ЎўЈ¤Ґ¦§Ё©Є«¬\u00ad®Ї°±Ііґµ¶·ё№є»јЅѕї' +
      'АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдежзийклмнопрстуфхцчшщъыьэюя',
    enough: /^[\0-\x7f]*$/,
  },
  {
    // Mac Roman
    upperHalf:
      'ÄÅÇÉÑÖÜáàâäãåçéèêëíìîïñóòôöõúùûü†°¢£§•¶ß®©™´¨≠ÆØ∞±≤≥¥µ∂∑∏π∫ªºΩæø' +
      '¿¡¬√ƒ≈∆«»…\u00a0ÀÃÕŒœ–—“”‘’÷◊ÿŸ⁄€‹›ﬁﬂ‡·‚„‰ÂÊÁËÈÍÎÏÌÓÔ\uf8ffÒÚÛÙıˆ˜¯˘˙˚¸˝˛ˇ',
    enough: /^[\0-\x7f\u00a0-\u00ff\u2010-\u203a]*$/,
  },
].map(({ upperHalf, enough }) => ({
  bytes: new Map([...upperHalf].map((char, at) => [char, at + 128])),
  enough,
}));
const MAX_READ = 1000;
/** In UTF-8 such bytes are never alone. */
const LONE = /(?<![^\0-\x7f])[^\0-\x7f](?![^\0-\x7f])/;
const PLAUSIBLE = /^[\0-\x7f\u00a0-\u017f\u0370-\u06ff\u0900-\u0dff\u0e00-\u0eff\u1e00-\u1fff\u2010-\u{10ffff}]*$/u;

/** Finds `MuÃ±oz`. The text must not be normalized: half a letter may be invisible. */
export function findLostLetters(text: string): string | null {
  if (/^[\0-\x7f]*$/.test(text)) return null;
  const words = text.split(/[ \t\r\n]+/);
  const replaced = words.find((word) => word.includes('\ufffd'));
  if (replaced) return replaced;
  return MISREAD_AS.some((encoding) => isMisread(text.slice(0, MAX_READ), encoding))
    ? (words.find((word) => /[^\0-\x7f]/.test(word)) ?? null)
    : null;
}

/** Read as bytes, it is valid UTF-8. */
function isMisread(text: string, { bytes, enough }: (typeof MISREAD_AS)[number]): boolean {
  if (LONE.test(text)) return false;
  const read = [...text].map((char) => (char <= '\x7f' ? char.charCodeAt(0) : bytes.get(char)));
  if (read.includes(undefined)) return false;
  try {
    const meant = decodeURIComponent(read.map((byte = 0) => `%${byte.toString(16).padStart(2, '0')}`).join(''));
    return enough.test(meant) || (PLAUSIBLE.test(meant) && meant.replace(/[\0-\x7f]/g, '').length >= 3);
  } catch {
    return false;
  }
}
