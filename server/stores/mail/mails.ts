import { and, count, desc, eq, inArray, ne, type SQL, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { FailureReason } from '../../../src/domain/delivery.ts';
import type { MailKind, MailState, MailText } from '../../../src/domain/mail.ts';
import { EXACT_TOTAL_UNDER_SEARCH } from '../../../src/domain/pagination.ts';
import type { Party } from '../../../src/domain/shipment.ts';
import type { ShipmentStatus } from '../../../src/domain/shipment-status.ts';
import { isTrackingId, normalizeTrackingId } from '../../../src/domain/tracking-id.ts';
import type { TransactionStatus } from '../../../src/domain/transaction.ts';
import type { Executor, Transaction } from '../../database/client.ts';
import { bills } from '../../database/tables/bills.ts';
import { IS_PERSONAL, MAIL_SEARCH_TEXT, MAIL_SUBJECT_ID, mails } from '../../database/tables/mails.ts';
import { shipments } from '../../database/tables/shipments.ts';
import { findNewest, NEWEST_FIRST, type Window } from '../newest-first.ts';
import { containsText } from '../text-search.ts';

/** What each kind of mail refers to: ids, never a secret or text that can be looked up. */
export interface MailSubjects {
  /** Sends one party the tracking ID of a new shipment and their own private code. */
  'shipment-created': { shipmentId: string; party: Party };
  /**
   * Sends one party a new private code after their address was corrected or their account removed.
   */
  'code-replaced': { shipmentId: string; party: Party };
  /**
   * Notifies one party of a shipment's new status and its time (ISO). Later changes have their own
   * mails.
   */
  'status-changed': { shipmentId: string; party: Party; status: ShipmentStatus; occurredAt: string };
  /** Notifies one party of an attempt to deliver, and its time (ISO). */
  'delivery-attempted': { shipmentId: string; party: Party; reason: FailureReason; occurredAt: string };
  /** Notifies one party that a shipment was not delivered after all. */
  'delivery-corrected': { shipmentId: string; party: Party; reason: FailureReason; occurredAt: string };
  /** Asks a user to pay a bill. */
  'payment-required': { billId: string };
  /** Notifies a user that a withdrawal was requested (pending), paid or failed. */
  withdrawal: { transactionId: string; status: TransactionStatus };
  /** A manager's message, stored nowhere else. */
  message: { subject: string; body: string };
  /** A link to set the first password of an account created by a manager. */
  'set-password': { userId: string };
  /** A link that verifies the address of a new account. */
  'verify-email': { userId: string };
  /** Tells an address's owner that someone, perhaps they themselves, tried to register it again. */
  'address-taken': { userId: string };
  /** A link to set a new password. */
  'reset-password': { userId: string };
}

export type MailRequest = { [Kind in MailKind]: { kind: Kind; receiver: string; about: MailSubjects[Kind] } }[MailKind];
export type StoredMail = MailRequest & { id: string; state: MailState; deliveries: number };

/** One delivery of a mail; sending it again creates another. */
export interface Delivery {
  mailId: string;
  /** Counted from 1. */
  number: number;
}

/** Adds mails and returns their ids in the given order; the caller queues them. */
export async function insertMails(executor: Executor, requests: readonly MailRequest[]): Promise<string[]> {
  const rows = requests.map((request) => ({ ...request, id: uuidv7() }));
  if (rows.length > 0) await executor.insert(mails).values(rows);
  return rows.map(({ id }) => id);
}

/** A mail, or null. */
export async function findMail(executor: Executor, id: string): Promise<StoredMail | null> {
  const [row] = await executor
    .select({
      id: mails.id,
      kind: mails.kind,
      receiver: mails.receiver,
      about: mails.about,
      state: mails.state,
      deliveries: mails.deliveries,
    })
    .from(mails)
    .where(eq(mails.id, id));
  // The kind of a row decides the shape of `about`; insertMails wrote both together.
  return (row as StoredMail | undefined) ?? null;
}

/** Whether this is still the mail's current delivery. */
const isCurrentDelivery = ({ mailId, number }: Delivery) =>
  and(eq(mails.id, mailId), eq(mails.deliveries, number), eq(mails.state, 'queued'));

/**
 * Marks a mail as sent and stores its text with secrets masked. Keeps the time it was first sent.
 */
export async function markMailSent(executor: Executor, delivery: Delivery, { subject, text }: MailText): Promise<void> {
  await executor
    .update(mails)
    .set({
      state: 'sent',
      sentAt: sql`coalesce(${mails.sentAt}, now())`,
      resentAt: sql`case when ${mails.sentAt} is not null then now() end`,
      sentSubject: subject,
      sentText: text,
      attempts: sql`${mails.attempts} + 1`,
      lastError: null,
    })
    .where(isCurrentDelivery(delivery));
}

/** The state of a mail that will not be sent (again): one that was sent before stays sent. */
const droppedOrSent = sql<MailState>`case when ${mails.sentAt} is null then 'dropped' else 'sent' end`;

/** Marks a mail as no longer worth sending. */
export async function markMailDropped(executor: Executor, delivery: Delivery): Promise<void> {
  await executor.update(mails).set({ state: droppedOrSent, lastError: null }).where(isCurrentDelivery(delivery));
}

/**
 * Records a failed attempt and its reason, for managers; `isFinal`: there are no further attempts.
 */
export async function markMailAttempt(
  executor: Executor,
  delivery: Delivery,
  { reason, isFinal }: { reason: string; isFinal: boolean },
): Promise<void> {
  await executor
    .update(mails)
    .set({ attempts: sql`${mails.attempts} + 1`, lastError: reason, ...(isFinal && { state: 'failed' }) })
    .where(isCurrentDelivery(delivery));
}

/** Marks a mail as failed. `reason` applies if the last attempt recorded none. */
export async function markMailFailed(executor: Executor, delivery: Delivery, reason: string): Promise<void> {
  await executor
    .update(mails)
    .set({ state: 'failed', lastError: sql`coalesce(${mails.lastError}, ${reason})` })
    .where(isCurrentDelivery(delivery));
}

/**
 * Drops the failed mails about a shipment or a bill, or only those to one address, so that nobody
 * has to send them again.
 */
export async function dropFailedMails(tx: Transaction, aboutId: string, receiver?: string): Promise<void> {
  await tx
    .update(mails)
    .set({ state: droppedOrSent })
    .where(
      and(
        sql`${MAIL_SUBJECT_ID} = ${aboutId}`,
        eq(mails.state, 'failed'),
        receiver ? eq(mails.receiver, receiver) : undefined,
      ),
    );
}

/**
 * Marks a mail to be sent again and returns the number of the new delivery; null if its state is
 * not one of `from`, or it was erased or does not exist. Of concurrent calls only one gets a
 * number.
 */
export async function requeueMail(tx: Transaction, id: string, from: readonly MailState[]): Promise<number | null> {
  const [row] = await tx
    .update(mails)
    .set({ state: 'queued', deliveries: sql`${mails.deliveries} + 1`, lastError: null })
    .where(and(eq(mails.id, id), inArray(mails.state, [...from]), ne(mails.receiver, '')))
    .returning({ number: mails.deliveries });
  return row?.number ?? null;
}

/**
 * Erases the mails that a user got personally, not as a party of a shipment: address, text and the
 * mail server's replies. Unsent ones are dropped, and none can be sent again.
 */
export async function eraseMailsTo(tx: Transaction, address: string): Promise<void> {
  await tx
    .update(mails)
    .set({
      receiver: '',
      about: sql`${mails.about} - 'subject' - 'body'`,
      lastError: null,
      sentSubject: null,
      sentText: null,
      state: droppedOrSent,
    })
    .where(and(eq(mails.receiver, address), IS_PERSONAL));
}

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
  sentText: mails.sentText,
  about: mails.about,
  deliveries: mails.deliveries,
};

