import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import {
  amountOf,
  calendarDay,
  emailAddress,
  IdSchema,
  moment,
  optionalText,
  phoneNumber,
  requiredParagraphs,
  requiredText,
  storedEmailAddress,
  strictInput,
} from './field-schemas.ts';

/** What the schema says of a value: its first message, or the value it makes of it. */
function answer(schema: v.GenericSchema, value: unknown): unknown {
  const result = v.safeParse(schema, value);
  return result.success ? { accepted: result.output } : result.issues[0].message;
}
const refuses = (schema: v.GenericSchema, value: unknown) => !v.is(schema, value);

describe('a line of text', () => {
  const City = requiredText('City', 10);

  it.each([
    ['Oslo', { accepted: 'Oslo' }],
    ['  Oslo\n', { accepted: 'Oslo' }],
    ['0123456789', { accepted: '0123456789' }],
    ['', 'City is required.'],
    [' \t\n', 'City is required.'],
    [undefined, 'City is required.'],
    [null, 'City is required.'],
    [7, 'City is required.'],
    ['Os\nlo', 'City contains characters that can’t be used.'],
  ])('that must be there: %j is answered %j', (value, expected) => {
    expect(answer(City, value)).toEqual(expected);
  });

  it.each([
    ['', { accepted: '' }],
    ['  ', { accepted: '' }],
    [null, 'City must be text.'],
    ['0123456789A', 'City can have at most 10 characters.'],
    ['Os\0lo', 'City contains characters that can’t be used.'],
  ])('that may be empty: %j is answered %j', (value, expected) => {
    expect(answer(optionalText('City', 10), value)).toEqual(expected);
  });

  it('rejects every control character, at any position', () => {
    const codes = [...Array.from({ length: 32 }, (_, code) => code), ...Array.from({ length: 33 }, (_, i) => 127 + i)];
    for (const code of codes) {
      const text = `a${String.fromCodePoint(code)}b`;
      const isRefused = [requiredText, optionalText].map((schemaOf) => refuses(schemaOf('City', 10), text));
      expect([code, ...isRefused]).toEqual([code, true, true]);
    }
  });
});

describe('a text of several lines', () => {
  const Body = requiredParagraphs('Body', 20);

  it.each([
    ['one\r\n\ttwo', { accepted: 'one\r\n\ttwo' }],
    ['  \n ', 'Body is required.'],
    ['a\0b', 'Body contains characters that can’t be used.'],
    ['a\u001bb', 'Body contains characters that can’t be used.'],
    ['x'.repeat(21), 'Body can have at most 20 characters.'],
  ])('keeps its line breaks and nothing else of that kind: %j is answered %j', (value, expected) => {
    expect(answer(Body, value)).toEqual(expected);
  });
});

describe('an email address', () => {
  const Email = emailAddress('Email');

  it.each([
    "!#$%&'*+/=?^_`{|}~-@example.com",
    'UPPER.last+tag@mail.example.co.uk',
    'name@उदाहरण.भारत',
    'name@xn--bcher-kva.example',
    'name@a-b.7.example',
    `${'a'.repeat(64)}@example.com`,
  ])('is %s', (value) => {
    expect(answer(Email, value)).toEqual({ accepted: value });
  });

  it.each([
    '@example.com',
    'name@',
    'name@localhost',
    'na me@example.com',
    'a@example.com,b@example.com',
    'a@example.com b@example.com',
    '"quoted"@example.com',
    'name@-x.com',
    'name@x-.com',
    'name@x.c',
    'n\u00adame@example.com',
    'name\u200b@example.com',
    '<a@example.com>',
    'a@example.com>',
    'a\\b@example.com',
    'a@[127.0.0.1]',
    'a@example.com\r\nBcc: b@example.com',
    'a\0b@example.com',
    'a@example.com\0',
    `${'a'.repeat(65)}@example.com`,
    `a@${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(63)}.${'e'.repeat(63)}.com`,
  ])('is one only, and plain: not %j', (value) => {
    expect(answer(Email, value)).toMatch(/email/i);
  });

  it.each([
    ['.a@example.com', 'Email has a period too many.'],
    ['a@example..com', 'Email has a period too many.'],
    ['na\u00adme@example.com', 'Email contains an invisible character. Type it again.'],
    ['jörg@example.com', 'Email can only have the letters a to z before the @.'],
  ])('says what is wrong with %s', (value, message) => {
    expect(answer(Email, value)).toBe(message);
  });

  it('has a straight apostrophe, whatever a word processor made of it', () => {
    expect(answer(Email, 'o’brien@example.com')).toEqual({ accepted: "o'brien@example.com" });
  });

  it('that was stored may have letters of any script, and nothing else that is new', () => {
    const Stored = storedEmailAddress('Email');
    expect(answer(Stored, 'jörg@bücher.example')).toEqual({ accepted: 'jörg@bücher.example' });
    for (const value of ['a..b@example.com', 'na\u200bme@example.com', 'a b@example.com'])
      expect(answer(Stored, value)).toMatch(/email/i);
  });

  it('never holds a space, a comma, a quote, an angle bracket or a control character', () => {
    const bad = fc.constantFrom(...' ,;"<>()[]\\:\r\n\t\0\u0001\u007f\u0085\u2028');
    fc.assert(
      fc.property(bad, fc.nat(15), (character, position) => {
        const address = 'name@example.com';
        const at = Math.max(1, position);
        expect(refuses(Email, address.slice(0, at) + character + address.slice(at))).toBe(true);
      }),
    );
  });

  it('is rejected without delay when it is very long', () => {
    expect(answer(Email, `${'a.'.repeat(200_000)}@${'b.'.repeat(200_000)}`)).toMatch(/at most 254 characters/);
  });
});

