import { expect, it } from 'vitest';
import { isBareMeasure, lengthUnitIn, readLength, readWeight, splitSizes, weightUnitIn } from './measure.ts';

it.each([
  ['0,85', '850'],
  ['850 g', '850'],
  ['850Gr.', '850'],
  ['1.5 kgs', '1500'],
  ['12 oz', '340'],
  ['2 lb 3 oz', '992'],
  ['2lbs. 3oz', '992'],
  ['2 lb, 3 oz', '992'],
  ['1,234.5 g', '1235'],
  ['1\u00a0234,5 g', '1235'],
  ['1.200 kg', '1200'],
])('a weight is read: %s', (text, grams) => expect(readWeight(text)).toBe(grams));

it.each(['1,200 g', '1 stone', '2 lb 3', '3 Mugs', '', 'kg', '-1 kg', '1e3', '9'.repeat(70)])(
  'a weight is not guessed: %s',
  (text) => expect(readWeight(text)).toBe(text),
);

it.each([
  ['30', '300'],
  ['300 mm', '300'],
  ['0.3 m', '300'],
  ['12"', '305'],
  ['12 in.', '305'],
  ['12″', '305'],
  ["12''", '305'],
  ['1 ft 2 in', '356'],
  [`1' 2"`, '356'],
])('a length is read: %s', (text, mm) => expect(readLength(text)).toBe(mm));

it('a number has the unit that is given, or none', () => {
  expect([readWeight('2', 'lb'), readLength('2', 'in'), readLength('2 cm', 'in')]).toEqual(['907', '51', '20']);
  expect([readWeight('2', null), readLength('2', null)]).toEqual(['2', '2']);
});

it.each([
  ['Weight (g)', 'g'],
  ['Weight in kg', 'kg'],
  ['weight_lbs', 'lbs'],
  ['WeightOz', 'oz'],
  ['weightgrams', 'grams'],
  ['Lineitem grams', 'grams'],
  ['Weight(kg)', 'kg'],
  ['Gross weight', null],
])('a heading names the unit of weights: %s', (head, unit) => expect(weightUnitIn(head)).toBe(unit));

it.each([
  ['Length (mm)', 'mm'],
  ['lengthcm', 'cm'],
  ['Height(in)', 'in'],
  ['Width in inches', 'inches'],
  ['Length "', '"'],
  ['Length in parcel', null],
  ['Item length', null],
])('a heading names the unit of lengths: %s', (head, unit) => expect(lengthUnitIn(head)).toBe(unit));

it.each([
  ['30 x 20 x 10 cm', ['30 cm', '20 cm', '10 cm']],
  ['30×20×10', ['30', '20', '10']],
  ['12" x 10" x 8"', ['12"', '10"', '8"']],
  ['300mm*200mm*50mm', ['300mm', '200mm', '50mm']],
  ['L: 30 x W: 20 x H: 10 in', ['30 in', '20 in', '10 in']],
  ['30 x 20', null],
  ['Box x Large x Red', null],
])('three sizes are in one cell: %s', (text, sizes) => expect(splitSizes(text)).toEqual(sizes));

it('what has no unit is known', () => {
  expect(['30', '0,5', '1,200', '30 x 20 x 10'].map(isBareMeasure)).toEqual([true, true, true, true]);
  expect(['', '30 cm', '30 x 20 x 10 cm', 'Large'].map(isBareMeasure)).toEqual([false, false, false, false]);
});
