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

/** Only ids, never a secret. */
export interface MailSubjects {
  'shipment-created': { shipmentId: string; party: Party };
  'code-replaced': { shipmentId: string; party: Party };
  'status-changed': { shipmentId: string; party: Party; status: ShipmentStatus; occurredAt: string };
  /** Of a bulk change: all its shipments of this receiver. */
  'status-summary': { bulkId: string };
  'delivery-attempted': { shipmentId: string; party: Party; reason: FailureReason; occurredAt: string };
  'delivery-corrected': { shipmentId: string; party: Party; reason: FailureReason; occurredAt: string };
  'payment-required': { billId: string };
  withdrawal: { transactionId: string; status: TransactionStatus };
  /** Stored nowhere else. */
  message: { subject: string; body: string };
  'set-password': { userId: string };
  'verify-email': { userId: string };
  'address-taken': { userId: string };
  'reset-password': { userId: string };
}

export type MailRequest = { [Kind in MailKind]: { kind: Kind; receiver: string; about: MailSubjects[Kind] } }[MailKind];
export type StoredMail = MailRequest & { id: string; state: MailState; deliveries: number };

/** Adds mails and returns their ids in order; the caller queues them. */
export async function insertMails(executor: Executor, requests: readonly MailRequest[]): Promise<string[]> {
  const rows = requests.map((request) => ({ ...request, id: uuidv7() }));
  if (rows.length > 0) await executor.insert(mails).values(rows);
  return rows.map(({ id }) => id);
}

/** Finds a mail, or null. */
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
  return (row as StoredMail | undefined) ?? null;
}

/** Erases a user's personal mails, not those as a shipment's party. */
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
