import { and, count, desc, eq, inArray, ne, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { MailKind, MailState } from '../../src/domain/mail.ts';
import { EXACT_TOTAL_UNDER_SEARCH } from '../../src/domain/pagination.ts';
import type { ShipmentStatus } from '../../src/domain/shipment-status.ts';
import type { Executor, Transaction } from '../database/client.ts';
import { bills, IS_PERSONAL, mails, shipments } from '../database/schema.ts';

/** The two who are told of a shipment. */
export type Party = 'sender' | 'receiver';

/** What each kind of mail is about: ids, never a secret or a text that could be looked up. */
export interface MailSubjects {
  /** Tells one party of a new shipment its tracking ID and its own private code. */
  'shipment-created': { shipmentId: string; party: Party };
  /** Tells one party that a shipment has got this status, and when (ISO): a later change has a mail of its own. */
  'status-changed': { shipmentId: string; party: Party; status: ShipmentStatus; occurredAt: string };
  /** Tells one party that a shipment has a bill to be paid. */
  'payment-required': { billId: string; party: Party };
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

/** Notes that a mail has been taken by the other side. */
export async function markMailSent(executor: Executor, delivery: Delivery): Promise<void> {
  await executor
    .update(mails)
    .set({ state: 'sent', sentAt: sql`now()`, attempts: sql`${mails.attempts} + 1`, lastError: null })
    .where(underWay(delivery));
}

/** Notes that there is no reason any more to send a mail. */
export async function markMailDropped(executor: Executor, delivery: Delivery): Promise<void> {
  await executor.update(mails).set({ state: 'dropped', lastError: null }).where(underWay(delivery));
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
 * Makes a mail one to be sent once more and answers the number of that delivery; null where it is in none of the states
 * `from`, erased, or not there. Of two at the same time one gets the null.
 */
export async function requeueMail(tx: Transaction, id: string, from: readonly MailState[]): Promise<number | null> {
  const [row] = await tx
    .update(mails)
    .set({ state: 'queued', deliveries: sql`${mails.deliveries} + 1`, lastError: null, sentAt: null })
    .where(and(eq(mails.id, id), inArray(mails.state, [...from]), ne(mails.receiver, '')))
    .returning({ number: mails.deliveries });
  return row?.number ?? null;
}

/**
 * Forgets the mails that went to a person as a person, not as a party of a shipment: address, words and what was answered.
 * What is still on its way is dropped, and none of them can be sent again.
 */
export async function eraseMailsTo(tx: Transaction, address: string): Promise<void> {
  await tx
    .update(mails)
    .set({
      receiver: '',
      about: sql`${mails.about} - 'subject' - 'body'`,
      lastError: null,
      state: sql`case when ${mails.state} = 'queued' then 'dropped' else ${mails.state} end`,
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
  status: sql<ShipmentStatus | null>`${mails.about}->>'status'`,
  state: mails.state,
  attempts: mails.attempts,
  lastError: mails.lastError,
  createdAt: mails.createdAt,
  sentAt: mails.sentAt,
};

/** A window of the log, newest first; with a state only the mails in it. */
export function listMails(
  executor: Executor,
  { state, limit, offset }: { state: MailState | undefined; limit: number; offset: number },
) {
  return executor
    .select(columns)
    .from(mails)
    .leftJoin(bills, sql`${bills.id} = (${mails.about}->>'billId')::uuid`)
    .leftJoin(shipments, sql`${shipments.id} = coalesce((${mails.about}->>'shipmentId')::uuid, ${bills.shipmentId})`)
    .where(state && eq(mails.state, state))
    .orderBy(desc(mails.createdAt), desc(mails.id))
    .limit(limit)
    .offset(offset);
}

/** How many mails there are, counted to one more than 1,000, which stands for 'more'. */
export async function countMails(executor: Executor, state: MailState | undefined): Promise<number> {
  const some = executor
    .select({ one: sql`1`.as('one') })
    .from(mails)
    .where(state && eq(mails.state, state))
    .limit(EXACT_TOTAL_UNDER_SEARCH + 1)
    .as('some');
  const [row] = await executor.select({ total: count() }).from(some);
  return row?.total ?? 0;
}
