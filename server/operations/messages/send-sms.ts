/** Texts receivers, at most once for each event, number and day (decision 0011). */
import { randomBytes } from 'node:crypto';
import { countryCodeOf } from '../../../src/domain/country.ts';
import { dayIn, wallClockIn } from '../../../src/domain/dates.ts';
import { shiftDay } from '../../../src/domain/day.ts';
import { counted } from '../../../src/domain/figures.ts';
import { formatDigits, type Handover } from '../../../src/domain/handover.ts';
import { UNDO_SECONDS, type Undoable } from '../../../src/domain/mail.ts';
import type { MessageChoices, MessageEvent, TextEvent } from '../../../src/domain/messages.ts';
import { writeFigure } from '../../../src/domain/money.ts';
import { sayShortly } from '../../../src/domain/next-step.ts';
import { paths } from '../../../src/domain/paths.ts';
import { policyOf, requiresCode } from '../../../src/domain/runs/proof-policy.ts';
import { OPEN_STATUSES, SHIPMENT_STATUSES, type ShipmentStatus } from '../../../src/domain/shipment-status.ts';
import { SMS_STATES, type SmsState } from '../../../src/domain/sms.ts';
import type { ClockWindow } from '../../../src/domain/time-window.ts';
import { momentIn } from '../../../src/domain/time-zone.ts';
import { crockford } from '../../../src/domain/tracking-id.ts';
import { hashToken } from '../../auth/secrets.ts';
import type { Services } from '../../context/context.ts';
import type { UnitOfWork } from '../../context/unit-of-work.ts';
import type { JobQueue } from '../../jobs/queue.ts';
import { SMS_QUEUE } from '../../jobs/queues.ts';
import { giveToGateway, type SmsReport } from '../../sms/gateway.ts';
import { internationalNumber } from '../../sms/international-number.ts';
import { countSegments, writeSms } from '../../sms/sms-text.ts';
import { isTextable } from '../../sms/textable.ts';
import { isUndone } from '../../stores/bulk/bulk-operations.ts';
import { findChoicesOfParties } from '../../stores/messages/choices.ts';
import {
  countTextsBefore,
  findSms,
  hasCodeText,
  insertSms,
  isStopped,
  moveSms,
  type SmsRow,
  setStopped,
} from '../../stores/messages/sms.ts';
import { findShipment, type ShipmentRow } from '../../stores/shipments/shipments.ts';
import { describeHandover } from '../handover/handover-codes.ts';
import { describeNextStep } from '../next-step/read-next-step.ts';
import { readPromise } from '../tracking/read-promise.ts';

const HOUR_MS = 3_600_000;
const MAX_ATTEMPTS = 8;
export const LINK_LENGTH = 8;
const MICROS = 1_000_000;

type SentEvent = Extract<TextEvent, 'out' | 'two-stops' | 'missed' | 'ready' | 'code' | 'contact-changed' | 'new-link'>;

/** Never an address, or its receiver’s name. A text that is older, or of a parcel that has moved on, is not sent. */
const TEXTS: Record<SentEvent, { sentence: string; hours: number; while: readonly ShipmentStatus[] }> = {
  out: { sentence: 'Your parcel is out for delivery today.', hours: 14, while: ['delivery'] },
  'two-stops': { sentence: 'Your courier is two stops away.', hours: 0.5, while: ['delivery'] },
  missed: { sentence: 'Your parcel was not delivered.', hours: 24, while: ['delivery', 'held', 'shipped'] },
  ready: { sentence: 'Your parcel is at our depot.', hours: 72, while: ['held'] },
  code: { sentence: 'Your parcel comes today. Show this code to your courier:', hours: 14, while: ['delivery'] },
  'contact-changed': {
    sentence: 'The contact details of your parcel were changed. You did not ask for this? Contact us.',
    hours: 24,
    while: SHIPMENT_STATUSES,
  },
  'new-link': { sentence: 'This link to your parcel replaces those before:', hours: 24, while: OPEN_STATUSES },
};
const sentenceOf = (event: SentEvent, digits?: string) =>
  digits ? `Your parcel comes today. Say this code to your courier: ${digits}.` : TEXTS[event].sentence;
/** These say that the parcel comes or can be collected. */
const SAY_AMOUNT: readonly SentEvent[] = ['out', 'two-stops', 'ready', 'code'];
const isTextEvent = (event: TextEvent): event is SentEvent => Object.hasOwn(TEXTS, event);

