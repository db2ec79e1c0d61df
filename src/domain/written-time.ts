import * as v from 'valibot';
import { wallClockIn } from './dates.ts';
import { TimeZoneSchema } from './field-schemas.ts';
import { momentIn } from './time-zone.ts';

const WRITTEN = new RegExp(
  [
    String.raw`^(?<year>\d{4})(?<separator>[-/.]?)(?<month>\d\d?)\k<separator>(?<day>\d\d?)`,
    String.raw`(?:(?:T|,? +)(?<hour>\d\d?):(?<minute>\d\d)(?::(?<second>\d\d)(?:[.,](?<fraction>\d{1,9}))?)?`,
    String.raw`(?: ?(?<half>[ap])\.?m\b\.?)?(?: ?(?<zone>\S+))?)?$`,
  ].join(''),
  'i',
);

/** Offsets from UTC, without the ambiguous CST, IST and BST. */
const NAMED_OFFSETS: Record<string, number> = {
  Z: 0,
  UTC: 0,
  UT: 0,
  GMT: 0,
  WET: 0,
  WEST: 1,
  CET: 1,
  CEST: 2,
  EET: 2,
  EEST: 3,
  EST: -5,
  EDT: -4,
  PST: -8,
  PDT: -7,
};

const OFFSET = /^(?:UTC|GMT)?(?<sign>[+\-\u2212])(?<hours>[01]?\d)(?::?(?<minutes>[0-5]\d))?(?:\[[\w/+-]+\])?$/i;

const HOUR_MS = 60 * 60 * 1000;

/** Reads a time, year first, by the brand's clocks without a zone; null if unreadable or ambiguous. */
export function readWrittenTime(text: string, brandZone: string): { iso: string; isDay: boolean } | null {
  const parts = WRITTEN.exec(text.trim())?.groups;
  if (!parts) return null;
  const { year = '', separator, month = '', day = '', minute = '00', second = '00', fraction = '' } = parts;
  // 2026112 may be 1 December or 12 January.
  if (separator === '' && month.length + day.length < 4) return null;
  const hour = hourOf(parts.hour ?? '0', parts.half);
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const wallClock = `${date}T${hour}:${minute}:${second}.${fraction.slice(0, 3).padEnd(3, '0')}`;
  const asUtc = new Date(`${wallClock}Z`);
  // Some engines read it as 3 March.
  if (Number.isNaN(asUtc.getTime()) || asUtc.toISOString() !== `${wallClock}Z`) return null;
  const time = parts.zone === undefined ? momentIn(brandZone, wallClock) : momentWith(parts.zone, wallClock);
  return time && { iso: time.toISOString(), isDay: parts.hour === undefined };
}

export function writeTime(iso: string, brandZone: string): string {
  const time = new Date(iso);
  const wallClock = `${wallClockIn(brandZone, time)}${time.toISOString().slice(19, 23)}`;
  const minutes = (Date.parse(`${wallClock}Z`) - time.getTime()) / 60_000;
  // Until 1972 a few offsets had seconds.
  if (minutes === 0 || !Number.isInteger(minutes)) return time.toISOString();
  const [hours, rest] = [Math.trunc(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  const twoDigits = (count: number) => String(count).padStart(2, '0');
  return `${wallClock}${minutes > 0 ? '+' : '-'}${twoDigits(hours)}:${twoDigits(rest)}`;
}

/** `NaN` for an hour that no clock shows. */
function hourOf(written: string, half: string | undefined): string {
  const hour = Number(written);
  if (half === undefined) return written.padStart(2, '0');
  if (hour < 1 || hour > 12) return 'NaN';
  return String((hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0)).padStart(2, '0');
}

/** Null for an unknown or unclear zone. */
function momentWith(zone: string, wallClock: string): Date | null {
  const { sign, hours, minutes = '0' } = OFFSET.exec(zone)?.groups ?? {};
  const size = Number(hours) + Number(minutes) / 60;
  const offset = sign ? (sign === '+' ? size : -size) : NAMED_OFFSETS[zone.toUpperCase()];
  if (offset !== undefined) return new Date(Date.parse(`${wallClock}Z`) - offset * HOUR_MS);
  return zone.includes('/') && v.is(TimeZoneSchema, zone) ? momentIn(zone, wallClock) : null;
}
