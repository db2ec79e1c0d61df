import { expect, it } from 'vitest';
import { drawnText, findFont, listLacking } from './letters.ts';

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
