import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  ACTIVITY_DATE_FORMAT,
  formatActivityDate,
  formatBetween,
  formatInvoiceDate,
  formatListDate,
  formatSpan,
  INVOICE_DATE_FORMAT,
} from './dates.ts';
import { fromLocalInput, toLocalInput } from './local-time.ts';

/** A moment given by the clock on the wall, so that these tests hold in every time zone. */
const onTheWall = (year: number, month: number, day: number, hour: number, minute: number) =>
  new Date(year, month - 1, day, hour, minute).toISOString();

describe('dates', () => {
  it('are written in the formats of the specification', () => {
    expect(ACTIVITY_DATE_FORMAT).toBe('EEEE dd/MM/yyyy - hh:mm a');
    expect(INVOICE_DATE_FORMAT).toBe('EEEE dd/MM/yyyy');
  });

  it.each([
    [onTheWall(2026, 11, 20, 6, 40), 'Friday 20/11/2026 - 06:40 AM'],
    [onTheWall(2026, 11, 20, 18, 40), 'Friday 20/11/2026 - 06:40 PM'],
    [onTheWall(2026, 1, 5, 12, 0), 'Monday 05/01/2026 - 12:00 PM'],
    [onTheWall(2028, 2, 29, 0, 5), 'Tuesday 29/02/2028 - 12:05 AM'],
  ])('of activity: %s reads %s on this device', (iso, shown) => {
    expect(formatActivityDate(iso)).toBe(shown);
  });

  it('of which only a bracket is known say both ends, and the day once where it is one', () => {
    const [from, to] = [onTheWall(2026, 11, 20, 10, 2), onTheWall(2026, 11, 20, 13, 40)];
    expect(formatBetween(from, to)).toBe('Friday 20/11/2026 - between 10:02 AM and 01:40 PM');
    expect(formatBetween(from, onTheWall(2026, 11, 21, 0, 5))).toBe(
      'Between Friday 20/11/2026 - 10:02 AM and Saturday 21/11/2026 - 12:05 AM',
    );
  });

  it.each([
    ['2026-11-20T06:40:00.000Z', 'UTC', 'Friday 20/11/2026'],
    ['2026-11-20T23:30:00.000Z', 'UTC', 'Friday 20/11/2026'],
    ['2026-11-20T23:30:00.000Z', 'Europe/Stockholm', 'Saturday 21/11/2026'],
    ['2026-11-20T23:30:00.000Z', 'America/Los_Angeles', 'Friday 20/11/2026'],
    ['2026-03-28T23:30:00.000Z', 'Pacific/Kiritimati', 'Sunday 29/03/2026'],
  ])('on invoices have no time, and are days of a time zone: %s in %s is %s', (iso, timeZone, shown) => {
    expect(formatInvoiceDate(iso, timeZone)).toBe(shown);
  });

  it('in lists are a date string', () => {
    expect(formatListDate(onTheWall(2026, 11, 16, 23, 59))).toBe('Mon Nov 16 2026');
  });

  it('go into a datetime-local control without seconds and come back as ISO UTC', () => {
    const iso = onTheWall(2026, 11, 20, 6, 40);
    expect(toLocalInput(iso)).toBe('2026-11-20T06:40');
    expect(fromLocalInput('2026-11-20T06:40')).toBe(iso);
    expect(fromLocalInput('2026-11-20T06:40')).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:00\.000Z$/);
  });

  it('survive the way into the control and back, whatever the minute', () => {
    // Hours in which no zone changes its clocks: a repeated hour has two moments for one wall time.
    const anyMinute = fc.tuple(
      fc.integer({ min: 2020, max: 2199 }),
      fc.integer({ min: 1, max: 12 }),
      fc.integer({ min: 1, max: 28 }),
      fc.integer({ min: 6, max: 21 }),
      fc.integer({ min: 0, max: 59 }),
    );
    fc.assert(
      fc.property(anyMinute, (parts) => {
        const iso = onTheWall(...parts);
        expect(fromLocalInput(toLocalInput(iso))).toBe(iso);
      }),
    );
  });

  it.each(['', 'tomorrow', '2026-13-01T00:00', 'T06:40'])("leave '%s' as it is, for the schema to refuse", (typed) => {
    expect(fromLocalInput(typed)).toBe(typed);
  });
});

describe('a span of time', () => {
  it.each([
    [0, '1 minute'],
    [-90_000, '2 minutes'],
    [59 * 60_000, '59 minutes'],
    [60 * 60_000, '1 hour'],
    [5.5 * 3_600_000, '5 hours'],
    [24 * 3_600_000 - 500, '1 day'],
    [-47 * 3_600_000, '1 day'],
    [48 * 3_600_000, '2 days'],
  ])('of %d milliseconds is %s', (milliseconds, words) => {
    expect(formatSpan(milliseconds)).toBe(words);
  });
});
