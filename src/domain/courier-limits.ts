/** A missing limit does not limit. */
import * as v from 'valibot';
import { IdSchema, optionalText, strictInput } from './field-schemas.ts';
import { clockTime, countUpTo } from './limit-schemas.ts';

const limits = {
  from: v.nullable(clockTime('From', '08:30')),
  until: v.nullable(clockTime('Until', '08:30')),
  area: v.pipe(
    optionalText('Postcodes', 500),
    v.check((area) => readArea(area) !== null, 'Enter postcodes like this: 411, 413 04, 415 01-415 29'),
  ),
  parcels: v.nullable(countUpTo('Parcels', 1_000)),
  kilograms: v.nullable(countUpTo('Kilograms', 40_000)),
  litres: v.nullable(countUpTo('Litres', 100_000)),
};

export const CourierLimitsSchema = v.partial(v.object(limits));
export type CourierLimits = v.InferOutput<typeof CourierLimitsSchema>;

/** It sets all of them; null or empty means no limit. */
export const SetCourierLimitsSchema = v.pipe(
  strictInput({ id: IdSchema, ...limits }),
  v.forward(
    v.partialCheck(
      [['from'], ['until']],
      ({ from, until }) => !from || !until || from < until,
      'The end must be after the start.',
    ),
    ['until'],
  ),
);
export type SetCourierLimits = v.InferOutput<typeof SetCourierLimitsSchema>;

const foldPostcode = (code: string) => code.toUpperCase().replace(/[^A-Z0-9]/g, '');

const MAX_AREA_PARTS = 60;

/** Null for what is neither the beginning of a postcode nor a range of numbers. */
function readArea(area: string): [from: string, to: string][] | null {
  const parts = area
    .split(/[,;\n]/)
    .map((part) => part.trim())
    .filter(Boolean);
  if (parts.length > MAX_AREA_PARTS) return null;
  const read = parts.map((part): [string, string] | null => {
    const [from = '', to = from, more] = part.split(/[-–]/).map(foldPostcode);
    const isRange = from.length === to.length && from <= to && (from === to || /^\d+$/.test(from + to));
    return more === undefined && /^[A-Z\d]+$/i.test(from) && isRange ? [from, to] : null;
  });
  return read.every((part) => part !== null) ? read : null;
}

/** Expects a postcode as `parseAddress` folds it; unknown ones are for all. */
export function areaOf(area: string): (postcode: string) => boolean {
  const parts = readArea(area) ?? [];
  if (parts.length === 0) return () => true;
  return (postcode) =>
    postcode === '' ||
    parts.some(([from, to]) => {
      const begin = postcode.slice(0, from.length);
      return begin.length === from.length && begin >= from && begin <= to;
    });
}
