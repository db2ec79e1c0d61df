import type { Transaction } from '../database/client.ts';
import type { JobQueue } from '../jobs/queue.ts';
import { MAIL_QUEUE } from '../jobs/queues.ts';
import type { Delivery } from '../stores/mail/mail-deliveries.ts';
import { insertMails, type MailRequest } from '../stores/mail/mails.ts';

export type { MailRequest };

/** Sent only if the caller's transaction commits. */
export async function enqueueMail(tx: Transaction, jobs: JobQueue, mail: MailRequest): Promise<string> {
  const [mailId] = await insertMails(tx, [mail]);
  if (!mailId) throw new Error('An email was not inserted');
  await enqueueDelivery(tx, jobs, { mailId, number: 1 });
  return mailId;
}

// More mails than this wait for those that somebody is waiting for.
const BULK_MAIL_THRESHOLD = 10;

export async function enqueueMails(tx: Transaction, jobs: JobQueue, mails: readonly MailRequest[]): Promise<void> {
  const ids = await insertMails(tx, mails);
  const deliveries = ids.map((mailId): Delivery => ({ mailId, number: 1 }));
  await jobs.sendMany(tx, MAIL_QUEUE, deliveries, { lowPriority: mails.length > BULK_MAIL_THRESHOLD });
}

export async function enqueueDelivery(tx: Transaction, jobs: JobQueue, delivery: Delivery): Promise<void> {
  await jobs.send(tx, MAIL_QUEUE, delivery);
}
