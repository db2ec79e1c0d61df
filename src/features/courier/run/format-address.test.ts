import { expect, test } from 'vitest';
import { formatAddress } from './format-address.ts';

const shown = (address: string) => formatAddress(address).replaceAll('\u00a0', '_');

test.each([
  ['Linnégatan 8, 413 04 Gothenburg', 'Linnégatan 8, 413_04 Gothenburg'],
  ['Dam 1, 1012 JS Amsterdam', 'Dam 1, 1012_JS Amsterdam'],
  ['10 Downing Street, London SW1A 2AA', '10 Downing Street, London SW1A_2AA'],
  ['111 Wellington St, Ottawa ON K1A 0A9', '111 Wellington St, Ottawa ON K1A_0A9'],
])('a postal code stays on one line: %s', (address, expected) => {
  expect(shown(address)).toBe(expected);
});

test.each(['', 'Karl Johans gate 22, 0026 Oslo', 'Rue 12 1000 Bruxelles', 'Storgatan 2, 3 tr', 'Route 4123 041 km'])(
  'everything else breaks where it did: %s',
  (address) => {
    expect(formatAddress(address)).toBe(address);
  },
);
