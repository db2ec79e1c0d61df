export const foldAddress = (address: string): string =>
  address
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s,.;]+/gu, ' ')
    .trim();

export const stopAddressKey = ({ shipTo, phone }: { shipTo: string; phone: string }): string =>
  `${foldAddress(shipTo)}\n${phone.replace(/\D/g, '')}`;
