import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  formatActivityDate,
  formatBetween,
  formatInvoiceDate,
  formatListDate,
  formatShipDate,
  formatSpan,
  formatTimeOfDay,
} from './dates.ts';
import { fromLocalInput, toLocalInput } from './local-time.ts';
import { momentIn } from './time-zone.ts';

/** A moment given by the clock on the wall, so that these tests hold in every time zone. */
const onTheWall = (year: number, month: number, day: number, hour: number, minute: number) =>
  new Date(year, month - 1, day, hour, minute).toISOString();

describe('dates', () => {
  it('have one kind of clock', () => {
    expect(['00:05', '09:00', '12:00', '22:44'].map(formatTimeOfDay)).toEqual([
      ...['12:05 AM', '09:00 AM', '12:00 PM', '10:44 PM'],
    ]);
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

  it.each([
    ['UTC', '2026-11-20T06:40', '2026-11-20T06:40:00.000Z'],
    ['America/New_York', '2026-11-20T00:00', '2026-11-20T05:00:00.000Z'],
    ['Pacific/Auckland', '2026-11-20T23:59', '2026-11-20T10:59:00.000Z'],
  ])('go into a datetime-local control by the clocks in %s, and come back as ISO UTC', (zone, shown, iso) => {
    expect(toLocalInput(iso, zone)).toBe(shown);
    expect(fromLocalInput(shown, zone)).toBe(iso);
  });

  it.each([
    ['2026-11-20T05:00:00.000Z', 'America/New_York', 'Friday 20/11/2026 - 12:00 AM'],
    ['2026-11-20T17:40:59.999Z', 'Europe/Stockholm', 'Friday 20/11/2026 - 06:40 PM'],
  ])('of shipping and delivery are by the brand’s clock: %s in %s is %s', (iso, zone, shown) => {
    expect(formatShipDate(iso, zone)).toBe(shown);
  });

  it('survive the way into the control and back, whatever the minute', () => {
    // Hours in which no zone changes its clocks: a repeated hour has two moments for one wall time.
    const within = (min: number, max: number) => fc.integer({ min, max });
    const anyMinute = fc.tuple(within(2020, 2199), within(1, 12), within(1, 28), within(6, 21), within(0, 59));
    fc.assert(
      fc.property(anyMinute, fc.constantFrom('UTC', 'America/New_York', 'Asia/Kolkata'), (parts, zone) => {
        const iso = momentIn(zone, toLocalInput(onTheWall(...parts), 'UTC')).toISOString();
        expect(fromLocalInput(toLocalInput(iso, zone), zone)).toBe(iso);
      }),
    );
  });

  it.each(['', 'tomorrow', '2026-13-01T00:00', 'T06:40'])("leave '%s' as it is, for the schema to refuse", (typed) => {
    expect(fromLocalInput(typed, 'Europe/Stockholm')).toBe(typed);
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
