import { and, eq, or, sql } from 'drizzle-orm';
import type { MailState } from '../../../src/domain/mail.ts';
import type { Executor, Transaction } from '../../base/database/client.ts';
import { MAIL_SUBJECT_ID, mails } from '../../base/database/tables/mails.ts';
import { anyOf } from '../../base/sql/lists.ts';

export interface Delivery {
  mailId: string;
  number: number;
}

/** Finds an email that is being sent, and those that it was gathered with. */
const isCurrentDelivery = ({ mailId, number }: Delivery) =>
  and(
    eq(mails.deliveries, number),
    eq(mails.state, 'queued'),
    or(eq(mails.id, mailId), number === 1 ? eq(mails.listedIn, mailId) : undefined),
  );

/** A sent mail stays sent. */
export const droppedOrSent = sql<MailState>`case when ${mails.sentAt} is null then 'dropped' else 'sent' end`;

/** Records a failed attempt; what is rejected gets no other. Until the next, a later email may take the rest along. */
export async function markMailAttempt(
  executor: Executor,
  delivery: Delivery,
  { reason, rejected }: { reason: string; rejected?: readonly string[] },
): Promise<void> {
  const outcome = rejected
    ? { state: 'failed' as const }
    : { listedIn: sql`nullif(${mails.listedIn}, case when ${mails.id} = ${delivery.mailId} then ${mails.id} end)` };
  await executor
    .update(mails)
    .set({ attempts: sql`${mails.attempts} + 1`, lastError: reason, ...outcome })
    .where(and(isCurrentDelivery(delivery), rejected && anyOf(mails.id, rejected)));
}

/** Marks a mail as failed; `reason` replaces none. */
export async function markMailFailed(executor: Executor, delivery: Delivery, reason: string): Promise<void> {
  await executor
    .update(mails)
    .set({ state: 'failed', lastError: sql`coalesce(${mails.lastError}, ${reason})` })
    .where(isCurrentDelivery(delivery));
}

export async function dropFailedMails(tx: Transaction, aboutId: string, receiver?: string): Promise<void> {
  await tx
    .update(mails)
    .set({ state: droppedOrSent })
    .where(
      and(
        sql`${MAIL_SUBJECT_ID} = ${aboutId}`,
        anyOf(mails.state, ['failed', 'held']),
        receiver ? eq(mails.receiver, receiver) : undefined,
      ),
    );
}
