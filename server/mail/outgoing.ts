import type { Transaction } from '../database/client.ts';
import { type JobQueue, MAIL_QUEUE } from '../jobs/queue.ts';
import { type Delivery, insertMail, type MailRequest } from '../stores/mails.ts';

export type { MailRequest };

/** Writes a mail and its job in the caller's transaction, and answers its id: it is sent if, and only if, that commits. */
export async function enqueueMail(tx: Transaction, jobs: JobQueue, mail: MailRequest): Promise<string> {
  const mailId = await insertMail(tx, mail);
  await enqueueDelivery(tx, jobs, { mailId, number: 1 });
  return mailId;
}

/** Adds the job of one delivery of a mail in the caller's transaction. */
export async function enqueueDelivery(tx: Transaction, jobs: JobQueue, delivery: Delivery): Promise<void> {
  await jobs.send(tx, MAIL_QUEUE, delivery);
}
