import type { LoggedMail, MailSearch } from './mail.ts';
import { isPrefixSearch, type ManagedPageSearch, type UserSearch } from './paged.ts';
import { rolesOf } from './roles.ts';
import {
  type ManagedShipment,
  type ManagedShipmentSummary,
  SEARCHED_FIELDS,
  type ShipmentSummary,
} from './shipment.ts';
import { searchable } from './text.ts';
import { endOfDay, startOfDay } from './time-zone.ts';
import { normalizeTrackingId } from './tracking-id.ts';
import { fullName, type UserSummary } from './user.ts';
import { isOtherWork, UNSCANNED_HOURS } from './work.ts';

/* Searches like the server (stores/text-search.ts, user-lists.ts). */

export function matchesShipment(
  row: ShipmentSummary & Partial<Pick<ManagedShipment, (typeof SEARCHED_FIELDS)[number]> & ManagedShipmentSummary>,
  { q, status, work, printed, arrival, from, to, days = 'created', zone = 'UTC' }: ManagedPageSearch,
): boolean {
  // A row only knows its latest entry, which of a delivered one is that it was delivered.
  const at = new Date(days === 'created' ? row.createdAt : (row.latestActivity?.occurredAt ?? row.createdAt));
  const words = SEARCHED_FIELDS.map((field) => row[field] ?? '');
  return (
    (!status || row.status === status) &&
    (!work || isOtherWork(work) || (row.work === work && (work !== 'never-scanned' || isOverdue(row.createdAt)))) &&
    (!printed || row.printed === false) &&
    (!arrival || Boolean(row.announced) === (arrival === 'announced')) &&
    (!from || at >= startOfDay(from, zone)) &&
    (!to || at < endOfDay(to, zone)) &&
    (!(from || to) || days !== 'delivered' || row.status === 'delivered') &&
    (!q || matchesSearch(words, q) || matchesSearch([row.trackingId], normalizeTrackingId(q)))
  );
}

const isOverdue = (createdAt: string) => Date.now() - Date.parse(createdAt) > UNSCANNED_HOURS * 3_600_000;

export function matchesUser(row: UserSummary, { q, work, role }: UserSearch): boolean {
  // No device knows who waits for money.
  if (work === 'withdrawals' || work === 'approvals' || (work === 'unverified' && row.verified)) return false;
  if (role && !(role === 'deactivated' ? row.deactivated : rolesOf(row).includes(role))) return false;
  return !q || [fullName(row), row.email].some((text) => searchable(text).includes(searchable(q)));
}

export function matchesMail(row: LoggedMail, { state, q }: MailSearch): boolean {
  return (!state || row.state === state) && (!q || matchesSearch([row.receiver, row.subject ?? ''], q));
}

/** Says whether one of these texts has what was typed; one or two characters must begin a word. */
function matchesSearch(texts: readonly string[], q: string): boolean {
  if (!/[\p{L}\p{N}]/u.test(q)) return false;
  const wanted = searchable(q);
  return texts.some((text) => {
    const words = searchable(text);
    if (!isPrefixSearch(q)) return words.includes(wanted);
    return words.split(/[^\p{L}\p{N}]+/u).some((word) => word.startsWith(wanted));
  });
}
