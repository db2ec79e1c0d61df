import { and, count, desc, eq, inArray, ne, type SQL, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { MailKind, MailState, MailText } from '../../../src/domain/mail.ts';
import { EXACT_TOTAL_UNDER_SEARCH } from '../../../src/domain/pagination.ts';
import type { Party } from '../../../src/domain/shipment.ts';
import type { ShipmentStatus } from '../../../src/domain/shipment-status.ts';
import { isTrackingId, normalizeTrackingId } from '../../../src/domain/tracking-id.ts';
import type { TransactionStatus } from '../../../src/domain/transaction.ts';
import type { Executor, Transaction } from '../../database/client.ts';
import { bills, IS_PERSONAL, MAIL_ABOUT, MAIL_WORDS, mails, shipments } from '../../database/schema.ts';
import { findNewest, NEWEST_FIRST, type Window } from '../newest-first.ts';
import { hasWords } from '../text-search.ts';

/** What each kind of mail is about: ids, never a secret or a text that could be looked up. */
export interface MailSubjects {
  /** Tells one party of a new shipment its tracking ID and its own private code. */
  'shipment-created': { shipmentId: string; party: Party };
  /** Tells one party its new private code: its address was corrected, or its account was taken off the shipment. */
  'code-replaced': { shipmentId: string; party: Party };
  /** Tells one party that a shipment has got this status, and when (ISO): a later change has a mail of its own. */
  'status-changed': { shipmentId: string; party: Party; status: ShipmentStatus; occurredAt: string };
  /** Tells the person a bill is for that it is to be paid. */
  'payment-required': { billId: string };
  /** Tells a person that they have asked for a withdrawal (pending), that it was paid, or that it failed. */
  withdrawal: { transactionId: string; status: TransactionStatus };
  /** What a manager wrote, word for word; nobody else has it. */
  message: { subject: string; body: string };
  /** A link with which a person sets the password of an account that was made for them. */
  'set-password': { userId: string };
  /** A link that verifies the address of a new account. */
  'verify-email': { userId: string };
  /** Tells the owner of an address that somebody, perhaps they themselves, tried to register it again. */
  'address-taken': { userId: string };
  /** A link with which a person sets a new password. */
  'reset-password': { userId: string };
}

export type MailRequest = { [Kind in MailKind]: { kind: Kind; receiver: string; about: MailSubjects[Kind] } }[MailKind];
export type StoredMail = MailRequest & { id: string; state: MailState; deliveries: number };

/** Which of a mail's deliveries is meant: a mail that is sent again has another one. */
export interface Delivery {
  mailId: string;
  /** Counts from 1. */
  number: number;
}

/** Adds mails to be sent and answers their ids in the order given; they are queued by whoever calls this. */
export async function insertMails(executor: Executor, requests: readonly MailRequest[]): Promise<string[]> {
  const rows = requests.map((request) => ({ ...request, id: uuidv7() }));
  if (rows.length > 0) await executor.insert(mails).values(rows);
  return rows.map(({ id }) => id);
}

/** A mail with what it is about, or null. */
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
  // The kind of a row decides the shape of what it is about; both were written together by insertMails.
  return (row as StoredMail | undefined) ?? null;
}

/** A mail whose delivery is still this one. */
const underWay = ({ mailId, number }: Delivery) =>
  and(eq(mails.id, mailId), eq(mails.deliveries, number), eq(mails.state, 'queued'));

/**
 * Notes that a mail has been taken by the other side, and its words, in which secrets are masked. When it was first sent
 * stays as it is.
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
    .where(underWay(delivery));
}

/** A mail that will not be sent, or not again: one that was sent before stays sent. */
const droppedOrSent = sql<MailState>`case when ${mails.sentAt} is null then 'dropped' else 'sent' end`;

/** Notes that there is no reason any more to send a mail. */
export async function markMailDropped(executor: Executor, delivery: Delivery): Promise<void> {
  await executor.update(mails).set({ state: droppedOrSent, lastError: null }).where(underWay(delivery));
}

/** Notes a failed attempt and why, in words for managers; `isFinal`: no further attempt follows. */
export async function markMailAttempt(
  executor: Executor,
  delivery: Delivery,
  { reason, isFinal }: { reason: string; isFinal: boolean },
): Promise<void> {
  await executor
    .update(mails)
    .set({ attempts: sql`${mails.attempts} + 1`, lastError: reason, ...(isFinal && { state: 'failed' }) })
    .where(underWay(delivery));
}

/** Notes that no further attempt follows. `reason` is for a mail whose last attempt could not say why any more. */
export async function markMailFailed(executor: Executor, delivery: Delivery, reason: string): Promise<void> {
  await executor
    .update(mails)
    .set({ state: 'failed', lastError: sql`coalesce(${mails.lastError}, ${reason})` })
    .where(underWay(delivery));
}

/**
 * Notes that the failed mails about a shipment or a bill, or only those to one address, have no reason any more: nobody is
 * asked to send them again.
 */
export async function dropFailedMails(tx: Transaction, aboutId: string, receiver?: string): Promise<void> {
  await tx
    .update(mails)
    .set({ state: droppedOrSent })
    .where(
      and(
        sql`${MAIL_ABOUT} = ${aboutId}`,
        eq(mails.state, 'failed'),
        receiver ? eq(mails.receiver, receiver) : undefined,
      ),
    );
}

/**
 * Makes a mail one to be sent once more and answers the number of that delivery; null where it is in none of the states
 * `from`, erased, or not there. Of two at the same time one gets the null.
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
 * Forgets the mails that went to a person as a person, not as a party of a shipment: address, words and what was answered.
 * What is still on its way or has failed is dropped, and none of them can be sent again.
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

/** Which mails a list is of. */
export interface MailFilter {
  state?: MailState | undefined;
  q?: string | undefined;
}

const ofState = ({ state }: MailFilter) => state && eq(mails.state, state);

/** A window of the log, newest first, and how many mails it has: 1,001 stands for more than 1,000. */
export async function listMails(
  executor: Executor,
  filter: MailFilter,
  window: Window,
): Promise<{ rows: LoggedMailRow[]; total: number }> {
  if (filter.q) {
    const { ids, total } = await findNewest(executor, window, searchOf(filter.q, ofState(filter)));
    return { rows: ids.length > 0 ? await readMails(executor, inArray(mails.id, ids)) : [], total };
  }
  const some = executor
    .select({ one: sql`1`.as('one') })
    .from(mails)
    .where(ofState(filter))
    .limit(EXACT_TOTAL_UNDER_SEARCH + 1)
    .as('some');
  const [rows, counted] = await Promise.all([
    readMails(executor, ofState(filter)).limit(window.limit).offset(window.offset),
    executor.select({ total: count() }).from(some),
  ]);
  return { rows, total: counted[0]?.total ?? 0 };
}

/** Mails with a fragment in the address or in a manager's subject, or about the shipment of a tracking ID. */
function searchOf(q: string, condition: SQL | undefined) {
  const words = /[\p{L}\p{N}]/u.test(q) ? hasWords(q, MAIL_WORDS) : sql`false`;
  const trackingId = normalizeTrackingId(q);
  const ofShipment = sql`${MAIL_ABOUT} in (
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
    // Two looks into two indexes: under one OR neither would be used.
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

/** What a row is made of for sending. Its kind decides the shape of what it is about; insertMails wrote both together. */
export const storedMailOf = ({ id, kind, receiver, about, state, deliveries }: LoggedMailRow): StoredMail =>
  ({ id, kind, receiver, about, state, deliveries }) as StoredMail;
