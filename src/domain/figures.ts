/** `12,345`. Intl's first formatter is slow. */
export function grouped(figure: number, decimals = 0): string {
  return figure.toFixed(decimals).replace(/(?<!\.\d*)\B(?=(\d{3})+(?!\d))/g, ',');
}

export const counted = (count: number, noun: string): string => `${grouped(count)} ${noun}${count === 1 ? '' : 's'}`;
