import * as v from 'valibot';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  fullName,
  NewPasswordSchema,
  RegisterSchema,
  UpdatePasswordSchema,
  UpdateProfileSchema,
  UserSchema,
} from './user.ts';

const profile = {
  firstName: 'Maja',
  lastName: 'Lind',
  phone: '+46 31 555 0192',
  dob: '1984-02-29',
  address: 'Kungsgatan 1',
  city: 'Göteborg',
  state: 'VG',
  nationality: 'Sweden',
};
const errorsOf = (schema: v.GenericSchema, input: unknown) =>
  v.safeParse(schema, input).issues?.map((issue) => `${v.getDotPath(issue)}: ${issue.message}`) ?? [];

describe('a new password', () => {
  it.each(['12345678', 'x'.repeat(128), '  spaces are kept  ', 'пароль-пароль', '😀😀😀😀'])(
    'may be %j, as typed',
    (password) => {
      expect(v.parse(NewPasswordSchema, password)).toBe(password);
    },
  );

  it.each([
    ['', 'Password is required.'],
    ['1234567', 'Password must have at least 8 characters.'],
    ['x'.repeat(129), 'Password can have at most 128 characters.'],
    ['1234567\0', 'Password contains characters that can’t be used.'],
  ])('is not %j', (password, message) => {
    expect(v.safeParse(NewPasswordSchema, password).issues?.[0].message).toBe(message);
  });
});

describe('changing the password', () => {
  it('takes the current one and twice the new one', () => {
    const change = { currentPassword: 'x', password: 'Tram-to-Angered', confirmPassword: 'Tram-to-Angered' };
    expect(v.parse(UpdatePasswordSchema, change)).toEqual(change);
  });

  it('says at the confirmation that the two differ, also while something else is wrong', () => {
    const change = { currentPassword: '', password: 'Tram-to-Angered', confirmPassword: 'Tram-to-angered' };
    expect(errorsOf(UpdatePasswordSchema, change)).toEqual([
      'currentPassword: Current password is required.',
      'confirmPassword: The passwords don’t match.',
    ]);
  });
});

describe('a name', () => {
  it.each([
    ...["O'Connor", 'D’Arcy', 'Jean-Luc', 'Nguyễn', 'J. R. R.', 'J.-P.', "'t Hooft", 'Ph.D.', 'Gal·la', 'ʻAlohi'],
    ...['李', '山田・太郎', 'Ёлкина', 'عبد الرحمن', 'علی\u200cرضا', 'ג׳ורג׳', 'नरेन्द्र', '민준', 'ශ්\u200dරී'],
    ...['24 Parts', 'Müller & Söhne', 'Byggvaror, Järn (Lund)', '7-Eleven', 'Studio 1920'],
    'x'.repeat(100),
  ])('may be %j', (firstName) => {
    expect(v.parse(UpdateProfileSchema, { ...profile, firstName, lastName: firstName }).firstName).toBe(firstName);
  });

  it.each([
    ['Nguyê\u0303n', 'Nguyễn'],
    ['\u202eAda\u200b', 'Ada'],
    ['Ada\u2028Lovelace', 'Ada Lovelace'],
    ['\uff21\uff44\uff41', 'Ada'],
  ])('%j is stored as %j', (typed, firstName) => {
    expect(v.parse(UpdateProfileSchema, { ...profile, firstName: typed }).firstName).toBe(firstName);
  });

  it.each([
    ['\u3164', 'First name is required.'],
    ['MartÃ\u00adnez', 'First name has damaged letters: “MartÃ\u00adnez”. Correct them.'],
    ['Mu\ufffdoz', 'First name has damaged letters: “Mu\ufffdoz”. Correct them.'],
    ['a．com', 'First name needs a space after each period.'],
    ['Call 070 555 01 02', 'First name can have at most 4 digits.'],
    ['24 Parts, see evil.example', 'First name needs a space after each period.'],
  ])('is not %j: %s', (firstName, message) => {
    expect(errorsOf(UpdateProfileSchema, { ...profile, firstName })).toContain(`firstName: ${message}`);
  });

  it.each([
    ...['http://evil.example', 'ada@example.com', 'a\\b', '4711', '<b>Ada</b>', 'Ada "the" Lovelace', 'Ada; drop'],
    ...['$100', 'Ada ٠٧٠', 'Ada + Bo', 'Ada😀', '!', '-', "'", '. .', '\u0301', 'a。com'],
  ])('is not %j', (firstName) => {
    const message = 'firstName: First name can only contain letters, digits, spaces and the signs - ’ . , & ( ).';
    expect(errorsOf(UpdateProfileSchema, { ...profile, firstName })).toContain(message);
  });

  it.each(['evil.example', 'Visit www.evil.example', 'e\u0301vil.co\u0301m', 'пример.рф', '例子.公司', 'St.John'])(
    'is not %j, of which a mail program would make a link',
    (lastName) => {
      const message = 'lastName: Last name needs a space after each period.';
      expect(errorsOf(UpdateProfileSchema, { ...profile, lastName })).toEqual([message]);
    },
  );

  it.each(['Ada\nLovelace', 'Ada\0', 'x'.repeat(101), ' '])('has no %j, as no text has', (firstName) => {
    expect(errorsOf(UpdateProfileSchema, { ...profile, firstName }).length).toBeGreaterThan(0);
  });
});

describe('the date of birth', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it.each([
    ['2026-11-19', []],
    ['2026-11-20', []],
    ['2026-11-21', ['dob: Date of birth must be in the past.']],
    ['2026-02-29', ['dob: Date of birth must be a date.']],
  ])('%s, asked on 20 November 2026, is answered %j', (dob, expected) => {
    vi.useFakeTimers({ now: new Date('2026-11-20T12:00:00Z') });
    expect(errorsOf(UpdateProfileSchema, { ...profile, dob })).toEqual(expected);
  });
});

describe('a person', () => {
  it('registers with an email and a password beside the profile, and cannot make themselves a manager', () => {
    const person = { ...profile, email: ' Maja@example.com ', password: 'Tram-to-Angered' };
    expect(v.parse(RegisterSchema, person)).toEqual({ ...person, email: 'Maja@example.com' });
    expect(errorsOf(RegisterSchema, { ...person, header: true })).toEqual(['header: Unknown field.']);
    expect(errorsOf(RegisterSchema, { ...person, verified: true })).toEqual(['verified: Unknown field.']);
  });

  it('cannot change their email, verified mark or manager flag with their profile', () => {
    for (const key of ['email', 'verified', 'header', 'password', 'id']) {
      expect(errorsOf(UpdateProfileSchema, { ...profile, [key]: 'x' })).toEqual([`${key}: Unknown field.`]);
    }
  });

  it('is answered without what the server knows of the password', () => {
    const flags = { id: '7', email: 'a@b.se', verified: true, header: false, courier: false, eraseOn: null };
    const row = { ...profile, ...flags, phone: null, dob: null };
    expect(v.parse(UserSchema, { ...row, password: 'x', passwordHash: 'y' })).toEqual(row);
  });
});

describe('how a person is called', () => {
  it.each([
    ['Maja Lind', { firstName: 'Maja', lastName: 'Lind' }],
    ['Maja', { firstName: 'Maja', lastName: '' }],
    ['maja@example.com', { firstName: '', lastName: '' }],
  ])('is %j', (name, names) => {
    expect(fullName({ ...names, email: 'maja@example.com' })).toBe(name);
  });
});
