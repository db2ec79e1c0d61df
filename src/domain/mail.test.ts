import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { boldWords, hasEnded, MAIL_STATES, paragraphsOf, parseReceiver, SendMailSchema } from './mail.ts';

const mail = { receiver: 'maja@example.com', subject: 'Your parcel', body: 'Dear **Maja**,\n\nit is here.' };

describe('a mail', () => {
  it('keeps the lines and the ** of its body', () => {
    expect(v.parse(SendMailSchema, mail)).toEqual(mail);
  });

  it.each([
    ['receiver', 'maja@example.com, olav@example.com'],
    ['body', 'NUL \0'],
  ])('has one receiver and one line of subject: its %s is not %j', (key, value) => {
    const { issues } = v.safeParse(SendMailSchema, { ...mail, [key]: value });
    expect(issues?.map((issue) => v.getDotPath(issue))).toContain(key);
  });

  it('is sent, failed or held once its delivery has ended', () => {
    expect(MAIL_STATES.filter(hasEnded)).toEqual(['sent', 'failed', 'held']);
  });
});

describe('the receiver in a URL', () => {
  it('is an address, or ignored', () => {
    expect(parseReceiver('maja@example.com')).toBe('maja@example.com');
    for (const value of [null, '', 'maja', 'maja@example', 'a@example.com,b@example.com', '<a@example.com>', 'a@b.c\n'])
      expect(parseReceiver(value)).toBeUndefined();
  });
});

describe('bold words', () => {
  /** Bold words in brackets. */
  const shown = (text: string) =>
    boldWords(text)
      .map(({ text: words, bold }) => (bold ? `[${words}]` : words))
      .join('');

  it.each([
    ['**all**', '[all]'],
    ['one **two** three **four**', 'one [two] three [four]'],
    ['**two\nlines**', '[two\nlines]'],
    ['a ** without a partner', 'a ** without a partner'],
    ['**one** and ** more', '[one] and ** more'],
  ])('stand between two **: %j', (text, expected) => {
    expect(shown(text)).toBe(expected);
  });

  it('are found in a long text of nothing but stars without delay', () => {
    expect(boldWords('*'.repeat(20_000))).toEqual([]);
    expect(boldWords('**a '.repeat(5001))).toHaveLength(5000);
  });
});

describe('paragraphs', () => {
  it('stand apart by empty lines, whatever ends a line', () => {
    expect(paragraphsOf('one\ntwo\n\nthree\r\n\r\n \nfour')).toEqual(['one\ntwo', 'three', 'four']);
  });
});
