import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { contract, formsOf, isOptional, procedureNames } from '../support/contract.ts';
import { ENDPOINT, type Field, fieldOf, ID, KEYS } from './input-fields.ts';

const LISTS_AND_HEADERS = [
  'plain',
  'a@example.com,b@example.com',
  'a@example.com; b@example.com',
  '"a b"@example.com',
  'a..b@example.com',
  'A <a@example.com>',
  '<a@example.com>',
  'a@example.com\r\nBcc: b@example.com',
  'a\nb@example.com',
  'a\0b@example.com',
  `${'a'.repeat(250)}@example.com`,
];
const NO_MONEY = [
  -1,
  -0.01,
  0.001,
  1.005,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  JSON.parse('1e309'),
  1e308,
  10_000_000.01,
  '12',
  '',
];
const NO_TEXT = [null, 7, true, {}, []];

/** A field of `base` with what no column holds. */
const storedFields = (sample: unknown) =>
  [true, {}, 'x'.repeat(1001), [7]].map((value) => ({ [Object.keys(Object(sample))[0] ?? '']: value }));

/** What no field of a kind may be. */
function hostile({ kind, sample, longest = 0 }: Field): unknown[] {
  switch (kind) {
    case 'text':
      return [...NO_TEXT, '', '   ', '\0', 'a\0b', 'a\r\nb', 'x'.repeat(longest + 1)];
    case 'optional-text':
      return [...NO_TEXT, '\0', 'a\r\nb', 'x'.repeat(longest + 1)];
    case 'body':
      return [...NO_TEXT, '', ' \n ', 'a\0b', 'x'.repeat(longest + 1)];
    case 'secret':
      return [...NO_TEXT, '', 'Tram-to\0-Angered', 'x'.repeat(longest + 1)];
    case 'look-up':
      return [...NO_TEXT, 'x'.repeat(longest + 1)];
    case 'email':
      return [...NO_TEXT, '', '  ', ...LISTS_AND_HEADERS];
    case 'phone':
      return [...NO_TEXT, '', 'none', '+46\r\n31555', '555\x000192', '5'.repeat(33)];
    case 'amount':
      return [null, true, [], 0, -0, ...NO_MONEY];
    case 'value':
      return [null, true, [], ...NO_MONEY];
    case 'id':
      return [...NO_TEXT, '', '1', `${ID}\0`, `${ID}${ID}`, '../../x'];
    case 'moment':
      return [...NO_TEXT, '', 'soon', '2026-11-20T06:40', '2026-02-31T00:00:00Z', '2026-11-20T06:40:00Z\0'];
    case 'day':
      return [...NO_TEXT, '', '2023-02-29', '1984-02-29\0', '9999-01-01'];
    case 'choice':
      return [...NO_TEXT, '', 'teleported', 'constructor', '\0'];
    case 'default-choice':
      return [...NO_TEXT, ' ', 'teleported', 'constructor', '\0'];
    case 'images':
      return [
        null,
        'https://images.example/a.jpg',
        [7],
        ['a.jpg'],
        ['javascript:alert(1)'],
        ['https://images.example/\0'],
        [`https://images.example/${'x'.repeat(500)}`],
        Array.from({ length: 11 }, () => 'https://images.example/a.jpg'),
      ];
    case 'page':
      return [
        null,
        2,
        'all',
        { page: 0 },
        { page: 1.5 },
        { page: '1' },
        { page: Number.POSITIVE_INFINITY },
        { q: 'a\0b' },
        { q: 'x'.repeat(101) },
        { status: 'x' },
        { from: '2026-02-31' },
        { to: 'x' },
        { offset: 1 },
      ];
    case 'flag':
      return [null, 'true', '', 0, 1, [], {}];
    case 'followed':
      return [null, 'W48207K159X1', {}, [7], ['x'.repeat(101)], Array.from({ length: 21 }, () => 'W48207K159X1')];
    case 'endpoint':
      return [
        ...NO_TEXT,
        '',
        'push',
        'javascript:alert(1)',
        `${ENDPOINT}\0`,
        `${ENDPOINT} `,
        `https://${'x'.repeat(1_000)}`,
      ];
    case 'subscription':
      return [
        null,
        ENDPOINT,
        [],
        {},
        { endpoint: ENDPOINT },
        { endpoint: 'push', keys: KEYS },
        { endpoint: ENDPOINT, keys: { ...KEYS, auth: '' } },
        { endpoint: ENDPOINT, keys: { ...KEYS, p256dh: 'B'.repeat(86) } },
        { endpoint: ENDPOINT, keys: { ...KEYS, auth: `${'a'.repeat(21)}\0` } },
        { endpoint: ENDPOINT, keys: KEYS, expirationTime: 1 },
      ];
    case 'statuses':
      return [null, 'held', {}, ['teleported'], [7], Array.from({ length: 8 }, () => 'held')];
    case 'list':
      return [null, '', 7, {}, 'x', [null], [7], ['x'], [{}], [[]]];
    case 'proof-policy':
      return [null, '', [], {}, { photo: 'asked' }, { photo: 'never', signature: 'off', name: 'off' }];
    case 'base':
      return [null, '', 7, true, ['x'], { id: ID }, { toString: '' }, ...storedFields(sample)];
    case 'some-text':
      return [...NO_TEXT, 'a\0b', 'x'.repeat(20_001)];
    case 'some-number':
      return [null, '1', Number.NaN, Number.POSITIVE_INFINITY];
    case 'some-list':
      return [null, '', 7, {}];
    case 'some-object':
      return [null, '', 7, true, { strange: 1 }];
    case 'version':
      return [null, '1', -1, 0.5, Number.NaN, Number.POSITIVE_INFINITY];
  }
}

