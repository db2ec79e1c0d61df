import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { endOfDay, formatZone, startOfDay, TimeZoneSchema } from './time-zone.ts';

describe('a day in a time zone', () => {
  it.each([
    ['2026-11-16', 'UTC', '2026-11-16T00:00', '2026-11-17T00:00'],
    ['2026-11-16', 'Europe/Stockholm', '2026-11-15T23:00', '2026-11-16T23:00'],
    ['2026-07-01', 'Europe/Stockholm', '2026-06-30T22:00', '2026-07-01T22:00'],
    ['2026-11-16', 'America/Los_Angeles', '2026-11-16T08:00', '2026-11-17T08:00'],
    ['2026-11-16', 'Asia/Kolkata', '2026-11-15T18:30', '2026-11-16T18:30'],
    ['2026-11-16', 'Pacific/Kiritimati', '2026-11-15T10:00', '2026-11-16T10:00'],
    ['2026-03-29', 'Europe/Stockholm', '2026-03-28T23:00', '2026-03-29T22:00'],
    ['2026-10-25', 'Europe/Stockholm', '2026-10-24T22:00', '2026-10-25T23:00'],
    // Where the clocks change at midnight.
    ['2026-03-29', 'Asia/Beirut', '2026-03-28T22:00', '2026-03-29T21:00'],
    ['2026-10-25', 'Asia/Beirut', '2026-10-24T22:00', '2026-10-25T22:00'],
    ['2026-09-06', 'America/Santiago', '2026-09-06T04:00', '2026-09-07T03:00'],
    ['2026-04-05', 'America/Santiago', '2026-04-05T04:00', '2026-04-06T04:00'],
    ['1900-01-01', 'UTC', '1900-01-01T00:00', '1900-01-02T00:00'],
  ])('%s in %s is from %s to %s (UTC)', (day, zone, start, end) => {
    expect([startOfDay(day, zone), endOfDay(day, zone)].map((time) => time.toISOString().slice(0, 16))).toEqual([
      start,
      end,
    ]);
  });

  it.each(['Europe/Stockholm', 'UTC', 'Etc/GMT+5', '+05:30'])('may be of %s', (zone) => {
    expect(v.is(TimeZoneSchema, zone)).toBe(true);
  });

  it.each(['', 'Mars/Olympus', 'UTC\0', 'x'.repeat(65), 5, null])('is not of %j', (zone) => {
    expect(v.is(TimeZoneSchema, zone)).toBe(false);
  });
});

it.each([
  ['America/New_York', 'New York time'],
  ['America/Argentina/Buenos_Aires', 'Buenos Aires time'],
  ['UTC', 'UTC'],
  ['Etc/GMT+5', 'Etc/GMT+5'],
])('%s is called %s', (zone, name) => {
  expect(formatZone(zone)).toBe(name);
});
