import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { SendMailSchema } from './mail.ts';

const mail = { receiver: 'maja@example.com', subject: 'Your parcel', body: 'Dear **Maja**,\n\nit is here.' };

describe('a mail', () => {
  it('keeps the lines and the ** of its body', () => {
    expect(v.parse(SendMailSchema, mail)).toEqual(mail);
  });

  it.each([
    ['receiver', 'maja@example.com, olav@example.com'],
    ['receiver', 'maja@example.com\r\nBcc: olav@example.com'],
    ['receiver', 'Maja <maja@example.com>'],
    ['subject', 'Your parcel\r\nBcc: olav@example.com'],
    ['subject', 'Your parcel\nX-Header: 1'],
    ['body', 'NUL \0'],
  ])('has one receiver and one line of subject: its %s is not %j', (key, value) => {
    const { issues } = v.safeParse(SendMailSchema, { ...mail, [key]: value });
    expect(issues?.map((issue) => v.getDotPath(issue))).toContain(key);
  });
});
