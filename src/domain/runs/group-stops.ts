/**
 * The key of a door: parcels with the same key share a stop. It ignores case, spaces, punctuation
 * and how a phone number is written.
 */
export function placeKey({ shipTo, phone }: { shipTo: string; phone: string }): string {
  const folded = shipTo
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s,.;]+/gu, ' ')
    .trim();
  return `${folded}\n${phone.replace(/\D/g, '')}`;
}
