import { randomBytes } from 'node:crypto';
import { subDays } from 'date-fns';
import { and, eq, gt, isNull, ne, or, sql } from 'drizzle-orm';
import { countryCodeOf } from '../../src/domain/country.ts';
import { wallClockIn } from '../../src/domain/dates.ts';
import { shiftDay } from '../../src/domain/day.ts';
import { counted } from '../../src/domain/figures.ts';
import { formatDigits, type Handover } from '../../src/domain/handover.ts';
import { GATHER_SECONDS } from '../../src/domain/mail.ts';
import type { TextEvent } from '../../src/domain/messages.ts';
import { SMS_STATES, type SmsState } from '../../src/domain/sms.ts';
import type { ClockWindow } from '../../src/domain/time-window.ts';
import { momentIn } from '../../src/domain/time-zone.ts';
import { crockford } from '../../src/domain/tracking-id.ts';
import type { Executor, Transaction } from '../base/database/client.ts';
import { sms, smsStops } from '../base/database/tables/messages/messages.ts';
import { isTextable } from '../base/phone-numbers/textable.ts';
import { hashToken } from '../base/secrets/secrets.ts';
import { anyOf, isBefore } from '../base/sql/lists.ts';
import { isUndone } from '../bulk/store/bulk-operations.ts';
import { findChoicesOfParties } from '../choices/store/message-choices.ts';
import type { Services } from '../context/context.ts';
import { describeHandover } from '../handover/handover-codes.ts';
import type { JobQueue } from '../jobs/queue.ts';
import { SMS_QUEUE } from '../jobs/queues.ts';
import { findShipment, type ShipmentRow } from '../shipments/store/shipments.ts';
import { numberOf } from './send-sms.ts';
import {
  isTextEvent,
  LINK_LENGTH,
  type SentEvent,
  sayAmount,
  sayNext,
  sentenceOf,
  TEXTS,
  withSender,
  writeText,
} from './sms-sentences.ts';
import { FIRST_SENT, MOST_TOGETHER, moveSms, type SmsRow, setStopped } from './store/sms.ts';
import { countSegments } from './texts/fit-sms.ts';
import { giveToGateway, type SmsReport, type SmsResult } from './texts/gateway.ts';

const HOUR_MS = 3_600_000;

const MAX_ATTEMPTS = 8;

const MICROS = 1_000_000;

/** A country's time zone, or the brand's where it has several. */
export function timeZoneOf(country: string, brandZone: string): string {
  const code = countryCodeOf(country);
  if (!code) return brandZone;
  const locale = new Intl.Locale(`und-${code}`) as Intl.Locale & { getTimeZones?(): string[]; timeZones?: string[] };
  const zones = locale.getTimeZones?.() ?? locale.timeZones ?? [];
  const [only] = zones;
  return zones.length === 1 && only ? only : brandZone;
}

export function endOfQuiet(now: Date, zone: string, { from, until }: ClockWindow): Date | null {
  const clock = wallClockIn(zone, now);
  const [day, time] = [clock.slice(0, 10), clock.slice(11, 16)];
  const isOvernight = from > until;
  const isQuiet = isOvernight ? time >= from || time < until : time >= from && time < until;
  if (!isQuiet) return null;
  return momentIn(zone, `${isOvernight && time >= from ? shiftDay(day, 1) : day}T${until}`);
}

/** Other texts would report earlier events. */
const STAYS_TRUE: readonly TextEvent[] = ['code', 'contact-changed', 'new-link'];

/** After an outage, each text has a separate turn. */
async function hasLaterText(executor: Executor, { shipmentId, number, createdAt }: SmsRow): Promise<boolean> {
  const isLater = and(eq(sms.shipmentId, shipmentId), eq(sms.number, number), gt(sms.createdAt, createdAt));
  return (await executor.$count(sms, and(isLater, anyOf(sms.state, ['sending', 'sent', 'delivered', 'unknown'])))) > 0;
}

async function isStopped(executor: Executor, numberHash: Buffer): Promise<boolean> {
  return (await executor.$count(smsStops, eq(smsStops.numberHash, numberHash))) > 0;
}

