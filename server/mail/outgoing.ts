import type { Transaction } from '../database/client.ts';
import { type JobQueue, MAIL_QUEUE } from '../jobs/queue.ts';
import { insertMail, type MailRequest } from '../stores/mails.ts';

export type { MailRequest };

/** Writes a mail and its job in the caller's transaction: it is sent if, and only if, that commits. */
export async function enqueueMail(tx: Transaction, jobs: JobQueue, mail: MailRequest): Promise<void> {
  await jobs.send(tx, MAIL_QUEUE, { mailId: await insertMail(tx, mail) });
}