/** The key as people read it: `senderName` → /sender name/i. */
const inWords = (key: string) =>
  new RegExp(
    key.replace(/[A-Z]/g, (letter) => ` ${letter}`),
    'i',
  );
const LIBRARY_WORDS = /Invalid|Expected|received|undefined|\bnull\b|NaN|Object|Array|regex|=>|>=/;

const forms = procedureNames.flatMap((procedure) => {
  const input = contract[procedure].input as v.GenericSchema;
  return formsOf(contract[procedure].input).map(({ entries, selectedBy }) => {
    const fields = Object.fromEntries(
      Object.entries(entries).map(([key, entry]) => [key, fieldOf(procedure, key, entry)]),
    );
    return {
      name: selectedBy ? `${procedure} (by ${selectedBy})` : procedure,
      fields,
      selectedBy,
      required: Object.keys(entries).filter((key) => entries[key] && !isOptional(entries[key])),
      sample: Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, field.sample])),
      issues: (value: unknown) => v.safeParse(input, value).issues ?? [],
      read: (value: unknown) => v.parse(input, value),
    };
  });
});

const without = (sample: Record<string, unknown>, key: string) =>
  Object.fromEntries(Object.entries(sample).filter(([other]) => other !== key));

describe.each(forms)('$name', ({ fields, issues, read, sample, required, selectedBy }) => {
  it('accepts its documented input', () => {
    expect(issues(sample)).toEqual([]);
  });

  it(`requires exactly ${required.join(', ')}`, () => {
    const missed = Object.keys(fields).filter((key) => issues(without(sample, key)).length > 0);
    expect(missed.toSorted()).toEqual(required.toSorted());
  });

  it('names the field that is missing, empty, too long or of the wrong type, in our own words', () => {
    for (const [key, field] of Object.entries(fields)) {
      const wrong = hostile(field).filter((one) => one !== null || !field.clearable);
      const bad = wrong.map((value) => ({ ...sample, [key]: value }));
      for (const input of required.includes(key) && key !== selectedBy ? [without(sample, key), ...bad] : bad) {
        const own = issues(input).filter((issue) => issue.path?.[0]?.key === key);
        const shown = `${key}: ${JSON.stringify(input[key])}`.slice(0, 80);
        expect(own.length, `${shown} was accepted`).toBeGreaterThan(0);
        for (const { message } of own) expect(message, shown).not.toMatch(LIBRARY_WORDS);
        const inner = (own[0]?.path?.length ?? 0) > 1 && field.kind === 'page';
        if (!inner) expect(own[0]?.message, shown).toMatch(field.words ?? inWords(key));
      }
    }
  });

  it('reads each ID in any case as the stored one', () => {
    const shouted = JSON.stringify(sample).replaceAll(ID, ID.toUpperCase());
    expect(read(JSON.parse(shouted))).toEqual(read(sample));
  });

  it('rejects an unknown key, including flags and owners of other records', () => {
    const strange = [
      'header',
      'verified',
      'manager',
      'id',
      'userId',
      'senderId',
      'balance',
      'total',
      'available',
      'passwordHash',
      'statusVersion',
      'deletedAt',
      'type',
      'createdAt',
      'role',
      'toString',
      '',
    ];
    for (const key of strange.filter((one) => !Object.hasOwn(fields, one))) {
      const found = issues({ ...sample, [key]: true });
      expect(found.map((issue) => [issue.path?.[0]?.key, issue.message])).toEqual([[key, 'Unknown field.']]);
    }
  });

  it('rejects a non-object', () => {
    for (const value of [undefined, null, 0, 'x', true, Number.POSITIVE_INFINITY]) {
      expect(issues(value).map((issue) => issue.message)).toEqual(['Enter a valid value.']);
    }
    expect(issues([]).length).toBeGreaterThan(0);
  });
});

describe.each(forms.filter(({ fields }) => Object.values(fields).some((field) => field.longest)))(
  '$name',
  ({ fields, issues, sample }) => {
    it('accepts texts up to its maximum length', () => {
      for (const [key, { kind, longest }] of Object.entries(fields)) {
        if (longest === undefined) continue;
        const longText = { ...sample, [key]: 'x'.repeat(longest) };
        const own = issues(longText).filter((issue) => issue.path?.[0]?.key === key);
        const others = own.filter(
          ({ message }) => !/^(The passwords don’t match|This is not a valid IBAN)/.test(message),
        );
        expect([key, kind, others]).toEqual([key, kind, []]);
      }
    });
  },
);