/** Which mails to list. */
export interface MailFilter {
  state?: MailState | undefined;
  q?: string | undefined;
}

const hasState = ({ state }: MailFilter) => state && eq(mails.state, state);

/** A window of the log, newest first, and the total: exact up to 1,000, and 1,001 for more. */
export async function listMails(
  executor: Executor,
  filter: MailFilter,
  window: Window,
): Promise<{ rows: LoggedMailRow[]; total: number }> {
  if (filter.q) {
    const { ids, total } = await findNewest(executor, window, createSearch(filter.q, hasState(filter)));
    return { rows: ids.length > 0 ? await readMails(executor, inArray(mails.id, ids)) : [], total };
  }
  const some = executor
    .select({ one: sql`1`.as('one') })
    .from(mails)
    .where(hasState(filter))
    .limit(EXACT_TOTAL_UNDER_SEARCH + 1)
    .as('some');
  const [rows, counted] = await Promise.all([
    readMails(executor, hasState(filter)).limit(window.limit).offset(window.offset),
    executor.select({ total: count() }).from(some),
  ]);
  return { rows, total: counted[0]?.total ?? 0 };
}

/**
 * Searches for text in addresses and managers' subjects, and for mails about the shipment with a
 * tracking ID.
 */
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
    // Two separate lookups, because an OR would use neither index.
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

/** A mail of the log, or null. */
export async function findLoggedMail(executor: Executor, id: string): Promise<LoggedMailRow | null> {
  const [row] = await readMails(executor, eq(mails.id, id));
  return row ?? null;
}

/**
 * The part of a row needed for sending. The kind decides the shape of `about`; insertMails wrote
 * both together.
 */
export const storedMailOf = ({ id, kind, receiver, about, state, deliveries }: LoggedMailRow): StoredMail =>
  ({ id, kind, receiver, about, state, deliveries }) as StoredMail;
