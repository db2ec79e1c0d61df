import { expect, it } from 'vitest';
import { drawnText, findFont, listLacking, splitSymbols } from './letters.ts';

const fontOf = (letters: string) => new Set(Array.from(letters, (letter) => letter.codePointAt(0) ?? 0));
const latin = fontOf(' abcdefghijklmnopqrstuvwxyzé');
const greek = fontOf(' αβγ');

it.each([
  ['cafe\u0301', 'café'],
  ['one\r\ntwo\tthree\u0000four', 'one two three four'],
  ['no\u00A0break\u2028line', 'no break line'],
  ['in\u200Bvis\u202Eib\uFEFFle\u00AD', 'invisible'],
])('%j is drawn as "%s"', (text, drawn) => {
  expect(drawnText(text)).toBe(drawn);
});

it('a letter comes from the first font that has all its parts', () => {
  expect([findFont('a', [latin, greek]), findFont('β', [latin, greek]), findFont('β\u0301', [latin, greek])]).toEqual([
    0, 1, -1,
  ]);
});

it('what no font has is named once, and right to left whatever fonts have', () => {
  expect(listLacking(['cafe\u0301', 'αβγ 中文中', '😀!'], [latin, greek])).toBe('中文😀!');
  expect(listLacking(['a שלום'], [latin, fontOf('שלום')])).toBe('שלום');
});

it.each([
  ['anna 🌸 abel', 'anna abel', ['🌸']],
  ['👩🏽‍🚒🇸🇪 anna🎉', 'anna', ['👩🏽', '🚒', '🇸🇪', '🎉']],
  ['a，b', 'a b', ['，']],
  ['中文 🌸', '中文', ['🌸']],
  ['中文', '中文', []],
])('of "%s" stays "%s"', (text, kept, symbols) => {
  const split = splitSymbols(text, [latin]);
  expect(split.text).toBe(kept);
  expect(split.symbols.join('')).toBe(symbols.join(''));
});

it('a digit in a frame stays a digit', () => {
  expect(splitSymbols('a 1\uFE0F\u20E3', [fontOf('a 1')]).text).toBe('a 1');
});
