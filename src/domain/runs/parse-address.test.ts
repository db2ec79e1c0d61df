import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareAddresses, parseAddress } from './parse-address.ts';

test.for<[address: string, postcode: string, street: string, number: number | null, suffix?: string]>([
  ['Linnégatan 8, 413 04 Gothenburg', '41304', 'linnegatan', 8],
  ['Tredje Långgatan 9 B, SE-413 03 Göteborg', '41303', 'tredje langgatan', 9, 'b'],
  ['Hauptstr. 5a, 10115 Berlin', '10115', 'hauptstrasse', 5, 'a'],
  ['Hauptstraße 5a\nD-10115 Berlin', '10115', 'hauptstrasse', 5, 'a'],
  ['Straße des 17. Juni 135, 10623 Berlin', '10623', 'strasse des 17 juni', 135],
  ['10115 Berlin, Hauptstraße 5', '10115', 'hauptstrasse', 5],
  ['Damrak 210, 1012 AB Amsterdam', '1012AB', 'damrak', 210],
  ['12 bis rue de la Paix, 75002 Paris', '75002', 'rue de la paix', 12, 'bis'],
  ['12, rue de la Paix, 75002 Paris', '75002', 'rue de la paix', 12],
  ['Via Roma 12/A, 00184 Roma RM', '00184', 'via roma', 12, 'a'],
  ['Calle Mayor, 5, 3º B, 28013 Madrid', '28013', 'calle mayor', 5],
  ['Rua do Almada 41, 4050-030 Porto', '4050-030', 'rua do almada', 41],
  ['ul. Marszałkowska 10/12 m. 5, 00-590 Warszawa', '00-590', 'ul marszałkowska', 10],
  ['Storgata 2, 0155 Oslo', '0155', 'storgata', 2],
  ['Václavské náměstí 1, 110 00 Praha', '11000', 'vaclavske namesti', 1],
  ['12 Kirkstall Road, Leeds LS10 1AB', 'LS101AB', 'kirkstall road', 12],
  ['Flat 4, 221B Baker St, London, nw1 6xe', 'NW16XE', 'baker street', 221, 'b'],
  ['Rose Cottage, Mill Lane, Ely CB7 4AA', 'CB74AA', 'rose cottage', null],
  ['5 Grafton Street, Dublin, D02 AF30', 'D02AF30', 'grafton street', 5],
  ['1200 Main St, Apt 4, Portland, OR 97201', '97201', 'main street', 1200],
  ['350 5th Ave, New York, NY 10118-0110', '10118-0110', '5th avenue', 350],
  ['111 Wellington St, Ottawa ON K1A 0A9', 'K1A0A9', 'wellington street', 111],
  ['Storgatan 2, Oslo', '', 'storgatan', 2],
  ['1200 Main Street', '', 'main street', 1200],
  ['', '', '', null],
])('%s is read', ([address, postcode, street, number, suffix = '']) => {
  expect(parseAddress(address)).toEqual({ postcode, street, number, suffix });
});

test('any text is read in any case, and compares with itself as equal', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 200, unit: fc.constantFrom(...'aß9 ,1-/.\nZé0b') }), (text) => {
      const parts = parseAddress(text);
      expect(parseAddress(text.replaceAll('a', 'A'))).toEqual(parts);
      expect(compareAddresses(parts, parts)).toBe(0);
    }),
  );
});

test('addresses stand by postcode, street, and house number as a number', () => {
  const sorted = ['B Street 1, 10001 X', 'A Street 9, 10002 X', 'A Street 10, 10002 X', 'A Street 10 b, 10002 X'];
  expect(sorted.toReversed().toSorted((a, b) => compareAddresses(parseAddress(a), parseAddress(b)))).toEqual(sorted);
});