describe('a phone number', () => {
  it.each([
    ['+٤٦ ٣١ ٥٥٥ ٠١٩٢', '+46 31 555 0192'],
    ['۰۲۱ ۵۵۵ ۷۳۱۱', '021 555 7311'],
    ['०१२३४५६७८९', '0123456789'],
    // Some phones copy a number between marks that nobody sees.
    ['\u202a+46 31 555 0192\u202c', '+46 31 555 0192'],
  ])('in the digits of another script is read: %s', (value, accepted) => {
    expect(answer(phoneNumber('Phone number'), value)).toEqual({ accepted });
  });

  it.each([
    '+46 31 555 0192',
    '(212) 555-0123',
    '(+46) 31 555 0192',
    '+44 (0)20 7946 0958',
    '112',
    '02.33.44.55.00',
    '+1/212.555.0192#3',
    '+1 212-555-0143 Ext. 77',
    '+1 212-555-0143, extension 77',
    '+1 212-555-0143;ext=77',
    '+43 1 5550143 DW 7',
    '03-1234-5678 内線12',
  ])('is %s', (value) => {
    expect(answer(phoneNumber('Phone number'), value)).toEqual({ accepted: value });
  });

  it.each([
    ['＋81 3-1234-5678', '+81 3-1234-5678'],
    ['（０３）　１２３４ー５６７８', '(03) 1234-5678'],
    ['+81‑3‑1234‑5678', '+81-3-1234-5678'],
    ['+46 31 555–0192', '+46 31 555-0192'],
    ['tel:+46315550192', '+46315550192'],
    ["'0046 31 555 0192", '0046 31 555 0192'],
    [' +1 212-555-0143 ｅｘｔ７７ ', '+1 212-555-0143 ext77'],
  ])('has one kind of dash and width: %s', (value, accepted) => {
    expect(answer(phoneNumber('Phone number'), value)).toEqual({ accepted });
  });

  it.each(['4.47911E+11', '4,47911e+11', '447911123456.0', '+447911123456,00'])(
    'is not what a spreadsheet makes of it: %s',
    (value) => {
      const message = 'Receiver phone was changed by a spreadsheet. Enter it in full, such as +46 31 555 0192.';
      expect(answer(phoneNumber('Receiver phone'), value)).toBe(message);
    },
  );

  it.each(['', '12', '+', 'call me', '+46 31 555 0192 ext.', '031-555 0192, 031-555 0193', '+46\r\n31555', 5550192])(
    'is not %j',
    (value) => {
      expect(answer(phoneNumber('Phone number'), value)).toMatch(/phone number/i);
    },
  );

  it('is rejected without delay when it is very long', () => {
    const text = `111${'-'.repeat(200_000)}!`;
    expect(answer(phoneNumber('Phone number'), text)).toBe('Phone number can have at most 32 characters.');
  });
});
describe('an amount', () => {
  const Amount = amountOf('Amount');

  it.each([0.01, 0.29, 1.1, 148.2, 9_999_999.99, 10_000_000])('of $%d is accepted', (value) => {
    expect(answer(Amount, value)).toEqual({ accepted: value });
  });

  it.each([
    [0, 'Amount must be at least $0.01.'],
    [1.005, 'Amount can have at most two decimals.'],
    [10_000_000.01, 'Amount can be at most $10,000,000.'],
    [JSON.parse('1e309'), 'Amount must be a number.'],
    [Number.NaN, 'Amount must be a number.'],
    ['1,234', 'Enter the amount like this: 1234.50'],
    [null, 'Amount is required.'],
  ])('of %s is rejected: %s', (value, message) => {
    expect(answer(Amount, value)).toBe(message);
  });

  it('may be nothing where it only declares a value, but never less', () => {
    expect(answer(amountOf('Value', 0), 0)).toEqual({ accepted: 0 });
    expect(answer(amountOf('Value', 0), -0.01)).toBe('Value cannot be negative.');
  });

  it('is any number of whole cents in range', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000_000 }), (cents) => {
        expect(v.is(Amount, cents / 100)).toBe(true);
      }),
    );
  });
});

