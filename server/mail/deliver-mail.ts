import { setTimeout as sleep } from 'node:timers/promises';
import { and, eq, isNotNull, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import { isShared, type MailText, SHIPMENT_MAIL_KINDS } from '../../src/domain/mail.ts';
import type { Executor, Transaction } from '../base/database/client.ts';
import { mails } from '../base/database/tables/mails.ts';
import { isTransientError } from '../base/errors/transient-errors.ts';
import { anyOf, inQuery } from '../base/sql/lists.ts';
import type { Services } from '../context/context.ts';
import { LATER, MAIL_QUEUE } from '../jobs/queues.ts';
import { stopLinkOf } from '../messages/stop-emails.ts';
import { draftMail } from './draft-mail.ts';
import { MASKED_SECRET } from './draft-parts.ts';
import { type Gathered, gatherMails } from './gather-mails.ts';
import { formatMailFailure, isPermanentFailure } from './letters/failure.ts';
import type { MailTransport } from './letters/transport.ts';
import { type Delivery, droppedOrSent, markMailAttempt } from './store/mail-deliveries.ts';
import { findMail, MOST_SHARED, type StoredMail, storedColumns } from './store/mails.ts';

const MAX_LISTED = 20;
/** Clocks differ. */
const EARLY_MS = 30_000;
/** A cluster chooses a primary within this time, and a job may be silent longer. */
const NOTE_MS = 45_000;
const NOTE_AGAIN_MS = 500;

/**
 * Sends a mail at least once, under one Message-ID. Inserts secrets.
 * @throws Transport errors, for the queue to retry.
 */
export async function deliverMail(services: Services, transport: MailTransport, delivery: Delivery): Promise<void> {
  const mail = await findMail(services.db, delivery.mailId);
  if (!mail || mail.deliveries !== delivery.number) return;
  const mails = await takeMails(services, mail);
  if (mails.length === 0) return;
  try {
    const gathered = await gatherMails(services, mails);
    for (const one of gathered)
      await send(services, transport, one, delivery.number).catch((error) =>
        noteRejected(services, one, delivery, error),
      );
  } catch (error) {
    await markMailAttempt(services.db, delivery, { reason: formatMailFailure(error) });
    throw error;
  }
}

/** What the mail server rejects for good keeps nothing else back. */
async function noteRejected({ db }: Services, { mails }: Gathered, delivery: Delivery, error: unknown): Promise<void> {
  if (!isPermanentFailure(error)) throw error;
  await markMailAttempt(db, delivery, { reason: formatMailFailure(error), rejected: mails.map(({ id }) => id) });
}

const MOST_IN_DIGEST = 5_000;

/** What happens within this time is gathered, or may still be undone. */
const SETTLED = sql`${mails.createdAt} < now() - interval '2 minutes'`;

function isEarlier({ id, about, digestAt }: StoredMail): SQL | undefined {
  if (digestAt || !('shipmentId' in about)) return sql`false`;
  const isOfParcel = sql`${mails.about}->>'shipmentId' = ${about.shipmentId}`;
  return and(isNull(mails.digestAt), lt(mails.id, id), SETTLED, isOfParcel);
}

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
 * Nobody else can send these then. If another email has taken this one, only what it had taken
 * itself is left.
 */
async function takeTogether(tx: Transaction, mail: StoredMail): Promise<StoredMail[]> {
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
    .returning(storedColumns);
  return taken.toSorted((one, other) => (one.id < other.id ? -1 : 1)) as StoredMail[];
}

/** Its receiver has to decide. */
async function takeOutOfDigest(executor: Executor, id: string): Promise<void> {
  await executor.update(mails).set({ digestAt: null }).where(eq(mails.id, id));
}

/** Returns none if another email or a digest says it. */
async function takeMails(services: Services, mail: StoredMail): Promise<StoredMail[]> {
  const isOfParcel = 'shipmentId' in mail.about;
  if (mail.deliveries > 1 || !(mail.digestAt || isShared(mail.kind) || isOfParcel))
    return mail.state === 'queued' ? [mail] : [];
  if (mail.state === 'queued' && mail.digestAt && mail.digestAt.getTime() > Date.now() + EARLY_MS) {
    const draft = await draftMail(services, mail);
    if (draft && !draft.news?.isAsking) {
      await waitForDigest(services, mail, mail.digestAt);
      return [];
    }
    await takeOutOfDigest(services.db, mail.id);
    mail.digestAt = null;
  }
  // biome-ignore lint/plugin/server: no change of anybody’s, only who sends it
  return services.writes.transaction((tx) => takeTogether(tx, mail));
}

async function waitForDigest({ jobs, writes }: Services, { id: mailId }: StoredMail, at: Date): Promise<void> {
  const startAfter = Math.ceil((at.getTime() - Date.now()) / 1000);
  const job = { data: { mailId, number: 1 }, priority: LATER, startAfter };
  // biome-ignore lint/plugin/server: no change of anybody’s, only a job for later
  await writes.transaction((tx) => jobs.sendMany(tx, MAIL_QUEUE, [job]));
}

async function markMailsSent(
  executor: Executor,
  [mailId, ...others]: readonly [string, ...string[]],
  { number, subject, text }: MailText & Pick<Delivery, 'number'>,
): Promise<void> {
  await executor
    .update(mails)
    .set({
      state: 'sent',
      sentAt: sql`coalesce(${mails.sentAt}, now())`,
      resentAt: sql`case when ${mails.sentAt} is not null then now() end`,
      listedIn: mailId,
      sentSubject: subject,
      sentText: sql`case when ${mails.id} = ${mailId} then ${text} end`,
      attempts: sql`${mails.attempts} + 1`,
      lastError: null,
    })
    .where(and(anyOf(mails.id, [mailId, ...others]), eq(mails.deliveries, number), eq(mails.state, 'queued')));
}

async function markMailsDropped(executor: Executor, ids: readonly string[]): Promise<void> {
  await executor
    .update(mails)
    .set({ state: droppedOrSent, lastError: null })
    .where(and(anyOf(mails.id, ids), eq(mails.state, 'queued')));
}

async function send(
  services: Services,
  transport: MailTransport,
  { mails, draft }: Gathered,
  number: number,
): Promise<void> {
  const [mail, ...others] = mails;
  const ids = [mail.id, ...others.map(({ id }) => id)] as const;
  if (!draft) return markMailsDropped(services.db, ids);
  const id = number === 1 ? mail.id : `${mail.id}.${number}`;
  const attachment = (await draft.attachment?.(services)) ?? null;
  const extras = { hasAttachment: attachment !== null, also: await readHeldBack(services, mail) };
  const content = draft.render(await draft.secret(), extras);
  await transport.send({
    id,
    to: mail.receiver,
    conversation: others.length > 0 ? undefined : conversationOf(mail),
    isAutomatic: mail.kind !== 'message',
    stopLink: stopLinkOf(services, mail),
    attachments: attachment ? [attachment] : [],
    ...content,
  });
  const text = draft.render(MASKED_SECRET, extras);
  await noteSent(() => markMailsSent(services.db, ids, { number, ...text }));
}

/** Waits for another primary, since an unnoted email would be sent again. */
async function noteSent(note: () => Promise<void>): Promise<void> {
  for (const until = performance.now() + NOTE_MS; ; await sleep(NOTE_AGAIN_MS, undefined, { ref: false })) {
    try {
      return await note();
    } catch (error) {
      if (performance.now() > until || !isTransientError(error)) throw error;
    }
  }
}

/** A retry gets the same mails, at most 1,000. */
async function claimHeldMails(executor: Executor, { id, receiver }: StoredMail): Promise<StoredMail[]> {
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
    .select(storedColumns)
    .from(mails)
    .where(and(isHeld, eq(mails.listedIn, id)))
    .orderBy(mails.id);
  return rows as StoredMail[];
}

async function readHeldBack(services: Services, mail: StoredMail): Promise<string[]> {
  if (!SHIPMENT_MAIL_KINDS.includes(mail.kind)) return [];
  const held = await claimHeldMails(services.db, mail);
  const drafts = await Promise.all(held.slice(0, MAX_LISTED).map((one) => draftMail(services, one)));
  const subjects = drafts.flatMap((draft) => draft?.render(MASKED_SECRET).subject ?? []);
  return held.length > MAX_LISTED ? [...subjects, `and ${held.length - MAX_LISTED} more`] : subjects;
}

function conversationOf({ about }: StoredMail): string | undefined {
  if ('shipmentId' in about) return `shipment-${about.shipmentId}`;
  if ('transactionId' in about) return `withdrawal-${about.transactionId}`;
  return undefined;
}
