import { format } from 'date-fns/format';
import { keysOf } from './field-schemas.ts';
import type { PageSearch } from './paged.ts';
import { statusLabel } from './shipment-status.ts';

type Filter = Omit<PageSearch, 'page' | 'zone'>;

const formatDay = (day: string) => format(new Date(`${day}T12:00`), 'd MMM yyyy');

/** In the order in which they are shown. */
const WORDS: Record<keyof Filter, (value: string) => string> = {
  q: (text) => `“${text}”`,
  status: statusLabel,
  from: (day) => `From ${formatDay(day)}`,
  to: (day) => `To ${formatDay(day)}`,
};

/** Says each part of a filter: `Held`, `From 2 Jun 2026`. */
export function describeFilter(filter: Filter): { name: keyof Filter; words: string }[] {
  return keysOf(WORDS).flatMap((name) => {
    const value = filter[name];
    return value ? [{ name, words: WORDS[name](value) }] : [];
  });
}