const numberOf = ({ receiverPhone, receiverCountry }: ShipmentRow) =>
  internationalNumber(receiverPhone, receiverCountry);

/** Queues a text to the receiver, if the brand sends any of this event and they want it. */
export async function textReceiver(
  { tx, services: { environment, jobs } }: UnitOfWork,
  shipment: ShipmentRow,
  { event, choices, undoable = {} }: { event: MessageEvent; choices: MessageChoices; undoable?: Undoable | undefined },
): Promise<void> {
  if (!isSent(environment, event) || !choices.sms.includes(event)) return;
  const number = numberOf(shipment);
  if (number === null) return;
  const day = dayIn(environment.TIME_ZONE, new Date());
  const smsId = await insertSms(tx, {
    shipmentId: shipment.id,
    event,
    number,
    day,
    undoable,
    linkClaim: shipment.receiverClaim,
  });
  if (smsId === null) return;
  const startAfter = Object.keys(undoable).length > 0 ? UNDO_SECONDS : 0;
  await jobs.sendMany(tx, SMS_QUEUE, [{ data: { smsId }, priority: event === 'two-stops' ? 1 : 0, startAfter }]);
}

async function textAlways(
  { tx, services: { environment, jobs } }: UnitOfWork,
  { id: shipmentId, receiverClaim: linkClaim }: ShipmentRow,
  { event, number }: { event: 'contact-changed' | 'new-link'; number: string | null },
): Promise<void> {
  if (!environment.SMS_URL || number === null) return;
  const day = dayIn(environment.TIME_ZONE, new Date());
  const smsId = await insertSms(tx, { shipmentId, event, number, day, undoable: {}, linkClaim });
  if (smsId !== null) await jobs.sendMany(tx, SMS_QUEUE, [{ data: { smsId }, priority: 1, startAfter: 0 }]);
}

/** Tells the old number of a receiver that nobody with the right to codes has seen the new contact. */
export async function textFormerNumber(unit: UnitOfWork, before: ShipmentRow, after: ShipmentRow): Promise<void> {
  const number = numberOf(before);
  // With the same number, the old email address is told.
  if (number !== numberOf(after) || before.receiverEmail === '')
    await textAlways(unit, after, { event: 'contact-changed', number });
}

/** With an email, the new link comes by that. */
async function textNewLink(unit: UnitOfWork, shipment: ShipmentRow): Promise<void> {
  if (shipment.receiverEmail === '' && shipment.receiverCode !== null)
    await textAlways(unit, shipment, { event: 'new-link', number: numberOf(shipment) });
}

/** A receiver has a new code, so that the links and digits before it have ended. */
export async function textNewReceiver(unit: UnitOfWork, shipment: ShipmentRow): Promise<void> {
  await textNewLink(unit, shipment);
  if (shipment.status === 'delivery' && shipment.receiverCode !== null) await textCodes(unit, [shipment]);
}

/** To who has to show or say a code, as their parcel goes out. It says that the parcel comes, too. */
export async function textCodes(unit: UnitOfWork, shipments: readonly ShipmentRow[]): Promise<void> {
  const { environment } = unit.services;
  const coded = shipments.filter(({ proof }) => requiresCode(policyOf(proof, environment.PROOF_POLICY)));
  if (!isSent(environment, 'code') || coded.length === 0) return;
  const choicesOf = await findChoicesOfParties(unit.tx, coded);
  for (const shipment of coded)
    await textReceiver(unit, shipment, { event: 'code', choices: choicesOf(shipment, 'receiver') });
}

/** Where the receiver’s clocks are: their country’s zone if it has only one, or the brand’s. */
function zoneOf(country: string, brandZone: string): string {
  const code = countryCodeOf(country);
  if (!code) return brandZone;
  const locale = new Intl.Locale(`und-${code}`) as Intl.Locale & { getTimeZones?(): string[]; timeZones?: string[] };
  const zones = locale.getTimeZones?.() ?? locale.timeZones ?? [];
  const [only] = zones;
  return zones.length === 1 && only ? only : brandZone;
}

