/** Parcels with the same key share a stop, however the address and phone number are written. */
export function placeKey({ shipTo, phone }: { shipTo: string; phone: string }): string {
  const folded = shipTo
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s,.;]+/gu, ' ')
    .trim();
  return `${folded}\n${phone.replace(/\D/g, '')}`;
}
