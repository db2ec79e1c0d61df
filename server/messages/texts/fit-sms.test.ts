import { expect, it } from 'vitest';
import { countSegments, inBasicLetters, writeSms } from './fit-sms.ts';

it.each([
  ['a'.repeat(160), 1],
  ['a'.repeat(161), 2],
  // Signs of the extension take two places.
  [`${'a'.repeat(158)}€`, 1],
  [`${'a'.repeat(159)}€`, 2],
  ['å'.repeat(160), 1],
  ['ж'.repeat(70), 1],
  ['ж'.repeat(71), 2],
  // One letter outside makes all of it UCS-2, in which an emoji is two.
  [`${'a'.repeat(68)}📦`, 1],
  [`${'a'.repeat(69)}📦`, 2],
])('%s has %i segments', (text, segments) => {
  expect(countSegments(text)).toBe(segments);
});

const parts = {
  sentence: 'Your parcel is out for delivery today.',
  link: 'https://t.example/s/ABCDEFGH',
  ending: ' Reply STOP.',
};

it('a text fits one part, with as much of the brand as fits', () => {
  expect(writeSms({ ...parts, brand: 'North' })).toBe(`North: ${parts.sentence} ${parts.link} Reply STOP.`);
  const long = writeSms({ ...parts, brand: 'N'.repeat(300) });
  expect(long).toContain(parts.link);
  expect(long).toHaveLength(160);
  const [sentence, cyrillic] = ['Your parcel is at our depot.', 'Почта России'];
  const short = writeSms({ ...parts, sentence, brand: cyrillic });
  expect(short).toBe(`Почта Росси: ${sentence} ${parts.link}`);
});

it.each([
  ['Šárka’s Knihy', "Sarka's Knihy"],
  ['Café Hav', 'Café Hav'],
  ['Łódź', 'Łodz'],
  ['Почта', 'Почта'],
])('%s is written %s, in letters that cost less', (name, written) => {
  expect(inBasicLetters(name)).toBe(written);
});
