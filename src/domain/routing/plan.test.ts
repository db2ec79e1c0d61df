import { expect, test } from 'vitest';
import { districtsOf } from './plan.ts';

const namesOf = (couriers: number, ...addresses: string[]) => {
  const doors = addresses.map((address) => ({ id: address, address }));
  return [...new Set([...districtsOf(doors, couriers).values()].map(({ name }) => name))].toSorted();
};

const GOTHENBURG = ['Linnégatan 8, 413 04 Göteborg', 'Vasagatan 1, 411 24 Göteborg', 'Hisingen 2, 417 05 Göteborg'];

test('a district has its town, with its letters, and its postcodes', () => {
  const kungälv = ['Storgatan 1, 442 34 Kungälv', 'Nygatan 2, SE-442 30 Kungälv', 'Gamla gatan 3, 442 31 Kungalv'];
  expect(namesOf(1, ...GOTHENBURG, ...kungälv)).toEqual([
    'Göteborg 411 24',
    'Göteborg 413 04',
    'Göteborg 417 05',
    'Kungälv 442 30–34',
  ]);
  // Few areas: each postcode by itself.
  expect(namesOf(2, ...kungälv.slice(0, 2))).toEqual(['Kungälv 442 30', 'Kungälv 442 34']);
});

test('postcodes with letters are named by their area, and none by the last line', () => {
  const addresses = [
    ...['12 Kirkstall Road, Leeds LS10 1AB', '14 Kirkstall Road, Leeds LS10 1AD', '1 High Street, York YO1 7EP'],
    ...['Hauptstraße 5, 10115 Berlin', 'Rua do Almada 41, 4050-030 Porto', 'Storgatan 2, Umeå'],
  ];
  expect(namesOf(1, ...addresses)).toEqual(['Berlin 10115', 'Leeds LS10', 'Porto 4050-030', 'Umeå', 'York YO1']);
});
