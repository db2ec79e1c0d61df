import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareAddresses, parseAddress } from './parse-address.ts';

type Row = [address: string, postcode: string, area: string, street: string, number: number | null, suffix?: string];

test.for<Row>([
  ['Linnégatan 8, 413 04 Gothenburg', '41304', '413', 'linnegatan', 8],
  ['Linnégatan 8 lgh 1101, 413 04 Gothenburg', '41304', '413', 'linnegatan', 8],
  ['Tredje Långgatan 9 B, SE-413 03 Göteborg', '41303', '413', 'tredje langgatan', 9, 'b'],
  ['Hauptstr. 5a, 10115 Berlin', '10115', '10115', 'hauptstrasse', 5, 'a'],
  ['Hauptstraße 5a\nD-10115 Berlin', '10115', '10115', 'hauptstrasse', 5, 'a'],
  ['Straße des 17. Juni 135, 10623 Berlin', '10623', '10623', 'strasse des 17 juni', 135],
  ['10115 Berlin, Hauptstraße 5', '10115', '10115', 'hauptstrasse', 5],
  ['Gut Rosenhof, 12345 Dorf', '12345', '12345', 'gut rosenhof', null],
  ['Damrak 210, 1012 AB Amsterdam', '1012AB', '1012', 'damrak', 210],
  ['Damrak 210-II, 1012 AB Amsterdam', '1012AB', '1012', 'damrak', 210],
  ['12 bis rue de la Paix, 75002 Paris', '75002', '75002', 'rue de la paix', 12, 'bis'],
  ['12, rue de la Paix, 75002 Paris', '75002', '75002', 'rue de la paix', 12],
  ['Via Roma 12/A, 00184 Roma RM', '00184', '00184', 'via roma', 12, 'a'],
  ['Calle Mayor, 5, 3º B, 28013 Madrid', '28013', '28013', 'calle mayor', 5],
  ['Rua do Almada 41, 4050-030 Porto', '4050030', '4050', 'rua do almada', 41],
  ['ul. Marszałkowska 10/12 m. 5, 00-590 Warszawa', '00590', '00-590', 'ul marszałkowska', 10],
  ['Storgata 2, 0155 Oslo', '0155', '0155', 'storgata', 2],
  ['Václavské náměstí 1, 110 00 Praha', '11000', '110', 'vaclavske namesti', 1],
  ['12 Kirkstall Road, Leeds LS10 1AB', 'LS101AB', 'LS10', 'kirkstall road', 12],
  ['Flat 3, 12b Kirkstall Rd., Leeds ls101ab', 'LS101AB', 'LS10', 'kirkstall road', 12, 'b'],
  ['1 Long Acre, London, wc2e9lg', 'WC2E9LG', 'WC2E', 'long acre', 1],
  ['Flat 4, 221B Baker St, London, nw1 6xe', 'NW16XE', 'NW1', 'baker street', 221, 'b'],
  ['Rose Cottage, Mill Lane, Ely CB7 4AA', 'CB74AA', 'CB7', 'rose cottage', null],
  ['5 Grafton Street, Dublin, D02 AF30', 'D02AF30', 'D02', 'grafton street', 5],
  ['1200 Main St, Apt 4, Portland, OR 97201', '97201', '97201', 'main street', 1200],
  ['1200 Main Street\nPortland, OR 97201', '97201', '97201', 'main street', 1200],
  ['350 5th Ave, New York, NY 10118-0110', '101180110', '10118', '5th avenue', 350],
  ['111 Wellington St, Ottawa ON K1A 0A9', 'K1A0A9', 'K1A', 'wellington street', 111],
  ['Storgatan 2, Oslo', '', '', 'storgatan', 2],
  ['1200 Main Street', '', '', 'main street', 1200],
  ['', '', '', '', null],
])('%s is read', ([address, postcode, area, street, number, suffix = '']) => {
  expect(parseAddress(address)).toMatchObject({ postcode, area, street, number, suffix });
});

test.for<[town: string, address: string]>([
  ['oslo', 'Storgatan 2, Oslo'],
  ['oslo', 'Storgatan, 2, Oslo, Norway'],
  ['oslo', 'Oslo, Storgatan 2'],
  ['portland', '1200 Main St, Apt 4, Portland, OR'],
  ['', 'Storgatan 2'],
])('the town is “%s” in %s', ([town, address]) => {
  expect(parseAddress(address).town).toBe(town);
});

test.for<[one: string, other: string]>([
  ['Hauptstr. 5a, 10115 Berlin', 'HAUPTSTRAßE 5a\nD-10115 Berlin'],
  ['Linnégatan 8, SE-413 04 Göteborg', 'linnegatan 8; 41304 GOTEBORG'],
  ['12 Kirkstall Rd., Leeds ls101ab', '12 Kirkstall Road, Leeds, LS10 1AB'],
  ['350 5th Ave, New York, NY 10118-0110', '350 5th Avenue,New York NY 10118-0110'],
])('%s is one door in both spellings', ([one, other]) => {
  expect(parseAddress(one).folded).toBe(parseAddress(other).folded);
});

test.for<[one: string, other: string]>([
  ['Flat 3, 12 Kirkstall Road, Leeds LS10 1AB', 'Flat 4, 12 Kirkstall Road, Leeds LS10 1AB'],
  ['House B-12, Block C, Karachi 75500', 'House D-12, Block C, Karachi 75500'],
  ['Calle 5 #10-20, Bogotá 110111', 'Calle 5 #12-20, Bogotá 110111'],
  ['दिल्ली 5', 'दल्ला 5'],
])('%s and %s are two doors', ([one, other]) => {
  expect(parseAddress(one).folded).not.toBe(parseAddress(other).folded);
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
