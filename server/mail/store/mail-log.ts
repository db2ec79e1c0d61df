import { and, desc, eq, min, type SQL, sql } from 'drizzle-orm';
import type { MailState } from '../../../src/domain/mail.ts';
import type { ShipmentStatus } from '../../../src/domain/shipment-status.ts';
import { isTrackingId, normalizeTrackingId } from '../../../src/domain/tracking-id.ts';
import type { Executor } from '../../base/database/client.ts';
import { bills } from '../../base/database/tables/bills.ts';
import { MAIL_SEARCH_TEXT, MAIL_SUBJECT_ID, mails } from '../../base/database/tables/mails.ts';
import { shipments } from '../../base/database/tables/shipments.ts';
import { anyOf } from '../../base/sql/lists.ts';
import { countRows, findNewest, NEWEST_FIRST, type Window } from '../../base/sql/newest-first.ts';
import { containsText } from '../../base/sql/text-search.ts';
import type { StoredMail } from './mails.ts';

const columns = {
  id: mails.id,
  kind: mails.kind,
  receiver: mails.receiver,
  subject: sql<string | null>`${mails.about}->>'subject'`,
  shipmentId: sql<string | null>`coalesce(${mails.about}->>'shipmentId', ${bills.shipmentId}::text)`,
  trackingId: shipments.trackingId,
  status: sql<ShipmentStatus | null>`case when ${mails.kind} = 'status-changed' then ${mails.about}->>'status' end`,
  state: mails.state,
  attempts: mails.attempts,
  lastError: mails.lastError,
  createdAt: mails.createdAt,
  sentAt: mails.sentAt,
  resentAt: mails.resentAt,
  sentSubject: mails.sentSubject,
  /** An email that was gathered with others has the text of the first. */
  sentText: sql<string | null>`case when ${mails.state} = 'sent' and ${mails.sentText} is null
    then (select one.sent_text from mails one where one.id = ${mails.listedIn}) else ${mails.sentText} end`,
  about: mails.about,
  deliveries: mails.deliveries,
  digestAt: mails.digestAt,
};

export interface MailFilter {
  state?: MailState | undefined;
  q?: string | undefined;
}

const hasState = ({ state }: MailFilter) => state && eq(mails.state, state);

/** Lists mails, newest first; the total stops at 1,001. */
export async function listMails(
  executor: Executor,
  filter: MailFilter,
  window: Window,
): Promise<{ rows: LoggedMailRow[]; total: number }> {
  if (filter.q) {
    const { ids, total } = await findNewest(executor, window, createSearch(filter.q, hasState(filter)));
    return { rows: ids.length > 0 ? await readMails(executor, anyOf(mails.id, ids)) : [], total };
  }
  const [rows, total] = await Promise.all([
    readMails(executor, hasState(filter)).limit(window.limit).offset(window.offset),
    countRows(executor, sql`select 1 from ${mails} where ${hasState(filter) ?? sql`true`}`),
  ]);
  return { rows, total };
}

/** Counts failed mails, up to 1,001, and finds the oldest. */
export async function countFailedMails(executor: Executor): Promise<{ count: number; oldest: Date | null }> {
  const failed = hasState({ state: 'failed' });
  const [count, [row]] = await Promise.all([
    countRows(executor, sql`select 1 from ${mails} where ${failed}`),
    executor
      .select({ oldest: min(mails.createdAt) })
      .from(mails)
      .where(failed),
  ]);
  return { count, oldest: row?.oldest ?? null };
}

function createSearch(q: string, condition: SQL | undefined) {
  const words = /[\p{L}\p{N}]/u.test(q) ? containsText(q, MAIL_SEARCH_TEXT) : sql`false`;
  const trackingId = normalizeTrackingId(q);
  const ofShipment = sql`${MAIL_SUBJECT_ID} in (
    select id::text from shipments where tracking_id = ${trackingId}
    union all
    select bills.id::text from bills join shipments on shipments.id = bills.shipment_id
    where shipments.tracking_id = ${trackingId})`;
  const select = (where: SQL | undefined) => sql`select id, created_at from mails where ${where}`;
  const isId = isTrackingId(trackingId);
  const hit = isId ? sql`${words} or ${ofShipment}` : words;
  return {
    newest: (limit: number) =>
      sql`select id, created_at, (${hit}) as hit from mails where ${condition ?? sql`true`} ${NEWEST_FIRST} limit ${limit}`,
    // An OR would use neither index.
    all: isId
      ? sql`${select(and(words, condition))} union ${select(and(ofShipment, condition))}`
      : select(and(words, condition)),
  };
}

const readMails = (executor: Executor, condition: SQL | undefined) =>
  executor
    .select(columns)
    .from(mails)
    .leftJoin(bills, sql`${bills.id} = (${mails.about}->>'billId')::uuid`)
    .leftJoin(shipments, sql`${shipments.id} = coalesce((${mails.about}->>'shipmentId')::uuid, ${bills.shipmentId})`)
    .where(condition)
    .orderBy(desc(mails.createdAt), desc(mails.id));

export type LoggedMailRow = Awaited<ReturnType<typeof readMails>>[number];

export async function findLoggedMail(executor: Executor, id: string): Promise<LoggedMailRow | null> {
  const [row] = await readMails(executor, eq(mails.id, id));
  return row ?? null;
}

/** Picks what sending needs; `kind` and `about` belong together. */
export const storedMailOf = ({ id, kind, receiver, about, state, deliveries, digestAt }: LoggedMailRow): StoredMail =>
  ({ id, kind, receiver, about, state, deliveries, digestAt }) as StoredMail;
