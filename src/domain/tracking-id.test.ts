import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  CROCKFORD,
  checkCharacter,
  composeTrackingId,
  crockford,
  inGroupsOfFour,
  isTrackingId,
  normalizeTrackingId,
} from './tracking-id.ts';

const randomBytes = fc.uint8Array({ minLength: 10, maxLength: 16 });
const anyLetter = fc.constantFrom(...CROCKFORD);
const anyTrackingId = fc.tuple(anyLetter, randomBytes).map(([letter, bytes]) => composeTrackingId(letter, bytes));

describe('composing a tracking ID', () => {
  it('takes the brand letter, five bits of each of ten bytes, and a check character', () => {
    const bytes = Uint8Array.of(0, 1, 9, 10, 17, 18, 31, 32, 33, 255, 7);
    expect(composeTrackingId('W', bytes)).toMatch(/^W019AHJZ01Z.$/);
  });

  it('always gives one of twelve characters that is valid and already normal', () => {
    fc.assert(
      fc.property(anyTrackingId, (id) => {
        expect(id).toHaveLength(12);
        expect(isTrackingId(id)).toBe(true);
        expect(normalizeTrackingId(id)).toBe(id);
      }),
    );
  });

  it('keeps the check characters of IDs that are printed on labels', () => {
    expect([checkCharacter('W48207K159X'), checkCharacter('WZZZZZZZZZZ'), checkCharacter('00000000000')]).toEqual([
      '1',
      'T',
      '0',
    ]);
  });

  it('refuses too few random bytes', () => {
    expect(() => composeTrackingId('W', new Uint8Array(9))).toThrow(RangeError);
  });

  it.each(['w', 'O', 'U', 'Ö', ' '])("refuses '%s' as a brand letter", (letter) => {
    expect(() => composeTrackingId(letter, new Uint8Array(10))).toThrow(RangeError);
  });
});

describe('the check character', () => {
  const anyPosition = fc.integer({ min: 0, max: 11 });

  it('finds every single wrong character', () => {
    fc.assert(
      fc.property(anyTrackingId, anyPosition, anyLetter, (id, position, letter) => {
        fc.pre(id[position] !== letter);
        expect(isTrackingId(id.slice(0, position) + letter + id.slice(position + 1))).toBe(false);
      }),
      { numRuns: 2000 },
    );
  });

  it('finds every exchange of two different characters, neighbours or not', () => {
    fc.assert(
      fc.property(anyTrackingId, anyPosition, anyPosition, (id, one, other) => {
        const characters = [...id];
        const [first = '', second = ''] = [characters[one], characters[other]];
        fc.pre(first !== second);
        characters[one] = second;
        characters[other] = first;
        expect(isTrackingId(characters.join(''))).toBe(false);
      }),
      { numRuns: 2000 },
    );
  });

  it('matches one body in 32, so a guess without it fails', () => {
    const body = composeTrackingId('W', new Uint8Array(10)).slice(0, -1);
    expect([...CROCKFORD].filter((check) => isTrackingId(body + check))).toEqual([checkCharacter(body)]);
  });

  it.each(['I', 'L', 'O', 'U', 'a', '-', '\0', '😀'])("is not given for '%s'", (character) => {
    expect(() => checkCharacter(`W${character}`)).toThrow(RangeError);
  });
});

describe('what a person types as a tracking ID', () => {
  it.each([
    ['w482 07k1 59x', 'W48207K159X'],
    ['W482-07K1-59X', 'W48207K159X'],
    ['W482–07K1—59X', 'W48207K159X'],
    ['  W4820 7K159X\n', 'W48207K159X'],
    ['W482\u00a007K1\u200959X', 'W48207K159X'],
    ['W482o7KI59X', 'W48207K159X'],
    ['w482o7kl59x', 'W48207K159X'],
    ['W482O7Ki59X', 'W48207K159X'],
    ['#W482.07K1_59X', 'W48207K159X'],
    ['', ''],
  ])("%j is read as '%s'", (typed, read) => {
    expect(normalizeTrackingId(typed)).toBe(read);
  });

  it('means the same ID however it is written', () => {
    const written = fc.tuple(
      anyTrackingId,
      fc.array(fc.constantFrom(' ', '-', '  ', ''), { minLength: 12, maxLength: 12 }),
      fc.array(fc.nat(3), { minLength: 12, maxLength: 12 }),
    );
    const alike: Record<string, string> = { 0: 'oO0o', 1: 'iIlL' };
    fc.assert(
      fc.property(written, ([id, gaps, ways]) => {
        const typed = [...id].map((character, index) => {
          const way = ways[index] ?? 0;
          const twin = alike[character]?.charAt(way) ?? (way % 2 ? character.toLowerCase() : character);
          return gaps[index] + twin;
        });
        expect(normalizeTrackingId(typed.join(''))).toBe(id);
      }),
    );
  });

  it('never throws and stays as it is when read twice', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (typed) => {
        const read = normalizeTrackingId(typed);
        expect(normalizeTrackingId(read)).toBe(read);
        expect(isTrackingId(read)).toBe(
          /^[0-9A-HJKMNP-TV-Z]{12}$/.test(read) && checkCharacter(read.slice(0, 11)) === read[11],
        );
      }),
    );
  });

  it.each([
    ['nothing', ''],
    ['one character too few', '00000000000'],
    ['one character too many', '0000000000000'],
    ['a letter outside the alphabet', 'U00000000000'],
    ['lower case', 'w00000000000'],
    ['a space inside', '000000 00000'],
    ['NUL', '00000000000\0'],
    ['an emoji', '0000000000😀'],
    ['wide digits', '\uff10'.repeat(12)],
  ])('is no tracking ID where it is %s', (_, text) => {
    expect(isTrackingId(text)).toBe(false);
  });

  it('is one at exactly twelve characters with the right check', () => {
    expect(isTrackingId('000000000000')).toBe(true);
  });
});

describe('codes as people read them', () => {
  it("are twelve characters in three groups of four, such as 'W482 07K1 59XQ'", () => {
    expect(inGroupsOfFour('W48207K159XQ')).toEqual(['W482', '07K1', '59XQ']);
  });

  it.each([
    ['', []],
    ['ABC', ['ABC']],
    ['ABCDE', ['ABCD', 'E']],
  ])('%j is grouped as %j', (code, groups) => {
    expect(inGroupsOfFour(code)).toEqual(groups);
  });

  it('use every one of the 32 digits equally often over all bytes', () => {
    const all = crockford(Uint8Array.from({ length: 256 }, (_, byte) => byte));
    for (const digit of CROCKFORD) expect(all.split(digit)).toHaveLength(9);
  });

  it('have no I, L, O or U, which are misread', () => {
    expect(CROCKFORD).toBe('0123456789ABCDEFGHJKMNPQRSTVWXYZ');
  });
});
