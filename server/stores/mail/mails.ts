import { and, eq, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { FailureReason } from '../../../src/domain/delivery.ts';
import type { MailKind, MailState } from '../../../src/domain/mail.ts';
import type { Party } from '../../../src/domain/shipment.ts';
import type { ShipmentStatus } from '../../../src/domain/shipment-status.ts';
import type { TransactionStatus } from '../../../src/domain/transaction.ts';
import type { Executor, Transaction } from '../../database/client.ts';
import { IS_PERSONAL, mails } from '../../database/tables/mails.ts';
import { droppedOrSent } from './mail-deliveries.ts';

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