describe('a moment', () => {
  it('is a time of UTC', () => {
    for (const value of [
      '2026-11-20T06:40Z',
      '2026-11-20T06:40:00Z',
      '2026-11-20T06:40:00.000Z',
      '1970-01-01T00:00:00Z',
    ])
      expect(answer(moment('Ship date'), value)).toEqual({ accepted: value });
  });

  it.each([
    '2026-11-20',
    '2026-11-20T06:40',
    '2026-11-20T06:40:00+01:00',
    '2026-02-31T00:00:00Z',
    '2026-11-20T24:00:00Z',
    '2026-11-20T23:60:00Z',
    '1969-12-31T23:59:59Z',
    '2200-01-01T00:00:00Z',
    '2026-11-20T06:40:00Z\n',
    1_795_156_800_000,
    null,
  ])('is not %j', (value) => {
    expect(answer(moment('Ship date'), value)).toMatch(/^Ship date /);
  });

  it('is whatever a clock of this century says', () => {
    const times = fc.date({ min: new Date('1970-01-01'), max: new Date('2199-12-31'), noInvalidDate: true });
    fc.assert(
      fc.property(times, (time) => {
        expect(v.is(moment('Ship date'), time.toISOString())).toBe(true);
      }),
    );
  });
});

describe('a calendar day', () => {
  it.each(['1900-01-01', '1984-06-01', '2024-02-29', '2199-12-31'])('is %s', (value) => {
    expect(answer(calendarDay('From'), value)).toEqual({ accepted: value });
  });

  it.each([
    '',
    '2023-02-29',
    '2026-00-10',
    '1899-12-31',
    '2200-01-01',
    '01/06/1984',
    '1984-6-1',
    '1984-06-01\n',
    19840601,
  ])('is not %j', (value) => {
    expect(answer(calendarDay('From'), value)).toMatch(/^From /);
  });
});

describe('an ID', () => {
  it('is a UUID', () => {
    const id = '01939f2e-8a6c-7c3e-9d53-0f6a1b2c3d4e';
    expect(answer(IdSchema, id)).toEqual({ accepted: id });
    for (const value of ['', '1', id.replaceAll('-', ''), `${id}\n`, "' or 1=1 --", '../x', 1, null])
      expect(answer(IdSchema, value)).toBe('This is not a valid ID.');
  });
});

describe('an input', () => {
  const Input = strictInput({ senderName: requiredText('Sender name', 10), note: v.optional(optionalText('Note', 5)) });

  it.each([
    [{ senderName: 'A' }, { accepted: { senderName: 'A' } }],
    [{ note: 'x' }, 'Sender name is required.'],
    [{ senderName: 'A', header: true }, 'Unknown field.'],
    [{ senderName: 'A', toString: 'x' }, 'Unknown field.'],
    [undefined, 'Enter a valid value.'],
    ['text', 'Enter a valid value.'],
    [[], 'Sender name is required.'],
  ])('names what is missing and rejects what it does not know: %j is answered %j', (value, expected) => {
    expect(answer(Input, value)).toEqual(expected);
  });

  it('is not changed while it is read', () => {
    const given = Object.freeze({ senderName: '  A  ' });
    expect(answer(Input, given)).toEqual({ accepted: { senderName: 'A' } });
    expect(given).toEqual({ senderName: '  A  ' });
  });
});
