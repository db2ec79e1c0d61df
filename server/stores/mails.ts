import { eq, sql } from 'drizzle-orm';
import type { Executor } from '../database/client.ts';
import { mails } from '../database/schema.ts';

/** What each kind of mail is about: ids only, never a secret or a text that could be looked up. */
export interface MailSubjects {
  /** Tells one party of a new shipment its tracking ID and its own private code. */
  'shipment-created': { shipmentId: string; party: 'sender' | 'receiver' };
  /** A link with which a person sets the password of an account that was made for them. */
  'set-password': { userId: string };
  /** A link that verifies the address of a new account. */
  'verify-email': { userId: string };
  /** Tells the owner of an address that somebody, perhaps they themselves, tried to register it again. */
  'address-taken': { userId: string };
  /** A link with which a person sets a new password. */
  'reset-password': { userId: string };
}

export type MailKind = keyof MailSubjects;
export type MailRequest = { [Kind in MailKind]: { kind: Kind; receiver: string; about: MailSubjects[Kind] } }[MailKind];
export type StoredMail = MailRequest & { id: string; state: 'queued' | 'sent' | 'failed' };

/** Adds a mail to be sent and answers its id; it is queued by whoever calls this. */
export async function insertMail(executor: Executor, mail: MailRequest): Promise<string> {
  const [row] = await executor.insert(mails).values(mail).returning({ id: mails.id });
  if (!row) throw new Error('A mail was not inserted');
  return row.id;
}

/** A mail with what it is about, or null. */
export async function findMail(executor: Executor, id: string): Promise<StoredMail | null> {
  const [row] = await executor
    .select({ id: mails.id, kind: mails.kind, receiver: mails.receiver, about: mails.about, state: mails.state })
    .from(mails)
    .where(eq(mails.id, id));
  // The kind of a row decides the shape of what it is about; both were written together by insertMail.
  return (row as StoredMail | undefined) ?? null;
}

/** Notes that a mail has been taken by the other side. */
export async function markMailSent(executor: Executor, id: string): Promise<void> {
  await executor
    .update(mails)
    .set({ state: 'sent', sentAt: sql`now()`, attempts: sql`${mails.attempts} + 1`, lastError: null })
    .where(eq(mails.id, id));
}

/** Notes a failed attempt; the last one makes the mail a failed one, for managers to see. */
export async function markMailAttempt(
  executor: Executor,
  id: string,
  failure: { message: string; last: boolean },
): Promise<void> {
  await executor
    .update(mails)
    .set({
      attempts: sql`${mails.attempts} + 1`,
      lastError: failure.message.slice(0, 500),
      ...(failure.last && { state: 'failed' as const }),
    })
    .where(eq(mails.id, id));
}
