import { expect, it } from 'vitest';
import { failureInWords, isRefusedForGood } from './failure.ts';

const failure = (details: object) => Object.assign(new Error('select secret from mails'), details);

it.each([
  [{ code: 'EENVELOPE', response: '550 5.1.1 No such user' }, 'The mail server answered: 550 5.1.1 No such user'],
  [{ response: '451-first\r\n451 \0second\ud800' }, 'The mail server answered: 451-first 451 second\ufffd'],
  [{ response: 'x'.repeat(5000) }, `The mail server answered: ${'x'.repeat(300)}`],
  [{ code: 'ESOCKET' }, 'The mail server could not be reached, or hung up.'],
  [{ code: 'ETIMEDOUT' }, 'The mail server did not answer in time.'],
  [{ code: 'EAUTH' }, 'The mail server did not let us sign in.'],
  [{ code: 'ETLS' }, 'No secure connection to the mail server could be made.'],
  [{ code: '42P01' }, 'The mail could not be made ready on our side.'],
])('says why a mail was not taken, on one line, and nothing of our own: %j', (details, words) => {
  expect(failureInWords(failure(details))).toBe(words);
});

it.each([
  ['RCPT TO', 550, true],
  ['RCPT TO', 450, false],
  ['RCPT TO', 530, false],
  ['DATA', 554, true],
  ['DATA', 552, true],
  ['DATA', 451, false],
  ['DATA', undefined, false],
  ['MAIL FROM', 550, false],
  ['AUTH PLAIN', 535, false],
  ['HELO', 554, false],
  ['CONN', 554, false],
])('a mail that is refused at %s with %s is refused for good: %s', (command, responseCode, expected) => {
  expect(isRefusedForGood(failure({ command, responseCode }))).toBe(expected);
});

it('knows what to say of anything that is thrown', () => {
  for (const thrown of [null, undefined, 'text', 7, {}])
    expect([failureInWords(thrown), isRefusedForGood(thrown)]).toEqual([
      'The mail could not be made ready on our side.',
      false,
    ]);
});
