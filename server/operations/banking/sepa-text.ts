/** Letters that Unicode doesn’t take apart. */
const PLAIN: Record<string, string> = {
  ...{ ß: 'ss', æ: 'ae', Æ: 'AE', œ: 'oe', Œ: 'OE', ø: 'o', Ø: 'O', đ: 'd', Đ: 'D', ł: 'l', Ł: 'L', þ: 'th', Þ: 'Th' },
  ...{
    ð: 'd',
    ı: 'i',
    '&': '+',
    _: '-',
    '–': '-',
    '—': '-',
    '’': "'",
    '‘': "'",
    '"': "'",
    '“': "'",
    '”': "'",
    '@': '(at)',
  },
};

/** In the letters that each bank in SEPA takes (EPC217-08), without slashes where references may not have them. */
export const sepaText = (text: string, length: number): string =>
  [...text.normalize('NFKD').replace(/\p{M}/gu, '')]
    .map((letter) => PLAIN[letter] ?? (/[A-Za-z0-9 \-?:().,'+/]/.test(letter) ? letter : /\s/.test(letter) ? ' ' : '.'))
    .join('')
    .replace(/\/{2,}/g, '/')
    .replace(/^\/|\/$/g, '')
    .slice(0, length)
    .trim();
