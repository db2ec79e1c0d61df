import type { LoggedMail, MailSearch } from './mail.ts';
import { isPrefixSearch, type PageSearch, type UserSearch } from './paged.ts';
import { type ManagedShipment, SEARCHED_FIELDS, type ShipmentSummary } from './shipment.ts';
import { searchable } from './text.ts';
import { endOfDay, startOfDay } from './time-zone.ts';
import { normalizeTrackingId } from './tracking-id.ts';
import { fullName, type UserSummary } from './user.ts';

/* Searches like the server (stores/text-search.ts, user-lists.ts). */

/** Whether a shipment row matches a search. */
export function matchesShipment(
  row: ShipmentSummary & Partial<Pick<ManagedShipment, (typeof SEARCHED_FIELDS)[number]>>,
  { q, status, from, to, zone = 'UTC' }: PageSearch,
): boolean {
  const createdAt = new Date(row.createdAt);
  const words = SEARCHED_FIELDS.map((field) => row[field] ?? '');
  return (
    (!status || row.status === status) &&
    (!from || createdAt >= startOfDay(from, zone)) &&
    (!to || createdAt < endOfDay(to, zone)) &&
    (!q || hasText(words, q) || hasText([row.trackingId], normalizeTrackingId(q)))
  );
}

/** Whether the full name or the email address contains the search. */
export function matchesUser(row: UserSummary, { q }: UserSearch): boolean {
  return !q || [fullName(row), row.email].some((text) => searchable(text).includes(searchable(q)));
}

/** Whether a logged email has this state and text. */
export function matchesMail(row: LoggedMail, { state, q }: MailSearch): boolean {
  return (!state || row.state === state) && (!q || hasText([row.receiver, row.subject ?? ''], q));
}

/** One or two characters match a word's start. */
function hasText(texts: readonly string[], q: string): boolean {
  if (!/[\p{L}\p{N}]/u.test(q)) return false;
  const wanted = searchable(q);
  return texts.some((text) => {
    const words = searchable(text);
    if (!isPrefixSearch(q)) return words.includes(wanted);
    return words.split(/[^\p{L}\p{N}]+/u).some((word) => word.startsWith(wanted));
  });
}
