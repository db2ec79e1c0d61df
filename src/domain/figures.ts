/**
 * A figure as people read it, in groups of three: `12,345`, with two decimals `12,345.00`. By hand: a formatter of the
 * browser's Intl costs the first page that has one more time than all of its other code takes to begin.
 */
export function grouped(figure: number, decimals = 0): string {
  return figure.toFixed(decimals).replace(/(?<!\.\d*)\B(?=(\d{3})+(?!\d))/g, ',');
}

/** How many there are of something: `1 shipment`, `1,200 shipments`. */
export const counted = (count: number, noun: string): string => `${grouped(count)} ${noun}${count === 1 ? '' : 's'}`;
