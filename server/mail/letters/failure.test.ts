import { expect, it } from 'vitest';
import { formatMailFailure, isPermanentFailure } from './failure.ts';

const failure = (details: object) => Object.assign(new Error('select secret from mails'), details);

it.each([
  [{ response: '451-first\r\n451 \0second\ud800' }, 'The mail server replied: 451-first 451 second\ufffd'],
  [{ response: 'x'.repeat(5000) }, `The mail server replied: ${'x'.repeat(300)}`],
  [{ code: 'ESOCKET' }, 'The mail server couldn’t be reached, or dropped the connection.'],
  [{ code: 'ETIMEDOUT' }, 'The mail server didn’t respond in time.'],
  [{ code: 'EAUTH' }, 'The mail server rejected our login.'],
  [{ code: 'ETLS' }, 'We couldn’t make a secure connection to the mail server.'],
  [{ code: '42P01' }, 'We couldn’t prepare this email.'],
])('says why an email was rejected, on one line, without internal details: %j', (details, words) => {
  expect(formatMailFailure(failure(details))).toBe(words);
});

it.each([
  ['RCPT TO', 550, true],
  ['RCPT TO', 450, false],
  ['RCPT TO', 530, false],
  ['DATA', 552, true],
  ['DATA', 451, false],
  ['DATA', undefined, false],
  ['MAIL FROM', 550, false],
  ['HELO', 554, false],
])('an email rejected at %s with %s is rejected permanently: %s', (command, responseCode, expected) => {
  expect(isPermanentFailure(failure({ command, responseCode }))).toBe(expected);
});

it('describes anything that is thrown', () => {
  for (const thrown of [null, undefined, 'text', 7, {}])
    expect([formatMailFailure(thrown), isPermanentFailure(thrown)]).toEqual(['We couldn’t prepare this email.', false]);
});
