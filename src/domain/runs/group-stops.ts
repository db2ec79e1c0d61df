/** Returns an address in one spelling. */
export const foldAddress = (address: string): string =>
  address
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s,.;]+/gu, ' ')
    .trim();

/** Returns a door's key, in any spelling: such parcels share a stop. */
export const stopAddressKey = ({ shipTo, phone }: { shipTo: string; phone: string }): string =>
  `${foldAddress(shipTo)}\n${phone.replace(/\D/g, '')}`;