/** When the quiet hours end that this time is in; null outside them. */
export function endOfQuiet(now: Date, zone: string, { from, until }: ClockWindow): Date | null {
  const clock = wallClockIn(zone, now);
  const [day, time] = [clock.slice(0, 10), clock.slice(11, 16)];
  const isOvernight = from > until;
  const isQuiet = isOvernight ? time >= from || time < until : time >= from && time < until;
  if (!isQuiet) return null;
  return momentIn(zone, `${isOvernight && time >= from ? shiftDay(day, 1) : day}T${until}`);
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
  !(await isStopped(services.db, services.secrets.hashAddress(row.number)));

const isSent = (
  { SMS_URL, SMS_EVENTS }: Services['environment'],
  event: MessageEvent,
): event is SentEvent & MessageEvent => Boolean(SMS_URL) && isTextEvent(event) && SMS_EVENTS.includes(event);

/** The text has no link if `token` is null. Of what it can say, it says the first that fits into one part, or the last. */
function writeText({ environment, brand }: Services, sentences: readonly string[], token: string | null): string {
  const { SMS_FROM, PUBLIC_URL } = environment;
  const link = token === null ? '' : new URL(paths.shortLink(token), PUBLIC_URL).href;
  const ending = /^\+?\d+$/.test(SMS_FROM) ? ' Reply STOP to end texts.' : '';
  const { name } = brand.site;
  const texts = sentences.map((sentence) => writeSms({ brand: name, sentence, link, ending }));
  return texts.find((text) => countSegments(text) === 1 && text.startsWith(`${name}: `)) ?? texts.at(-1) ?? '';
}

const MOST_OF_NAME = 24;

/** `Your parcel from Harbour Books is at our depot.` A name that could be read as a link is left out. */
function withSender(sentence: string, { senderName }: ShipmentRow): string {
  const isPlain = senderName.length <= MOST_OF_NAME && /^[\p{L}\p{N} &'’,()-]+$/u.test(senderName);
  return isPlain ? sentence.replace(/^Your parcel /, () => `Your parcel from ${senderName} `) : sentence;
}

/** With its link and code masked; null if the brand sends no such text. */
export const previewText = (services: Services, event: MessageEvent): string | null =>
  isSent(services.environment, event)
    ? writeText(services, [sentenceOf(event, event === 'code' ? '**** ***' : undefined)], '*'.repeat(LINK_LENGTH))
    : null;

/** What happens next, or what the receiver pays where the text says that the parcel comes. */
async function findMore(
  { db, environment, brand }: Services,
  event: SentEvent,
  shipment: ShipmentRow,
): Promise<string> {
  if (event === 'missed') {
    const step = await describeNextStep(db, environment, shipment, 'receiver');
    // One letter that is none of GSM’s halves what fits into one part.
    return step ? ` ${sayShortly(step, 'receiver').replaceAll('’', "'")}` : '';
  }
  if (!SAY_AMOUNT.includes(event)) return '';
  const { toPay } = await readPromise(db, environment, shipment);
  const { currency } = brand.site;
  // Some currencies’ signs would halve what fits into one part.
  return toPay > 0 ? ` To pay: ${writeFigure(toPay, currency)} ${currency}.` : '';
}

async function findCode({ db, secrets, environment }: Services, shipment: ShipmentRow): Promise<Handover | null> {
  return (await describeHandover({ executor: db, secrets, environment }, shipment, false)).handover ?? null;
}

/** Why a text is not given to the gateway, which would be paid for it. */
async function findProblem({ db, environment: { SMS_PER_DAY } }: Services, row: SmsRow): Promise<string | null> {
  if (!isTextable(row.number)) return 'This number is not a mobile phone’s, so it isn’t texted.';
  if ((await countTextsBefore(db, row)) < SMS_PER_DAY) return null;
  return `This number has had ${counted(SMS_PER_DAY, 'text')} within a day (SMS_PER_DAY).`;
}

/**
 * Gives a text to the gateway. What may have been sent is never sent again: a server that ended while it waited for
 * the answer leaves it `unknown`, as does a gateway that says nothing.
 * @throws For the queue to retry, if the gateway refused it for now.
 */
export async function deliverSms(services: Services, { smsId }: { smsId: string }): Promise<void> {
  const { db, environment } = services;
  const row = await findSms(db, smsId);
  if (row?.state === 'sending') {
    const lastError = 'The server ended before the gateway answered.';
    return void (await moveSms(db, smsId, ['sending'], { state: 'unknown', isSent: true, lastError }));
  }
  if (row?.state !== 'queued' || !isTextEvent(row.event) || !environment.SMS_URL) return;
  const shipment = await findShipment(db, row.shipmentId);
  const { hours } = TEXTS[row.event];
  const quiet = endOfQuiet(
    new Date(),
    zoneOf(shipment?.receiverCountry ?? '', environment.TIME_ZONE),
    environment.SMS_QUIET,
  );
  const isTooLate = (quiet?.getTime() ?? Date.now()) > row.createdAt.getTime() + hours * HOUR_MS;
  // Someone without the right to codes has named this number.
  const isUnseen = row.event === 'contact-changed' || shipment?.receiverCode === null;
  const code = shipment && row.event === 'code' ? await findCode(services, shipment) : undefined;
  const isSaidByCode = row.event === 'out' && (await hasCodeText(db, row));
  if (isTooLate || isSaidByCode || code === null || !(await isWanted(services, row, shipment)))
    return void (await moveSms(db, smsId, ['queued'], { state: 'dropped' }));
  const problem = await findProblem(services, row);
  if (problem) return void (await moveSms(db, smsId, ['queued'], { state: 'failed', lastError: problem }));
  if (quiet) return sendInTheMorning(services.jobs, services.writes, smsId, quiet);
  const token = crockford(randomBytes(LINK_LENGTH));
  const sentence = isUnseen
    ? sentenceOf(row.event === 'code' ? 'out' : row.event)
    : sentenceOf(row.event, code?.digits && formatDigits(code.digits));
  const more = shipment && !isUnseen ? await findMore(services, row.event, shipment) : '';
  const named = shipment && !isUnseen && row.event !== 'contact-changed' ? withSender(sentence, shipment) : sentence;
  const sentences = [`${named}${more}`, `${sentence}${more}`, sentence];
  const text = writeText(services, sentences, isUnseen ? null : token);
  const segments = countSegments(text);
  const attempts = row.attempts + 1;
  const costMicros = Math.round(segments * environment.SMS_PRICE * MICROS);
  const sending = {
    state: 'sending' as const,
    attempts,
    segments,
    costMicros,
    linkHash: isUnseen ? null : hashToken(token),
    linkClaim: shipment?.receiverClaim ?? 0,
  };
  if (!(await moveSms(db, smsId, ['queued'], sending))) return;
  const result = await giveToGateway(environment, { id: smsId, to: row.number, text });
  if (result.outcome === 'sent') {
    const { gatewayId } = result;
    // A report may have come before the answer.
    if (
      !(await moveSms(db, smsId, ['sending', 'unknown'], { state: 'sent', isSent: true, lastError: null, gatewayId }))
    )
      await moveSms(db, smsId, ['sent', 'delivered', 'failed'], { gatewayId });
    return;
  }
  const { outcome, problem: lastError, isStopped: hasStopped } = result;
  if (hasStopped) await setStopped(db, services.secrets.hashAddress(row.number), true);
  if (outcome === 'unknown')
    return void (await moveSms(db, smsId, ['sending'], { state: 'unknown', lastError, isSent: true }));
  const isFinal = outcome === 'refused' || attempts >= MAX_ATTEMPTS;
  await moveSms(db, smsId, ['sending'], { state: isFinal ? 'failed' : 'queued', lastError });
  if (!isFinal) throw new Error(lastError);
}

async function sendInTheMorning(jobs: JobQueue, writes: Services['writes'], smsId: string, at: Date): Promise<void> {
  const startAfter = Math.max(1, Math.ceil((at.getTime() - Date.now()) / 1000));
  // biome-ignore lint/plugin/server: no change of anybody’s, only a job for later
  await writes.transaction((tx) => jobs.sendMany(tx, SMS_QUEUE, [{ data: { smsId }, priority: 0, startAfter }]));
}

const BEFORE: Record<NonNullable<SmsReport['state']>, readonly SmsState[]> = {
  sent: ['queued', 'sending', 'unknown'],
  delivered: ['queued', 'sending', 'unknown', 'sent', 'failed'],
  failed: ['sending', 'unknown', 'sent'],
};

/** What the gateway says later, which is surer than what we know. */
export async function takeReport({ db }: Services, id: string, { state, problem, price }: SmsReport): Promise<void> {
  const row = await findSms(db, id);
  if (!row || row.attempts === 0) return;
  if (price !== null) await moveSms(db, id, SMS_STATES, { costMicros: Math.round(price * MICROS) });
  if (state !== null) await moveSms(db, id, BEFORE[state], { state, lastError: problem, isSent: true });
}
