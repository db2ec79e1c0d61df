import { expect, it } from 'vitest';
import { readAnswer } from './stop-words.ts';

it.each([
  ['STOP'],
  [' Stop. '],
  ['STOPP'],
  ['STOP ALL'],
  ['OPT OUT'],
  ['opt-out'],
  ['Stop please'],
  ['Please stop'],
  ['Stop. Thank you'],
  ['Stop texting me'],
  ['“STOP”'],
  ['«Stop»'],
  ['STOP 🛑'],
  ['ＳＴＯＰ'],
  ['STOP\nSent from my phone'],
  ['Stopp\r\n\r\nSkickat från min telefon'],
  ['Sluta'],
  ['Snälla sluta'],
  ['AVSLUTA'],
  ['BAJA'],
  ['PARAR'],
  ['Arrêt'],
  ['Bitte abmelden, danke'],
])('%j ends texts', (text) => {
  expect(readAnswer(text)).toBe('stop');
});

it.each([
  ['When will you stop here?'],
  ['Count me in, stop by at 5'],
  ['Stop\nby the back door, please'],
  ['Don’t stop'],
  ['Please cancel the parcel'],
  ['Thank you!'],
  ['🛑'],
  [''],
  [`stop${' please'.repeat(100)}`],
])('%j does not', (text) => {
  expect(readAnswer(text)).toBeNull();
});

it('START brings texts back, and only by itself', () => {
  expect(readAnswer(' Start! ')).toBe('start');
  expect(readAnswer('Yes please, leave it outside')).toBeNull();
});
