import type { LoggedMail, MailSearch } from './mail.ts';
import { findsBeginnings, type PageSearch, type UserSearch } from './paged.ts';
import type { ManagedShipmentSummary, ShipmentSummary } from './shipment.ts';
import { endOfDay, startOfDay } from './time-zone.ts';
import { normalizeTrackingId } from './tracking-id.ts';
import { fullName, type UserSummary } from './user.ts';

/*
 * What a list has under a search, over rows that a device has stored: as the server has it (stores/text-search.ts,
 * user-lists.ts), as far as the fields of a row go.
 */

/** Whether a row of a list of shipments is under a search: its text, its status and the days it was created on. */
export function matchesShipment(
  row: ShipmentSummary & Partial<Pick<ManagedShipmentSummary, 'senderName' | 'receiverName'>>,
  { q, status, from, to, zone = 'UTC' }: PageSearch,
): boolean {
  const { trackingId, description, senderName = '', receiverName = '' } = row;
  const createdAt = new Date(row.createdAt);
  const words = [trackingId, description, senderName, receiverName];
  return (
    (!status || row.status === status) &&
    (!from || createdAt >= startOfDay(from, zone)) &&
    (!to || createdAt < endOfDay(to, zone)) &&
    (!q || hasText(words, q) || hasText([trackingId], normalizeTrackingId(q)))
  );
}

/** Whether a row of the list of people is under a search: a fragment of the whole name or of the address. */
export function matchesUser(row: UserSummary, { q }: UserSearch): boolean {
  return !q || [fullName(row), row.email].some((text) => text.toLowerCase().includes(q.toLowerCase()));
}

/** Whether a mail of the log is in the state asked for, with a text in the address or in a manager's subject. */
export function matchesMail(row: LoggedMail, { state, q }: MailSearch): boolean {
  return (!state || row.state === state) && (!q || hasText([row.receiver, row.subject ?? ''], q));
}

/** One or two characters are the beginning of a word; signs alone find nothing. */
function hasText(texts: readonly string[], q: string): boolean {
  if (!/[\p{L}\p{N}]/u.test(q)) return false;
  const wanted = q.toLowerCase();
  return texts.some((text) => {
    const words = text.toLowerCase();
    if (!findsBeginnings(q)) return words.includes(wanted);
    return words.split(/[^\p{L}\p{N}]+/u).some((word) => word.startsWith(wanted));
  });
}
