import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import {
  LoginSchema,
  NewPasswordFormSchema,
  RESET_TOKEN_LIFE,
  SESSION_ABSOLUTE,
  SESSION_IDLE,
  VERIFY_TOKEN_LIFE,
} from './session.ts';

const HOUR = 60 * 60 * 1000;
const messages = (input: unknown) => v.safeParse(LoginSchema, input).issues?.map((issue) => issue.message) ?? [];

describe('signing in', () => {
  it('has no rules but bounds: any text may be tried as an email and a password', () => {
    expect(v.parse(LoginSchema, { email: ' Maja ', password: ' x ' })).toEqual({ email: 'Maja', password: ' x ' });
  });

  it.each([
    [{ email: '', password: '' }, ['Enter your email.', 'Enter your password.']],
    [{ email: '   ', password: 'x' }, ['Enter your email.']],
    [{ email: 'a'.repeat(255), password: 'x' }, ['That email is too long.']],
    [{ email: 'a', password: 'x'.repeat(129) }, ['That password is too long.']],
    [{ email: 'a\0', password: 'x' }, ['That email contains characters that can’t be used.']],
    [{ email: 'a', password: 'x\0' }, ['That password contains characters that can’t be used.']],
  ])('keeps hostile texts from the hashing: %j', (input, expected) => {
    expect(messages(input)).toEqual(expected);
  });
});

describe('sessions and links', () => {
  it('live as long as decided: 7 days idle, 30 days at most, verification 24 hours, reset 10 minutes', () => {
    const lives = [SESSION_IDLE, SESSION_ABSOLUTE, VERIFY_TOKEN_LIFE, RESET_TOKEN_LIFE];
    expect(lives).toEqual([7 * 24 * HOUR, 30 * 24 * HOUR, 24 * HOUR, HOUR / 6]);
  });

  it('ask a person who resets for the new password only', () => {
    expect(v.parse(NewPasswordFormSchema, { password: 'Tram-to-Angered' })).toEqual({ password: 'Tram-to-Angered' });
    expect(v.is(NewPasswordFormSchema, { password: 'short' })).toBe(false);
  });
});
