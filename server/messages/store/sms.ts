import { subDays } from 'date-fns';
import { and, desc, eq, gt, gte, isNotNull, isNull, lt, ne, or, sql } from 'drizzle-orm';
import type { Undoable } from '../../../src/domain/mail.ts';
import type { TextEvent } from '../../../src/domain/messages.ts';
import type { SmsState } from '../../../src/domain/sms.ts';
import type { Executor, Transaction } from '../../base/database/client.ts';
import { sms, smsStops } from '../../base/database/tables/messages/messages.ts';
import { shipments } from '../../base/database/tables/shipments.ts';
import { deleteBatch } from '../../base/sql/delete-batch.ts';
import { anyOf, inQuery, isBefore, noneOf } from '../../base/sql/lists.ts';

export type SmsRow = typeof sms.$inferSelect;

interface NewSms {
  shipmentId: string;
  event: TextEvent;
  number: string;
  day: string;
  undoable: Undoable;
  linkClaim: number;
}

/** What protects a parcel comes again with a later claim, a few times a day. */
const MAX_AGAIN = 3;
/** The link before, and one that says this with others, were for the former receiver. */
const NO_LINK = { linkHash: null, linkDevice: null, linkTries: 0, gatheredIn: null };
const isOfFormerReceiver = ({ event, linkClaim }: Pick<NewSms, 'event' | 'linkClaim'>) =>
  event === 'contact-changed' || event === 'new-link' || event === 'code'
    ? and(lt(sms.linkClaim, linkClaim), lt(sms.attempts, MAX_AGAIN), noneOf(sms.state, ['queued', 'sending']))
    : undefined;

/** Null if this number gets it already. What was dropped may come again: it was undone, and done again. */
export async function insertSms(tx: Transaction, { undoable, ...once }: NewSms): Promise<string | null> {
  const [row] = await tx
    .insert(sms)
    .values({ ...once, undoable })
    .onConflictDoUpdate({
      target: [sms.shipmentId, sms.event, sms.number, sms.day],
      set: { ...NO_LINK, state: 'queued', undoable, createdAt: sql`now()`, lastError: null, linkClaim: once.linkClaim },
      setWhere: or(and(eq(sms.state, 'dropped'), eq(sms.attempts, 0)), isOfFormerReceiver(once)),
    })
    .returning({ id: sms.id });
  return row?.id ?? null;
}

export async function findSms(executor: Executor, id: string): Promise<SmsRow | null> {
  const [row] = await executor.select().from(sms).where(eq(sms.id, id));
  return row ?? null;
}

/** How many texts of the 24 hours before this one its number got or will get. */
export function countTextsBefore(executor: Executor, { id, number, createdAt }: SmsRow): Promise<number> {
  const isRecent = gt(sms.createdAt, subDays(createdAt, 1));
  const isGiven = and(ne(sms.state, 'dropped'), or(ne(sms.state, 'failed'), gt(sms.attempts, 0)));
  return executor.$count(
    sms,
    and(eq(sms.number, number), isBefore(sms, id), isRecent, isGiven, isNull(sms.gatheredIn)),
  );
}

/** Whether the text with the receiver's code goes to this number on this day. */
export async function hasCodeText(executor: Executor, { shipmentId, number, day }: SmsRow): Promise<boolean> {
  const isIt = and(eq(sms.shipmentId, shipmentId), eq(sms.event, 'code'), eq(sms.number, number), eq(sms.day, day));
  return (await executor.$count(sms, and(isIt, ne(sms.state, 'dropped')))) > 0;
}

/** Whether a later text about this parcel has left for this number: after an outage, each has a separate turn. */
export async function hasLaterText(executor: Executor, { shipmentId, number, createdAt }: SmsRow): Promise<boolean> {
  const isLater = and(eq(sms.shipmentId, shipmentId), eq(sms.number, number), gt(sms.createdAt, createdAt));
  return (await executor.$count(sms, and(isLater, anyOf(sms.state, ['sending', 'sent', 'delivered', 'unknown'])))) > 0;
}

const FIRST_SENT = sql`coalesce(${sms.sentAt}, now())`;

/** Moves a text on, from one of these states; false if it is in another by now. */
export async function moveSms(
  executor: Executor,
  id: string,
  from: readonly SmsState[],
  to: Partial<Omit<SmsRow, 'id' | 'sentAt'>> & { isSent?: boolean },
): Promise<boolean> {
  const { isSent, ...set } = to;
  const rows = await executor
    .update(sms)
    .set({ ...set, ...(isSent && { sentAt: FIRST_SENT }) })
    .where(and(eq(sms.id, id), anyOf(sms.state, from)))
    .returning({ id: sms.id });
  return rows.length > 0;
}

/** The same for all that one text says. */
export async function moveTogether(
  executor: Executor,
  id: string,
  from: readonly SmsState[],
  { isSent, ...to }: Pick<SmsRow, 'state' | 'lastError'> & { isSent?: boolean },
): Promise<void> {
  await executor
    .update(sms)
    .set({ ...to, ...(isSent && { sentAt: FIRST_SENT }) })
    .where(and(or(eq(sms.id, id), eq(sms.gatheredIn, id)), anyOf(sms.state, from)));
}

const MOST_TOGETHER = 20;

