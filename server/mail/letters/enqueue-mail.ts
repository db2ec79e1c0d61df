import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import { nextDigest } from '../../../src/domain/digest.ts';
import {
  GATHER_SECONDS,
  inDigest,
  isAwaited,
  isOfToday,
  isShared,
  mailDelay,
  SHIPMENT_MAIL_KINDS,
} from '../../../src/domain/mail.ts';
import type { Party } from '../../../src/domain/shipment.ts';
import type { Environment } from '../../base/config/env.ts';
import type { Executor, Transaction } from '../../base/database/client.ts';
import { FILLS_MAILBOX, MAILBOX, mails } from '../../base/database/tables/mails.ts';
import { anyOf } from '../../base/sql/lists.ts';
import type { JobQueue } from '../../jobs/queue.ts';
import { AWAITED_PRIORITY, LATER, MAIL_QUEUE } from '../../jobs/queues.ts';
import { findShopsAt } from '../../people/store/shops.ts';
import { findAccompanied } from '../../shipments/store/accompanied.ts';
import type { Delivery } from '../store/mail-deliveries.ts';
import { insertMails, type MailCause, type MailRequest } from '../store/mails.ts';

export type { MailCause, MailRequest };

/** One account may take this much of a mailbox. */
const SHARE_OF_SENDER = 0.3;
const BATCH_THRESHOLD = 10;
/** A batch begins behind so many single mails of each other account. */
const BATCH_LAG = 100;
/** Bounds the counting. */
const MAX_COUNTED = 1_000;

/** Mails to oneself don’t count. */
async function countWaiting(executor: Executor, { senderId, isBatch }: MailCause, most: number): Promise<number> {
  if (senderId === null) return 0;
  const waiting = executor
    .select({ one: sql`1` })
    .from(mails)
    .where(and(eq(mails.senderId, senderId), eq(mails.isBatch, isBatch), eq(mails.state, 'queued')))
    .limit(most)
    .as('waiting');
  const [row] = await executor.select({ count: sql<number>`count(*)::int` }).from(waiting);
  return row?.count ?? 0;
}

/**
 * Sends nothing if the transaction rolls back. Each account's first waiting email goes before
 * anybody's second (decision 0011). A receiver may have no address ('').
 */
export async function enqueueMails(
  tx: Transaction,
  jobs: JobQueue,
  all: readonly MailRequest[],
  act: MailCause,
  environment: MailSettings,
): Promise<string[]> {
  const requests = all.filter(({ receiver }) => receiver !== '');
  if (requests.length === 0) return [];
  const cause = { ...act, isBatch: act.isBatch || requests.length > BATCH_THRESHOLD };
  const waiting = requests.every(({ kind }) => isAwaited(kind)) ? 0 : await countWaiting(tx, cause, MAX_COUNTED);
  const digested = await addDigests(tx, requests, environment);
  const mails = await holdBack(tx, digested, cause.senderId, environment.EMAILS_A_DAY);
  const parcels = mails.flatMap((mail) => (mayBeGathered(mail) ? [mail.about] : []));
  const accompanied = act.isBatch
    ? new Set(parcels.map(({ shipmentId }) => shipmentId))
    : await findAccompanied(tx, parcels);
  const ids = await insertMails(tx, mails, cause);
  const last = -(waiting + (cause.isBatch ? BATCH_LAG : 0));
  const queued = mails.flatMap((mail, index) => {
    const mailId = ids[index];
    if (mail.isHeld || mailId === undefined) return [];
    const priority = isAwaited(mail.kind) ? AWAITED_PRIORITY : (isOfToday(mail) ? 0 : LATER) + last - index;
    return { data: { mailId, number: 1 }, priority, startAfter: secondsUntil(mail, accompanied) };
  });
  await jobs.sendMany(tx, MAIL_QUEUE, queued);
  return ids;
}

type MailSettings = Pick<Environment, 'EMAILS_A_DAY' | 'TIME_ZONE'>;

