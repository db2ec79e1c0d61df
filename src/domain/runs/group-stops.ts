/** Returns a door's key, in any spelling: such parcels share a stop. */
export function stopAddressKey({ shipTo, phone }: { shipTo: string; phone: string }): string {
  const folded = shipTo
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s,.;]+/gu, ' ')
    .trim();
  return `${folded}\n${phone.replace(/\D/g, '')}`;
}
