import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { TimeZoneSchema } from './field-schemas.ts';
import { endOfDay, formatZone, startOfDay } from './time-zone.ts';

describe('a day in a time zone', () => {
  it.each([
    ['2026-11-16', 'UTC', '2026-11-16T00:00', '2026-11-17T00:00'],
    ['2026-11-16', 'Europe/Stockholm', '2026-11-15T23:00', '2026-11-16T23:00'],
    ['2026-03-29', 'Europe/Stockholm', '2026-03-28T23:00', '2026-03-29T22:00'],
    ['2026-10-25', 'Europe/Stockholm', '2026-10-24T22:00', '2026-10-25T23:00'],
    // Where the clocks change at midnight.
    ['2026-03-29', 'Asia/Beirut', '2026-03-28T22:00', '2026-03-29T21:00'],
    ['2026-10-25', 'Asia/Beirut', '2026-10-24T22:00', '2026-10-25T22:00'],
    ['2026-09-06', 'America/Santiago', '2026-09-06T04:00', '2026-09-07T03:00'],
    ['2026-04-05', 'America/Santiago', '2026-04-05T04:00', '2026-04-06T04:00'],
  ])('%s in %s is from %s to %s (UTC)', (day, zone, start, end) => {
    const bounds = [startOfDay(day, zone), endOfDay(day, zone)].map((time) => time.toISOString().slice(0, 16));
    expect(bounds).toEqual([start, end]);
  });

  it('may be of a zone that exists, and of no other', () => {
    for (const zone of ['Europe/Stockholm', 'Etc/GMT+5', '+05:30']) expect(v.is(TimeZoneSchema, zone)).toBe(true);
    for (const zone of ['', 'Mars/Olympus', 'UTC\0', 'x'.repeat(65), 5, null])
      expect(v.is(TimeZoneSchema, zone), String(zone)).toBe(false);
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