/** Texts about other parcels that wait for the same number, on the same day. */
export function listSmsLike(executor: Executor, { id, number, event, day }: SmsRow): Promise<SmsRow[]> {
  const isSame = and(eq(sms.number, number), eq(sms.event, event), eq(sms.day, day), ne(sms.id, id));
  return executor
    .select()
    .from(sms)
    .where(and(isSame, eq(sms.state, 'queued')))
    .orderBy(sms.id)
    .limit(MOST_TOGETHER);
}

/** Lists what is in a text besides its own parcel. */
export function listGathered(executor: Executor, { id, number }: SmsRow): Promise<SmsRow[]> {
  const isIn = and(eq(sms.number, number), eq(sms.gatheredIn, id));
  return executor.select().from(sms).where(isIn).orderBy(sms.id).limit(MOST_TOGETHER);
}

/** Nobody else can send these then. Null if another text has taken the first; those of the others that it takes. */
export async function takeAlike(
  tx: Transaction,
  { id, number }: SmsRow,
  others: readonly string[],
): Promise<string[] | null> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`texts to ${number}`}, 0))`);
  if (!(await moveSms(tx, id, ['queued'], { state: 'sending' }))) return null;
  const taken: string[] = [];
  for (const other of others)
    if (await moveSms(tx, other, ['queued'], { state: 'sending', gatheredIn: id })) taken.push(other);
  return taken;
}

export async function isStopped(executor: Executor, numberHash: Buffer): Promise<boolean> {
  return (await executor.$count(smsStops, eq(smsStops.numberHash, numberHash))) > 0;
}

/** Whether this changes anything; a STOP a day after the last one counts as news. */
export async function setStopped(executor: Executor, numberHash: Buffer, stops: boolean): Promise<boolean> {
  const { rowCount } = stops
    ? await executor
        .insert(smsStops)
        .values({ numberHash })
        .onConflictDoUpdate({
          target: smsStops.numberHash,
          set: { createdAt: sql`now()` },
          setWhere: lt(smsStops.createdAt, sql`now() - interval '1 day'`),
        })
    : await executor.delete(smsStops).where(eq(smsStops.numberHash, numberHash));
  return Boolean(rowCount);
}

const MAX_REPLY = 500;

/** Keeps what people answered with the newest text to their number, whose retention it shares. */
export async function noteReply(executor: Executor, number: string, words: string): Promise<void> {
  const line = words
    .slice(0, MAX_REPLY)
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim();
  if (line === '') return;
  const newest = executor
    .select({ id: sms.id })
    .from(sms)
    .where(and(eq(sms.number, number), gt(sms.attempts, 0)))
    .orderBy(desc(sms.createdAt), desc(sms.id))
    .limit(1);
  await executor
    .update(sms)
    .set({ reply: sql`left(concat_ws(' / ', ${sms.reply}, ${line}::text), ${MAX_REPLY}::integer)` })
    .where(inQuery(sms.id, newest));
}

export async function lockLink(tx: Transaction, linkHash: Buffer, days: number): Promise<SmsRow | null> {
  const [row] = await tx
    .select()
    .from(sms)
    .where(and(eq(sms.linkHash, linkHash), gt(sms.createdAt, sql`now() - ${days} * interval '1 day'`)))
    .for('update');
  return row ?? null;
}

export async function sumSms(executor: Executor, since: Date) {
  const [row] = await executor
    .select({
      messages: sql<number>`count(*) filter (where ${sms.gatheredIn} is null)::int`,
      segments: sql<number>`coalesce(sum(${sms.segments}), 0)::int`,
      micros: sql<string>`coalesce(sum(${sms.costMicros}), 0)`,
    })
    .from(sms)
    .where(gte(sms.sentAt, since));
  const waiting = await executor.$count(sms, anyOf(sms.state, ['queued', 'sending']));
  return { messages: row?.messages ?? 0, segments: row?.segments ?? 0, cost: Number(row?.micros) / 1e6, waiting };
}

export function listSmsProblems(executor: Executor, { limit, days }: { limit: number; days: number }) {
  const { id, shipmentId, event, state, number, lastError, reply, createdAt } = sms;
  return executor
    .select({ id, shipmentId, event, state, number, lastError, reply, createdAt, trackingId: shipments.trackingId })
    .from(sms)
    .innerJoin(shipments, eq(shipments.id, shipmentId))
    .where(
      and(
        or(anyOf(state, ['failed', 'unknown']), and(eq(state, 'queued'), gt(sms.attempts, 0)), isNotNull(reply)),
        gt(createdAt, sql`now() - ${days} * interval '1 day'`),
      ),
    )
    .orderBy(desc(createdAt), desc(id))
    .limit(limit);
}

/** What was texted stays counted. No number starts like this. */
export async function eraseNumbersOf(tx: Transaction, shipmentIds: readonly string[]): Promise<void> {
  await tx
    .update(sms)
    .set({ number: sql`'erased ' || ${sms.id}`, linkHash: null, linkDevice: null, lastError: null, reply: null })
    .where(anyOf(sms.shipmentId, shipmentIds));
}

/** What a server that ended has left, and no job takes up. */
export async function settleLeftSms(executor: Executor): Promise<void> {
  const settle = (from: SmsState, state: SmsState, age: string) =>
    executor
      .update(sms)
      .set({ state })
      .where(and(eq(sms.state, from), lt(sms.createdAt, sql`now() - ${age}::interval`)));
  await settle('sending', 'unknown', '1 day');
  await settle('queued', 'dropped', '4 days');
}

export const deleteOldSms = (executor: Executor, days: number): Promise<boolean> =>
  deleteBatch(executor, sms, lt(sms.createdAt, sql`now() - ${days} * interval '1 day'`));
