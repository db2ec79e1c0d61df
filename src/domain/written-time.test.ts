import { describe, expect, it } from 'vitest';
import { dayIn, formatInvoiceDate } from './dates.ts';
import { readWrittenTime } from './written-time.ts';

describe('a time in a file', () => {
  it.each([
    ['2026-11-20', '2026-11-19T23:00:00.000Z'],
    ['20261120', '2026-11-19T23:00:00.000Z'],
    ['2026-11-20 06:40', '2026-11-20T05:40:00.000Z'],
    [' 2026-11-20T06:40:10 ', '2026-11-20T05:40:10.000Z'],
    ['2026-11-20, 6:40 PM', '2026-11-20T17:40:00.000Z'],
    ['2026-11-20 12:05 a.m.', '2026-11-19T23:05:00.000Z'],
    ['2026-07-01 06:40', '2026-07-01T04:40:00.000Z'],
    // An hour that clocks skip, and one that they show twice.
    ['2026-03-29 02:30', '2026-03-29T01:30:00.000Z'],
    ['2026-10-25 02:30', '2026-10-25T00:30:00.000Z'],
  ])('is by the clocks of the brand: %s in Stockholm', (written, iso) => {
    expect(readWrittenTime(written, 'Europe/Stockholm')?.iso).toBe(iso);
  });

  it.each([
    ['2026-11-20T06:40:00+01:00', '2026-11-20T05:40:00.000Z'],
    ['2026-11-20 06:40:00 -0500', '2026-11-20T11:40:00.000Z'],
    ['2026-11-20 06:40:00.123456+00', '2026-11-20T06:40:00.123Z'],
    ['2026-11-20 06:40 GMT+5:30', '2026-11-20T01:10:00.000Z'],
    ['2026-11-20 06:40 CET', '2026-11-20T05:40:00.000Z'],
    ['2026-07-01 06:40 est', '2026-07-01T11:40:00.000Z'],
    ['2026-11-20 06:40 America/New_York', '2026-11-20T11:40:00.000Z'],
    ['2026-11-20T06:40:00+01:00[Europe/Paris]', '2026-11-20T05:40:00.000Z'],
    ['2026-11-20T23:59:59.999-11:00', '2026-11-21T10:59:59.999Z'],
  ])('may say its zone: %s', (written, iso) => {
    expect(readWrittenTime(written, 'Asia/Tokyo')).toEqual({ iso, isDay: false });
  });

  it.each([
    ...['', 'tomorrow', '20/11/2026', '11/20/2026', '20.11.2026', '2026112', '2026-11/20', '2026-02-31', '2026-13-01'],
    ...['2026-11-20 24:00', '2026-11-20 6', '2026-11-20 13:00 pm', '2026-11-20 0:30 am', '2026-11-20 06:61'],
    ...['2026-11-20 06:40 CST', '2026-11-20 06:40 IST', '2026-11-20 06:40 here', '2026-11-20 06:40 +25:00'],
    ...['2026-11-20 06:40 Mars/Olympus', '2026-11-20T06:40:00+01:00Z', '2026-11-20Z'],
  ])('is not guessed: %j', (written) => {
    expect(readWrittenTime(written, 'Europe/Stockholm')).toBe(null);
  });

  it('that has no zone is printed as the day that was written, wherever the brand is', () => {
    for (const zone of Intl.supportedValuesOf('timeZone')) {
      for (const written of ['2026-11-20', '2026-03-29', '2026-09-06', '2026-11-01']) {
        for (const clock of ['', ' 00:00', ' 02:30', ' 23:59']) {
          const { iso = '' } = readWrittenTime(written + clock, zone) ?? {};
          expect([zone, clock, dayIn(zone, new Date(iso))]).toEqual([zone, clock, written]);
        }
      }
    }
    const { iso = '' } = readWrittenTime('2026-11-20', 'America/New_York') ?? {};
    expect(formatInvoiceDate(iso, 'America/New_York')).toBe('Friday 20/11/2026');
  });
});
