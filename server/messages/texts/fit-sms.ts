/** What one SMS holds, and what it costs (GSM 03.38). */

const BASIC =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
/** Each takes two places. */
const EXTENSION = '\f^{}\\[~]|€';

const GSM = { one: 160, each: 153 };
const UCS2 = { one: 70, each: 67 };

function measure(text: string): { length: number; limits: typeof GSM } {
  const letters = Array.from(text);
  if (letters.every((letter) => BASIC.includes(letter) || EXTENSION.includes(letter))) {
    const doubled = letters.filter((letter) => EXTENSION.includes(letter)).length;
    return { length: letters.length + doubled, limits: GSM };
  }
  return { length: text.length, limits: UCS2 };
}

export function countSegments(text: string): number {
  const { length, limits } = measure(text);
  return length <= limits.one ? 1 : Math.ceil(length / limits.each);
}

/** Takes marks off letters that would halve what one part holds: `Šárka` is `Sarka`. */
export const inBasicLetters = (text: string): string =>
  Array.from(text.replaceAll('’', "'"), (letter) => {
    const [plain = letter] = letter.normalize('NFD');
    return !BASIC.includes(letter) && BASIC.includes(plain) ? plain : letter;
  }).join('');

interface SmsParts {
  brand: string;
  sentence: string;
  link: string;
  /** Left out first. */
  ending: string;
}

/** In one segment: without its ending, then with less of the brand's name, then without. */
export function writeSms({ brand, sentence, link, ending }: SmsParts): string {
  const core = [sentence, link].filter(Boolean).join(' ');
  const names = Array.from(brand, (_, at) =>
    Array.from(brand)
      .slice(0, at + 1)
      .join('')
      .trim(),
  ).reverse();
  const all = [`${brand}: ${core}${ending}`, ...names.map((name) => `${name}: ${core}`)];
  return all.find((text) => countSegments(text) === 1) ?? core;
}