async function addDigests(tx: Transaction, requests: readonly MailRequest[], { TIME_ZONE }: MailSettings) {
  const receivers = requests.filter((request) => inDigest(request)).map(({ receiver }) => receiver);
  const shops = await findShopsAt(tx, receivers);
  return requests.map((request) => {
    const shop = inDigest(request) && shops.find(({ email }) => email === request.receiver);
    return { ...request, digestAt: shop ? nextDigest(shop.digest, new Date(), TIME_ZONE) : null };
  });
}

/** A sender gets the email at once after a hand-over, or while they wait for a return's label. */
const mayBeGathered = <Mail extends MailRequest & { digestAt: Date | null }>(
  mail: Mail,
): mail is Mail & { about: { shipmentId: string; party: Party } } =>
  isShared(mail.kind) &&
  mail.digestAt === null &&
  'party' in mail.about &&
  !(mail.kind === 'shipment-created' && mail.about.party === 'sender');

/** Whatever may ask a shop to decide is looked at before its digest. */
function secondsUntil(mail: MailRequest & { digestAt: Date | null }, accompanied: ReadonlySet<string>): number {
  if (mail.digestAt && inDigest(mail) === 'always') return Math.ceil((mail.digestAt.getTime() - Date.now()) / 1000);
  const isAccompanied = mayBeGathered(mail) && accompanied.has(mail.about.shipmentId);
  return Math.max(isAccompanied || mail.digestAt ? GATHER_SECONDS : 0, mailDelay(mail).startAfter ?? 0);
}

async function countInMailboxes(
  executor: Executor,
  mailboxes: readonly string[],
  senderId: string | null,
): Promise<Map<string, { all: number; bySender: number }>> {
  if (mailboxes.length === 0) return new Map();
  const rows = await executor
    .select({
      mailbox: sql<string>`${MAILBOX}`,
      all: sql<number>`count(*)::int`,
      bySender: sql<number>`count(*) filter (where ${senderId ? eq(mails.senderId, senderId) : isNull(mails.senderId)})::int`,
    })
    .from(mails)
    .where(and(anyOf(MAILBOX, [...mailboxes]), gt(mails.createdAt, sql`now() - interval '1 day'`), FILLS_MAILBOX))
    .groupBy(MAILBOX);
  return new Map(rows.map(({ mailbox, ...counts }) => [mailbox, counts]));
}

/** Too many emails for a mailbox and a day wait: a stranger may have typed its address. */
async function holdBack<Mail extends MailRequest & { digestAt: Date | null }>(
  tx: Transaction,
  requests: readonly Mail[],
  senderId: string | null,
  limit: number,
): Promise<(Mail & { isHeld: boolean })[]> {
  const mailboxes = requests.map(({ kind, receiver, digestAt }) =>
    SHIPMENT_MAIL_KINDS.includes(kind) && digestAt === null ? mailboxOf(receiver) : null,
  );
  const known = [...new Set(mailboxes)].filter((mailbox) => mailbox !== null);
  const counts = await countInMailboxes(tx, known, senderId);
  return requests.map((request, index) => {
    const mailbox = mailboxes[index];
    if (!mailbox) return { ...request, isHeld: false };
    const { all, bySender } = counts.get(mailbox) ?? { all: 0, bySender: 0 };
    const isHeld = all >= limit || (senderId !== null && bySender >= Math.max(1, limit * SHARE_OF_SENDER));
    if (!isHeld) counts.set(mailbox, { all: all + 1, bySender: bySender + 1 });
    return { ...request, isHeld };
  });
}

/** The database's `MAILBOX` does the same. */
function mailboxOf(receiver: string): string {
  const [local = '', domain = ''] = receiver.split('@');
  return `${local.split('+')[0]}@${domain}`;
}

export async function enqueueDelivery(tx: Transaction, jobs: JobQueue, delivery: Delivery): Promise<void> {
  await jobs.sendMany(tx, MAIL_QUEUE, [{ data: delivery, priority: AWAITED_PRIORITY }]);
}
