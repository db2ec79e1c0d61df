import { isDeepStrictEqual } from 'node:util';
import { normalizeLine } from '../../../src/domain/text.ts';
import { UserError } from '../errors/errors.ts';

/**
 * Merges the fields changed since `base` with the stored values of the others; `changed` says who
 * changed one.
 * @throws CONFLICT, with a message per field, if the same field has been changed since.
 * Decision 0032.
 */
export function mergeChanges<Fields extends Record<string, unknown>>(
  stored: Record<string, unknown>,
  input: Fields,
  base: Record<string, unknown> = {},
  changed = 'Someone else changed this',
): Fields {
  const merged: Record<string, unknown> = { ...input };
  const fieldErrors: Record<string, string[]> = {};
  for (const [field, seen] of Object.entries(base)) {
    if (merged[field] === undefined) continue;
    const now = stored[field];
    if (isUntouched(merged[field], seen)) merged[field] = now;
    else if (!isDeepStrictEqual(now, seen) && !isDeepStrictEqual(merged[field], now))
      fieldErrors[field] = [`${changed}${formatValue(now)}. Save again to replace it.`];
  }
  if (Object.keys(fieldErrors).length > 0) throw new UserError('CONFLICT', `${changed}.`, { fieldErrors });
  return merged as Fields;
}

/** Text from before normalization comes back normalized. */
const isUntouched = (value: unknown, seen: unknown) =>
  isDeepStrictEqual(value, seen) || (typeof seen === 'string' && value === normalizeLine(seen));

const DATE = /^\d{4}-\d\d-\d\d/;

function formatValue(value: unknown): string {
  const isShort = (typeof value === 'string' && !DATE.test(value)) || typeof value === 'number';
  return isShort ? ` to “${value}”` : '';
}
