import { and, desc, eq, gt, isNotNull, isNull, lt, ne, or, type SQL, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { isShared, type MailKind, type MailState, type MailSubjects } from '../../../src/domain/mail.ts';
import type { ShipmentStatus } from '../../../src/domain/shipment-status.ts';
import type { Executor, Transaction } from '../../base/database/client.ts';
import type { Erased } from '../../base/database/tables/columns.ts';
import { FILLS_MAILBOX, IS_PERSONAL, MAILBOX, mails } from '../../base/database/tables/mails.ts';
import { anyOf, inBatches, inQuery } from '../../base/sql/lists.ts';
import { droppedOrSent } from './mail-deliveries.ts';

export type MailRequest = { [Kind in MailKind]: { kind: Kind; receiver: string; about: MailSubjects[Kind] } }[MailKind];
export type StoredMail = MailRequest & {
  id: string;
  state: MailState;
  deliveries: number;
  /** When the shop’s digest is sent that it is for. */
  digestAt: Date | null;
};

const { id, kind, receiver, about, state, deliveries, digestAt } = mails;
const stored = { id, kind, receiver, about, state, deliveries, digestAt };

/** The person whose act causes emails, and whether it causes many. */
export interface MailCause {
  senderId: string | null;
  isBatch: boolean;
}

/** Adds mails and returns their ids in order; the caller queues those that are not held. */
export async function insertMails(
  executor: Executor,
  requests: readonly (MailRequest & { isHeld: boolean; digestAt: Date | null })[],
  cause: MailCause,
): Promise<string[]> {
  const rows = requests.map(({ isHeld, ...request }) => ({
    ...request,
    ...cause,
    id: uuidv7(),
    state: isHeld ? ('held' as const) : ('queued' as const),
  }));
  for (const some of inBatches(rows)) await executor.insert(mails).values(some);
  return rows.map(({ id }) => id);
}

/** Whether a mail of this kind has not been sent yet: it says all that is so when it is. */
export async function isMailWaiting(executor: Executor, kind: MailKind, receiver: string): Promise<boolean> {
  const isWaiting = and(eq(mails.kind, kind), eq(mails.receiver, receiver), eq(mails.state, 'queued'));
  return (await executor.select({ id: mails.id }).from(mails).where(isWaiting).limit(1)).length > 0;
}

/** Whether an email of this kind says it already, sent or not. */
export async function hasMailAbout(executor: Executor, kind: MailKind, about: object): Promise<boolean> {
  const isIt = and(eq(mails.kind, kind), sql`${mails.about} @> ${JSON.stringify(about)}::jsonb`);
  const isRecent = sql`${mails.createdAt} > now() - interval '2 days'`;
  return (await executor.select({ id: mails.id }).from(mails).where(and(isIt, isRecent)).limit(1)).length > 0;
}

const MOST_SHARED = 100;
const MOST_IN_DIGEST = 5_000;

/** What happens within this time is gathered, or may still be undone. */
const SETTLED = sql`${mails.createdAt} < now() - interval '2 minutes'`;

/** Finds what has waited longer for the same receiver about the same parcel, so that it leaves first. */
function isEarlier({ id, about, digestAt }: StoredMail): SQL | undefined {
  if (digestAt || !('shipmentId' in about)) return sql`false`;
  const isOfParcel = sql`${mails.about}->>'shipmentId' = ${about.shipmentId}`;
  return and(isNull(mails.digestAt), lt(mails.id, id), SETTLED, isOfParcel);
}

/** Finds other news of its kind, or a shop’s digest, which one email tells. */
function isTold({ kind, about, digestAt }: StoredMail): SQL | undefined {
  if (digestAt) return isNotNull(mails.digestAt);
  if (!isShared(kind)) return sql`false`;
  const status = 'status' in about ? about.status : null;
  return and(
    isNull(mails.digestAt),
    eq(mails.kind, kind),
    sql`${mails.about}->>'status' is not distinct from ${status}`,
  );
}

/**
 * Takes what leaves with an email: what it also says, and before it what happened earlier. Nobody else can send that
 * then. If another email has taken this one, only what it had taken itself is left.
 */
export async function takeTogether(tx: Transaction, mail: StoredMail): Promise<StoredMail[]> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`mails to ${mail.receiver}`}, 0))`);
  const isOwn = eq(mails.listedIn, mail.id);
  const isFree = and(isNull(mails.listedIn), eq(mails.deliveries, 1));
  const isWaiting = and(eq(mails.receiver, mail.receiver), eq(mails.state, 'queued'));
  const rows = await tx
    .select({ id: mails.id, listedIn: mails.listedIn })
    .from(mails)
    .where(and(isWaiting, or(isOwn, eq(mails.id, mail.id), and(isFree, or(isTold(mail), isEarlier(mail))))))
    .orderBy(sql`${mails.id} <> ${mail.id}`, mails.id)
    .limit(mail.digestAt ? MOST_IN_DIGEST : MOST_SHARED);
  const own = rows.find((row) => row.id === mail.id);
  const isOurs = own && (own.listedIn === null || own.listedIn === mail.id);
  const ids = (isOurs ? rows : rows.filter(({ listedIn }) => listedIn === mail.id)).map((row) => row.id);
  const taken = await tx
    .update(mails)
    .set({ listedIn: mail.id })
    .where(and(isWaiting, or(anyOf(mails.id, ids), anyOf(mails.listedIn, ids))))
    .returning(stored);
  return taken.toSorted((one, other) => (one.id < other.id ? -1 : 1)) as StoredMail[];
}

/** It is for no digest any more: its receiver has to decide. */
export async function takeOutOfDigest(executor: Executor, id: string): Promise<void> {
  await executor.update(mails).set({ digestAt: null }).where(eq(mails.id, id));
}

/** Counts a sender's mails that wait, up to `most`. Nobody's own don't count. */
export async function countWaiting(
  executor: Executor,
  { senderId, isBatch }: MailCause,
  most: number,
): Promise<number> {
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

/** Gives an email what was held back from its address before, up to 1,000; a retry gets the same. */
export async function claimHeldMails(executor: Executor, { id, receiver }: StoredMail): Promise<StoredMail[]> {
  const isHeld = and(eq(mails.receiver, receiver), eq(mails.state, 'held'));
  const isTheirs = and(isHeld, or(isNull(mails.listedIn), eq(mails.listedIn, id)));
  // Hardly anybody has any, and each email asks.
  if ((await executor.select({ id: mails.id }).from(mails).where(isTheirs).limit(1)).length === 0) return [];
  const waiting = executor
    .select({ id: mails.id })
    .from(mails)
    .where(and(isHeld, isNull(mails.listedIn)))
    .orderBy(mails.id)
    .limit(1_000)
    .for('update', { skipLocked: true });
  await executor.update(mails).set({ listedIn: id }).where(inQuery(mails.id, waiting));
  const rows = await executor
    .select(stored)
    .from(mails)
    .where(and(isHeld, eq(mails.listedIn, id)))
    .orderBy(mails.id);
  return rows as StoredMail[];
}

export async function countInMailboxes(
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

export async function findMail(executor: Executor, id: string): Promise<StoredMail | null> {
  const [row] = await executor.select(stored).from(mails).where(eq(mails.id, id));
  return (row as StoredMail | undefined) ?? null;
}

/** Lists what one email says, which is itself and what was sent with it. */
export async function listTogether(executor: Executor, mail: StoredMail): Promise<StoredMail[]> {
  const rows = await executor
    .select(stored)
    .from(mails)
    .where(and(eq(mails.receiver, mail.receiver), or(eq(mails.id, mail.id), eq(mails.listedIn, mail.id))))
    .orderBy(mails.id)
    .limit(MOST_SHARED);
  return rows as StoredMail[];
}

const MAX_LOOKED_AT = 20_000;

/** Some of the newest of a kind that still have a receiver, or of a status. */
export async function listNewestMails(
  executor: Executor,
  { kind, status }: { kind: MailKind; status: ShipmentStatus | undefined },
): Promise<StoredMail[]> {
  const newest = executor
    .select(stored)
    .from(mails)
    .orderBy(desc(mails.createdAt), desc(mails.id))
    .limit(MAX_LOOKED_AT)
    .as('newest');
  const rows = await executor
    .select()
    .from(newest)
    .where(and(eq(newest.kind, kind), ne(newest.receiver, ''), status && sql`${newest.about}->>'status' = ${status}`))
    .limit(5);
  return rows as StoredMail[];
}

const IDS_IN_ABOUT = sql`(select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(${mails.about}) where key like '%Id')`;

const ERASED = {
  receiver: '',
  about: IDS_IN_ABOUT,
  lastError: null,
  sentSubject: null,
  sentText: null,
} satisfies Erased<
  typeof mails,
  | ('id' | 'kind' | 'senderId' | 'isBatch' | 'state' | 'deliveries' | 'attempts' | 'listedIn')
  | ('createdAt' | 'sentAt' | 'resentAt' | 'digestAt')
>;

/**
 * Erases a user's personal mails, but not those of shipments: all to their address, those to a former one before they
 * left it, and what an address was asked.
 */
export async function eraseMailsOf(
  tx: Transaction,
  { id, email }: { id: string; email: string },
  changes: readonly { fromEmail: string; toEmail: string; confirmedAt: Date | null }[],
): Promise<void> {
  const left = changes.filter(({ confirmedAt }) => confirmedAt !== null);
  const former = left.map(({ fromEmail }) => fromEmail);
  const until = left.map(({ confirmedAt }) => confirmedAt);
  const isFormer = and(
    anyOf(mails.receiver, former),
    sql`exists (select from unnest(${sql.param(former)}::text[], ${sql.param(until)}::timestamptz[]) as former (email, until)
      where former.email = ${mails.receiver} and ${mails.createdAt} <= former.until)`,
  );
  const others = changes.flatMap(({ fromEmail, toEmail }) => [fromEmail, toEmail]);
  const isAboutThem = and(anyOf(mails.receiver, others), sql`${mails.about}->>'userId' = ${id}`);
  await tx
    .update(mails)
    .set({ ...ERASED, state: droppedOrSent })
    .where(and(or(eq(mails.receiver, email), isFormer, isAboutThem), IS_PERSONAL));
}