const isWanted = async (services: Services, row: SmsRow, shipment: ShipmentRow | null): Promise<boolean> =>
  shipment !== null &&
  isTextEvent(row.event) &&
  TEXTS[row.event].while.includes(shipment.status) &&
  (row.event === 'contact-changed' || numberOf(shipment) === row.number) &&
  (row.event === 'contact-changed' ||
    row.event === 'new-link' ||
    (await findChoicesOfParties(services.db, [shipment]))(shipment, 'receiver').sms.includes(row.event)) &&
  !(await isUndone(services.db, row.undoable, shipment)) &&
  (STAYS_TRUE.includes(row.event) || !(await hasLaterText(services.db, row))) &&
  !(await isStopped(services.db, services.secrets.hashAddress(row.number)));

async function findHandover(
  { db, secrets, marks, environment }: Services,
  shipment: ShipmentRow,
): Promise<Handover | null> {
  return (await describeHandover({ executor: db, secrets, marks, environment }, shipment, false)).handover ?? null;
}

function countTextsBefore(executor: Executor, { id, number, createdAt }: SmsRow): Promise<number> {
  const isRecent = gt(sms.createdAt, subDays(createdAt, 1));
  const isGiven = and(ne(sms.state, 'dropped'), or(ne(sms.state, 'failed'), gt(sms.attempts, 0)));
  return executor.$count(
    sms,
    and(eq(sms.number, number), isBefore(sms, id), isRecent, isGiven, isNull(sms.gatheredIn)),
  );
}

async function findProblem({ db, environment: { SMS_PER_DAY } }: Services, row: SmsRow): Promise<string | null> {
  if (!isTextable(row.number)) return 'This number is not a mobile phone’s, so it isn’t texted.';
  if ((await countTextsBefore(db, row)) < SMS_PER_DAY) return null;
  return `This number has had ${counted(SMS_PER_DAY, 'text')} within a day (SMS_PER_DAY).`;
}

async function findSms(executor: Executor, id: string): Promise<SmsRow | null> {
  const [row] = await executor.select().from(sms).where(eq(sms.id, id));
  return row ?? null;
}

async function hasCodeText(executor: Executor, { shipmentId, number, day }: SmsRow): Promise<boolean> {
  const isIt = and(eq(sms.shipmentId, shipmentId), eq(sms.event, 'code'), eq(sms.number, number), eq(sms.day, day));
  return (await executor.$count(sms, and(isIt, ne(sms.state, 'dropped')))) > 0;
}

