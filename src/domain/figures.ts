/** Shown in place of a value that nobody entered. */
export const MISSING = 'N/A';

/** Groups digits: `12,345`. Intl's first formatter is slow. */
export function grouped(figure: number, decimals = 0): string {
  return figure.toFixed(decimals).replace(/(?<!\.\d*)\B(?=(\d{3})+(?!\d))/g, ',');
}

/** A count with its noun: `1 shipment`. */
export const counted = (count: number, noun: string): string => `${grouped(count)} ${noun}${count === 1 ? '' : 's'}`;

const PLAIN = /^(?<whole>\d+)(?:[.,](?<rest>\d+))?$/;
const GROUPED = /^(?<whole>\d{1,3}(?<group>[.,' ])\d{3}(?:\k<group>\d{3})*)(?:(?!\k<group>)[.,](?<rest>\d{1,2}))?$/;
/** Lakhs and crores. */
const IN_PAIRS = /^(?<whole>\d{1,2}(?:,\d\d)+,\d{3})(?:\.(?<rest>\d{1,2}))?$/;
const THREE_BEHIND = /^[1-9]\d{0,2}[.,]\d{3}$/;
const MAX_FIGURE = 30;

/** Reads `1.234,5` or `1'234.50`. `threeBehind`: what `1,234` is. */
export function readFigure(written: string, threeBehind: 'unclear' | 'whole' | 'decimal'): number | null {
  if (written.length > MAX_FIGURE) return null;
  const text = written
    .replace(/\s/g, ' ')
    .replace(/’/g, "'")
    .replace(/^(?=[.,])/, '0');
  if (THREE_BEHIND.test(text)) {
    return threeBehind === 'unclear' ? null : Number(text.replace(/[.,]/, threeBehind === 'whole' ? '' : '.'));
  }
  const { whole, rest = '' } = (PLAIN.exec(text) ?? GROUPED.exec(text) ?? IN_PAIRS.exec(text))?.groups ?? {};
  return whole === undefined ? null : Number(`${whole.replace(/\D/g, '')}.${rest}`);
}

const UNITS = ['bytes', 'KB', 'MB', 'GB'];

/** A size in its largest unit: `1.5 MB`. */
export function formatBytes(bytes: number): string {
  let size = bytes;
  let unit = 0;
  while (size >= 1000 && unit < UNITS.length - 1) {
    size /= 1000;
    unit += 1;
  }
  const digits = unit > 0 && size < 10 ? 1 : 0;
  return `${size.toFixed(digits)} ${UNITS[unit]}`;
}
