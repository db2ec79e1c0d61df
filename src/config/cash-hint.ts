import { cashNote } from '../domain/cash.ts';
import { site } from './site.ts';

/** What a field's hint goes on with. */
export function cashHint(amount: number | null): string {
  const note = cashNote(amount, site.currency, site.smallestCoin);
  return note && ` ${note}`;
}