async function moveTogether(
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

/** Nobody else can send these then. Null if another text has taken the first. */
async function takeAlike(tx: Transaction, { id, number }: SmsRow, others: readonly string[]): Promise<string[] | null> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`texts to ${number}`}, 0))`);
  if (!(await moveSms(tx, id, ['queued'], { state: 'sending' }))) return null;
  const taken: string[] = [];
  for (const other of others)
    if (await moveSms(tx, other, ['queued'], { state: 'sending', gatheredIn: id })) taken.push(other);
  return taken;
}

/**
 * Gives a text to the gateway. It is never sent twice: after no reply or a dead server it is
 * `unknown`. `onLost` gets the reason why it did not leave for good.
 * @throws For the queue to retry, if the gateway refused it for now.
 */
export async function deliverSms(
  services: Services,
  { smsId }: { smsId: string },
  onLost: (problem: string) => void = () => undefined,
): Promise<void> {
  const { db, environment } = services;
  const row = await findSms(db, smsId);
  if (row?.state === 'sending') {
    const lastError = 'The server ended before the gateway answered.';
    if (row.gatheredIn === null)
      await moveTogether(db, smsId, ['sending'], { state: 'unknown', isSent: true, lastError });
    return onLost(lastError);
  }
  if (row?.state !== 'queued' || !isTextEvent(row.event) || !environment.SMS_URL) return;
  const shipment = await findShipment(db, row.shipmentId);
  const { hours } = TEXTS[row.event];
  const quiet = endOfQuiet(
    new Date(),
    timeZoneOf(shipment?.receiverCountry ?? '', environment.TIME_ZONE),
    environment.SMS_QUIET,
  );
  const isTooLate = (quiet?.getTime() ?? Date.now()) > row.createdAt.getTime() + hours * HOUR_MS;
  // Someone without the right to codes has named this number.
  const isUnseen = row.event === 'contact-changed' || shipment?.receiverCode === null;
  const code = shipment && row.event === 'code' ? await findHandover(services, shipment) : undefined;
  const isSaidByCode = row.event === 'out' && (await hasCodeText(db, row));
  if (isTooLate || isSaidByCode || code === null || !(await isWanted(services, row, shipment)))
    return void (await moveSms(db, smsId, ['queued'], { state: 'dropped' }));
  const problem = await findProblem(services, row);
  if (problem) return void (await moveSms(db, smsId, ['queued'], { state: 'failed', lastError: problem }));
  if (quiet) return queueAfterQuiet(services.jobs, services.writes, smsId, quiet);
  const parcel = { row, shipment, digits: code?.digits && formatDigits(code.digits) };
  const alike = isUnseen ? [] : await listAlike(services, parcel);
  // biome-ignore lint/plugin/server: no change of anybody’s, only who sends it
  const taken = await services.writes.transaction((tx) =>
    takeAlike(
      tx,
      row,
      alike.map((one) => one.row.id),
    ),
  );
  if (!taken) return;
  const together = alike.filter((one) => taken.includes(one.row.id));
  const token = crockford(randomBytes(LINK_LENGTH));
  const text = isUnseen
    ? writeText(services, [sentenceOf(row.event === 'code' ? 'out' : row.event, 1)], null)
    : writeText(services, await writeSentences(services, row.event, [parcel, ...together]), token);
  const segments = countSegments(text);
  const attempts = row.attempts + 1;
  const costMicros = Math.round(segments * environment.SMS_PRICE * MICROS);
  const linkHash = isUnseen ? null : hashToken(token);
  await moveSms(db, smsId, ['sending'], {
    attempts,
    segments,
    costMicros,
    linkHash,
    linkClaim: shipment?.receiverClaim ?? 0,
  });
  await services.marks.note('texts', { id: smsId, attempt: attempts, gathered: together.map(({ row: { id } }) => id) });
  const result = await giveToGateway(environment, { id: smsId, to: row.number, text });
  if (result.outcome !== 'sent') return noteRefusal(services, { ...row, attempts }, together, result, onLost);
  const { gatewayId } = result;
  // A report may have come before the answer.
  await moveTogether(db, smsId, ['sending', 'unknown'], { state: 'sent', isSent: true, lastError: null });
  await moveSms(db, smsId, ['sent', 'delivered', 'failed'], { gatewayId });
}

/** @throws For the queue to retry, if the gateway refused it for now. */
async function noteRefusal(
  services: Services,
  { id, number, attempts }: SmsRow,
  together: readonly Texted[],
  { outcome, problem: lastError, isStopped: hasStopped }: Exclude<SmsResult, { outcome: 'sent' }>,
  onLost: (problem: string) => void,
): Promise<void> {
  const { db } = services;
  if (hasStopped) await setStopped(db, services.secrets.hashAddress(number), true);
  const isFinal = outcome === 'refused' || attempts >= MAX_ATTEMPTS;
  if (outcome === 'unknown') await moveTogether(db, id, ['sending'], { state: 'unknown', isSent: true, lastError });
  else if (isFinal) await moveTogether(db, id, ['sending'], { state: 'failed', lastError });
  if (outcome === 'unknown' || isFinal) return onLost(lastError);
  await sendApart(services, together);
  await moveSms(db, id, ['sending'], { state: 'queued', lastError });
  throw new Error(lastError);
}

interface Texted {
  row: SmsRow;
  shipment: ShipmentRow | null;
  digits?: string | undefined;
}

/** More codes than this make two texts of one. */
const MOST_CODES = 4;

function listQueuedTwins(executor: Executor, { id, number, event, day }: SmsRow): Promise<SmsRow[]> {
  const isSame = and(eq(sms.number, number), eq(sms.event, event), eq(sms.day, day), ne(sms.id, id));
  return executor
    .select()
    .from(sms)
    .where(and(isSame, eq(sms.state, 'queued')))
    .orderBy(sms.id)
    .limit(MOST_TOGETHER);
}

async function listAlike(services: Services, { row, shipment, digits }: Texted): Promise<Texted[]> {
  const event = row.event as SentEvent;
  // A code that is shown isn’t said with those that are.
  if (!shipment || TEXTS[event].ofMany === undefined || (event === 'code' && !digits)) return [];
  const alike: Texted[] = [];
  const next = await sayNext(services, event, shipment, true);
  for (const other of await listQueuedTwins(services.db, row)) {
    const its = await findShipment(services.db, other.shipmentId);
    const isSameDoor = its?.shipTo.toLowerCase() === shipment.shipTo.toLowerCase();
    if (!its?.receiverCode || !isSameDoor || !(await isWanted(services, other, its))) continue;
    const code = event === 'code' ? await findHandover(services, its) : null;
    if (event === 'code' && (!code?.digits || alike.length + 1 >= MOST_CODES)) continue;
    if (event === 'out' && (await hasCodeText(services.db, other))) continue;
    if ((await sayNext(services, event, its, true)) === next)
      alike.push({ row: other, shipment: its, digits: code?.digits && formatDigits(code.digits) });
  }
  return alike;
}

/** The longest first. */
async function writeSentences(
  services: Services,
  event: SmsRow['event'],
  parcels: readonly Texted[],
): Promise<string[]> {
  const shipments = parcels.flatMap(({ shipment }) => shipment ?? []);
  const [first] = shipments;
  if (!isTextEvent(event)) return [];
  const digits = parcels.flatMap((one) => one.digits ?? []);
  const sentence = sentenceOf(event, parcels.length, digits);
  if (!first) return [sentence];
  const next = await sayNext(services, event, first, shipments.length > 1);
  const more = `${next}${await sayAmount(services, event, shipments)}`;
  const named = event === 'contact-changed' ? sentence : withSender(sentence, shipments);
  return [`${named}${more}`, `${sentence}${more}`, sentence];
}

/** The gateway refused them together for now. */
async function sendApart({ jobs, writes }: Services, together: readonly Texted[]): Promise<void> {
  // biome-ignore lint/plugin/server: no change of anybody’s, only jobs for later
  await writes.transaction(async (tx) => {
    for (const { row } of together) await moveSms(tx, row.id, ['sending'], { state: 'queued', gatheredIn: null });
    const queued = together.map(({ row }) => ({ data: { smsId: row.id }, priority: 0, startAfter: GATHER_SECONDS }));
    await jobs.sendMany(tx, SMS_QUEUE, queued);
  });
}

async function queueAfterQuiet(jobs: JobQueue, writes: Services['writes'], smsId: string, at: Date): Promise<void> {
  const startAfter = Math.max(1, Math.ceil((at.getTime() - Date.now()) / 1000));
  // biome-ignore lint/plugin/server: no change of anybody’s, only a job for later
  await writes.transaction((tx) => jobs.sendMany(tx, SMS_QUEUE, [{ data: { smsId }, priority: 0, startAfter }]));
}

const BEFORE: Record<NonNullable<SmsReport['state']>, readonly SmsState[]> = {
  sent: ['queued', 'sending', 'unknown'],
  delivered: ['queued', 'sending', 'unknown', 'sent', 'failed'],
  failed: ['sending', 'unknown', 'sent'],
};

/** The gateway’s later report is surer than what we know. */
export async function takeReport({ db }: Services, id: string, { state, problem, price }: SmsReport): Promise<void> {
  const row = await findSms(db, id);
  if (!row || row.attempts === 0) return;
  if (price !== null) await moveSms(db, id, SMS_STATES, { costMicros: Math.round(price * MICROS) });
  if (state !== null) await moveTogether(db, id, BEFORE[state], { state, isSent: true, lastError: problem });
}
