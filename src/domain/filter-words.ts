import { choiceLabel } from './choice-label.ts';
import { shortDayOf } from './dates.ts';
import { keysOf } from './field-schemas.ts';
import type { ManagedPageSearch } from './paged.ts';
import { type ShipmentWork, WORK_LABELS } from './work.ts';

type Filter = Omit<ManagedPageSearch, 'page' | 'zone'>;

const formatDay = (day: string) => `${shortDayOf(day)} ${day.slice(0, 4)}`;

/** In the order in which they are shown. */
const WORDS: Record<keyof Filter, (value: string) => string> = {
  q: (text) => `“${text}”`,
  work: (work) => WORK_LABELS[work as ShipmentWork],
  status: choiceLabel,
  printed: () => 'Not printed',
  arrival: choiceLabel,
  from: (day) => `From ${formatDay(day)}`,
  days: (days) => `By day ${days}`,
  to: (day) => `To ${formatDay(day)}`,
};

/** Says each part of a filter: `Held`, `From 2 Jun 2026`. */
export function describeFilter(filter: Filter): { name: keyof Filter; words: string }[] {
  return keysOf(WORDS).flatMap((name) => {
    const value = filter[name];
    return value ? [{ name, words: WORDS[name](value) }] : [];
  });
}
