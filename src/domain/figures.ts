/** Shown in place of a value that nobody entered. */
export const MISSING = 'N/A';

/** Groups digits: `12,345`. Intl's first formatter is slow. */
export function grouped(figure: number, decimals = 0): string {
  return figure.toFixed(decimals).replace(/(?<!\.\d*)\B(?=(\d{3})+(?!\d))/g, ',');
}

/** A count with its noun: `1 shipment`. */
export const counted = (count: number, noun: string): string => `${grouped(count)} ${noun}${count === 1 ? '' : 's'}`;

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
