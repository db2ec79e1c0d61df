/** Shown in place of a value that nobody entered. */
export const MISSING = 'N/A';

/** Groups digits: `12,345`. Intl's first formatter is slow. */
export function grouped(figure: number, decimals = 0): string {
  return figure.toFixed(decimals).replace(/(?<!\.\d*)\B(?=(\d{3})+(?!\d))/g, ',');
}

/** A count with its noun: `1 shipment`. */
export const counted = (count: number, noun: string): string => `${grouped(count)} ${noun}${count === 1 ? '' : 's'}`;
