import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as text from './text.ts';

const { findLostLetters, normalizeEmail, normalizeLine, normalizeParagraphs, normalizePassword, searchable } = text;

describe('a line of text', () => {
  it.each([
    ['composed letters', 'Jose\u0301 Mun\u0303oz', 'José Muñoz'],
    ['one width', '\uff21\uff44\uff41\u3000\uff11\uff12', 'Ada 12'],
    ['whole katakana', '\uff76\uff9e', 'ガ'],
    ['plain and single spaces', ' Ada\u00a0\u2003 Test\u2028', 'Ada Test'],
    ['no soft hyphens, marks of direction or joiners', 'A\u00add\u200ea\u202e\u200d\u2060', 'Ada'],
    ['no byte order mark', '\ufeffAda', 'Ada'],
    ['joiners in Persian', 'می\u200cخواهم', 'می\u200cخواهم'],
    ['joiners in Hindi', 'क्\u200dष', 'क्\u200dष'],
    ['whole emoji', '👩\u200d🚀 ❤\ufe0f 1\ufe0f\u20e3', '👩\u200d🚀 ❤\ufe0f 1\ufe0f\u20e3'],
    ['Japanese variants of a letter', '葛\u{e0100}', '葛\u{e0100}'],
    ['signs that have a meaning', '10 m² ½ №', '10 m² ½ №'],
  ])('has %s', (_what, written, stored) => {
    expect(normalizeLine(written)).toBe(stored);
  });

  it.each(['', ' ', '\u200b', '\u3164', '\u2800', '\u115f\u1160', '\u00ad\u2060\ufeff', '\u{e0020}', '\ufe0f'])(
    'that looks empty is empty: %j',
    (written) => expect(normalizeLine(written)).toBe(''),
  );

  it('is the same when it is normalized again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (typed) => {
        for (const normalize of [normalizeLine, normalizeParagraphs, normalizePassword, normalizeEmail, searchable]) {
          const once = normalize(typed);
          expect(normalize(once)).toBe(once);
        }
      }),
    );
  });
});

it('a text of several lines keeps its lines, width and spaces', () => {
  expect(normalizeParagraphs(' はい！\u2028Cafe\u0301\u200b  1\r\n\n2 ')).toBe('はい！\nCafé  1\r\n\n2');
});

it.each([
  ['\u200b bo@receiver.example\ufeff', 'bo@receiver.example'],
  ['\uff22o\uff20receiver\uff0eexample', 'Bo@receiver.example'],
  ['jose\u0301@receiver.example', 'josé@receiver.example'],
  ['bo\u200b@receiver.example', 'bo\u200b@receiver.example'],
])('an address is cleaned at its ends, and never within: %j', (written, stored) => {
  expect(normalizeEmail(written)).toBe(stored);
});

it.each([
  ['composed or not', 'l\u00e9gende', 'le\u0301gende'],
  ['wide or not', '\uff50\uff41\uff53\uff53 \uff11', 'pass 1'],
  ['with a space that does not break', 'one\u00a0two', 'one two'],
  ['with a typographic apostrophe', 'l’heure', "l'heure"],
  ['with other quotation marks and dashes', '“a” — b', '"a" - b'],
  ['with an invisible character', 'pass\u200bword', 'password'],
])('a passphrase is the same %s', (_how, one, other) => {
  expect(normalizePassword(one)).toBe(normalizePassword(other));
  expect(normalizePassword(` ${one}`)).not.toBe(normalizePassword(one));
});

it.each([
  ['José Muñoz', 'Jose\u0301 MUNOZ'],
  ['O’Brien', "o'brien"],
  ['\uff2d\uff35\uff2e\uff2f\uff3a', 'munoz'],
  ['Łódź, Straße, Ørsted, Æsir', 'lodz, strasse, orsted, aesir'],
  ['Ада\u00a0 Йод', 'ада иод'],
  ['한국', '\u1112\u1161\u11ab\u1100\u116e\u11a8'],
])('%s is searched for like %s', (one, other) => {
  expect(searchable(one)).toBe(searchable(other));
});

it.each([
  ['Kaj 1 ,\r\n 411 04 Göteborg\n', 'Kaj 1, 411 04 Göteborg'],
  ['Kaj 1\n\n,\nSweden, ', 'Kaj 1, Sweden,'],
  ['Kaj 1', 'Kaj 1'],
  [' \n ', ''],
])('puts %j on one line', (lines, line) => {
  expect(text.onOneLine(lines)).toBe(line);
});

describe('letters that another program has lost', () => {
  it.each([
    ['José Mu\ufffd', 'Mu\ufffd'],
    ['Elin MuÃ±oz', 'MuÃ±oz'],
    ['GÃ¶teborg', 'GÃ¶teborg'],
    ['Oâ€™Brien', 'Oâ€™Brien'],
    ['Mu√±oz', 'Mu√±oz'],
    ['MartÃ\u00adnez', 'MartÃ\u00adnez'],
    ['РњРѕСЃРєРІР°', 'РњРѕСЃРєРІР°'],
    ['ÃƒÂ¶', 'ÃƒÂ¶'],
  ])('in %s are found', (words, word) => expect(findLostLetters(words)).toBe(word));

  it.each([
    ...['', 'Ada', 'José Muñoz', '«CAFÉ»', 'NÃO', 'Île d’Été', '10 m² ½', 'It’s 5 €', 'Dvořák', 'ÄÖÜ', 'ЁЛКА №5'],
    ...['ΑΒΓ', '東京', 'ガ', '한국', 'İstanbul', 'Ångström Ø 5', 'ﺏ', '👩\u200d🚀', 'caffè™', '√2'],
    // Two signs that would be one letter.
    ...['Pipe Ø½ inch', '2×½', 'Paris–Évry', 'Р–45', '10–£20', '≈£20', 'Г–5'],
  ])('are not in %s', (words) => expect(findLostLetters(words)).toBe(null));
});
