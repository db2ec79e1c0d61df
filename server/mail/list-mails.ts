import { and, desc, eq, type SQL, sql } from 'drizzle-orm';
import { hasEnded, type LoggedMail, type MailDetails, type MailSearch } from '../../src/domain/mail.ts';
import type { Paged } from '../../src/domain/paged.ts';
import { neighbours, pageWindow } from '../../src/domain/pagination.ts';
import type { ShipmentStatus } from '../../src/domain/shipment-status.ts';
import { isTrackingId, normalizeTrackingId } from '../../src/domain/tracking-id.ts';
import type { Executor } from '../base/database/client.ts';
import { bills } from '../base/database/tables/bills.ts';
import { MAIL_SEARCH_TEXT, MAIL_SUBJECT_ID, mails } from '../base/database/tables/mails.ts';
import { shipments } from '../base/database/tables/shipments.ts';
import { UserError } from '../base/errors/errors.ts';
import { anyOf } from '../base/sql/lists.ts';
import { countRows, findNewest, NEWEST_FIRST, type Window } from '../base/sql/newest-first.ts';
import { containsText } from '../base/sql/text-search.ts';
import type { Services } from '../context/context.ts';
import { draftMail } from './draft-mail.ts';
import { MASKED_SECRET } from './draft-parts.ts';
import type { MailContent } from './letters/letter.ts';
import { hasState, type MailFilter } from './store/mail-log.ts';
import type { StoredMail } from './store/mails.ts';

type Dependencies = Pick<Services, 'db' | 'secrets' | 'environment' | 'brand'>;

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
  /** Gathered emails have the text of the first. */
  sentText: sql<string | null>`case when ${mails.state} = 'sent' and ${mails.sentText} is null
    then (select one.sent_text from mails one where one.id = ${mails.listedIn}) else ${mails.sentText} end`,
  about: mails.about,
  deliveries: mails.deliveries,
  digestAt: mails.digestAt,
};

/** Lists mails, newest first; the total stops at 1,001. */
async function listMails(
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

type LoggedMailRow = Awaited<ReturnType<typeof readMails>>[number];

export async function listLoggedMails(
  dependencies: Dependencies,
  { page: { page, size, ...filter } }: { page: MailSearch },
): Promise<Paged<LoggedMail>> {
  const { rows, total } = await listMails(dependencies.db, filter, pageWindow(page, size));
  const data = await Promise.all(rows.map(async (row) => toLoggedMail(row, await renderNext(dependencies, row))));
  return { data, total, pagination: neighbours(page ?? 1, total, size) };
}

async function findLoggedMail(executor: Executor, id: string): Promise<LoggedMailRow | null> {
  const [row] = await readMails(executor, eq(mails.id, id));
  return row ?? null;
}

/**
 * Returns a mail with its text, secrets masked.
 * @throws NOT_FOUND
 */
export async function getLoggedMail(dependencies: Dependencies, { id }: { id: string }): Promise<MailDetails> {
  const row = await findLoggedMail(dependencies.db, id);
  if (!row) throw new UserError('NOT_FOUND', 'This email doesn’t exist.');
  const contentIfResent = await renderNext(dependencies, row);
  const { sentSubject, sentText } = row;
  return {
    ...toLoggedMail(row, contentIfResent),
    sent: sentSubject !== null && sentText !== null ? { subject: sentSubject, text: sentText } : null,
    next: contentIfResent && { subject: contentIfResent.subject, text: contentIfResent.text },
  };
}

/** Picks what sending needs; `kind` and `about` belong together. */
const storedMailOf = ({ id, kind, receiver, about, state, deliveries, digestAt }: LoggedMailRow): StoredMail =>
  ({ id, kind, receiver, about, state, deliveries, digestAt }) as StoredMail;

async function renderNext(dependencies: Dependencies, row: LoggedMailRow): Promise<MailContent | null> {
  if (row.state === 'dropped' || row.receiver === '') return null;
  const draft = await draftMail(dependencies, storedMailOf(row));
  return draft?.render(MASKED_SECRET) ?? null;
}

function toLoggedMail(row: LoggedMailRow, contentIfResent: MailContent | null): LoggedMail {
  const { createdAt, sentAt, resentAt, sentSubject, sentText, about, deliveries, digestAt, ...mail } = row;
  return {
    ...mail,
    createdAt: createdAt.toISOString(),
    sentAt: sentAt?.toISOString() ?? null,
    resentAt: resentAt?.toISOString() ?? null,
    resendable: hasEnded(row.state) && contentIfResent !== null,
  };
}
