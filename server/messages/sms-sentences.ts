import type { MessageEvent, TextEvent } from '../../src/domain/messages.ts';
import { writeFigure } from '../../src/domain/money.ts';
import { sayShortly } from '../../src/domain/next-step.ts';
import { paths } from '../../src/domain/paths.ts';
import { OPEN_STATUSES, SHIPMENT_STATUSES, type ShipmentStatus } from '../../src/domain/shipment-status.ts';
import type { Services } from '../context/context.ts';
import type { ShipmentRow } from '../shipments/store/shipments.ts';
import { describeNextStep } from '../tracking/read-next-step.ts';
import { readPromise } from '../tracking/read-promise.ts';
import { countSegments, inBasicLetters, writeSms } from './texts/fit-sms.ts';

export const LINK_LENGTH = 8;

interface SentText {
  sentence: string;
  /** Missing where each parcel has a separate text. */
  ofMany?: string;
  hours: number;
  while: readonly ShipmentStatus[];
}

export type SentEvent = Extract<
  TextEvent,
  'out' | 'two-stops' | 'missed' | 'ready' | 'code' | 'contact-changed' | 'new-link'
>;

/** They contain no address or receiver’s name. */
export const TEXTS: Record<SentEvent, SentText> = {
  out: {
    sentence: 'Your parcel is out for delivery today.',
    ofMany: 'Your parcels are out for delivery today.',
    hours: 14,
    while: ['delivery'],
  },
  'two-stops': {
    sentence: 'Your parcel is two stops away.',
    ofMany: 'Your parcels are two stops away.',
    hours: 0.5,
    while: ['delivery'],
  },
  missed: {
    sentence: 'Your parcel was not delivered.',
    ofMany: 'Your parcels were not delivered.',
    hours: 24,
    while: ['delivery', 'held', 'shipped'],
  },
  ready: {
    sentence: 'Your parcel is at our depot.',
    ofMany: 'Your parcels are at our depot.',
    hours: 72,
    while: ['held'],
  },
  code: {
    sentence: 'Your parcel comes today. Show this code to your courier:',
    ofMany: 'Your parcels come today. Say these codes to your courier:',
    hours: 14,
    while: ['delivery'],
  },
  'contact-changed': {
    sentence: 'The contact details of your parcel were changed. You did not ask for this? Contact us.',
    hours: 24,
    while: SHIPMENT_STATUSES,
  },
  'new-link': { sentence: 'This link to your parcel replaces those before:', hours: 24, while: OPEN_STATUSES },
};

export function sentenceOf(event: SentEvent, count: number, digits: readonly string[] = []): string {
  const { sentence, ofMany = sentence } = TEXTS[event];
  const [only] = digits;
  if (count > 1)
    return [ofMany.replace('Your parcels', `Your ${count} parcels`), digits.join(', ')].filter(Boolean).join(' ');
  return only ? `Your parcel comes today. Say this code to your courier: ${only}.` : sentence;
}
/** These say that the parcel comes or can be collected. */
const SAY_AMOUNT: readonly SentEvent[] = ['out', 'two-stops', 'ready', 'code'];
export const isTextEvent = (event: TextEvent): event is SentEvent => Object.hasOwn(TEXTS, event);

export const isSent = (
  { SMS_URL, SMS_EVENTS }: Services['environment'],
  event: MessageEvent,
): event is SentEvent & MessageEvent => Boolean(SMS_URL) && isTextEvent(event) && SMS_EVENTS.includes(event);

/** The last sentence is used even if none fits into one part. */
export function writeText(
  { environment, brand }: Services,
  sentences: readonly string[],
  token: string | null,
): string {
  const { SMS_FROM, PUBLIC_URL } = environment;
  const link = token === null ? '' : new URL(paths.shortLink(token), PUBLIC_URL).href;
  const ending = /^\+?\d+$/.test(SMS_FROM) ? ' Reply STOP to end texts.' : '';
  const { name } = brand.site;
  const texts = sentences.map((sentence) => writeSms({ brand: name, sentence, link, ending }));
  return texts.find((text) => countSegments(text) === 1 && text.startsWith(`${name}: `)) ?? texts.at(-1) ?? '';
}

const MOST_OF_NAME = 24;

/** Leaves out a name that could be read as a link. */
export function withSender(sentence: string, parcels: readonly ShipmentRow[]): string {
  const [name = '', ...others] = new Set(parcels.map(({ senderName }) => senderName));
  const isPlain = others.length === 0 && name.length <= MOST_OF_NAME && /^[\p{L}\p{N} &'’,()-]+$/u.test(name);
  const from = `from ${inBasicLetters(name)} `;
  return isPlain ? sentence.replace(/^Your (\d+ parcels|parcel) /, (start) => `${start}${from}`) : sentence;
}

/** Masks the link and code. */
export const previewText = (services: Services, event: MessageEvent): string | null =>
  isSent(services.environment, event)
    ? writeText(services, [sentenceOf(event, 1, event === 'code' ? ['**** ***'] : [])], '*'.repeat(LINK_LENGTH))
    : null;

export async function sayNext(
  { db, environment }: Services,
  event: SentEvent,
  shipment: ShipmentRow,
  isMany: boolean,
): Promise<string> {
  if (event !== 'missed') return '';
  const step = await describeNextStep(db, environment, shipment, 'receiver');
  // One letter outside GSM’s set halves what fits.
  return step ? ` ${sayShortly(step, 'receiver', isMany).replaceAll('’', "'")}` : '';
}

export async function sayAmount(
  { db, environment, brand }: Services,
  event: SentEvent,
  parcels: readonly ShipmentRow[],
): Promise<string> {
  if (!SAY_AMOUNT.includes(event)) return '';
  let all = 0;
  for (const shipment of parcels) all += (await readPromise(db, environment, shipment)).toPay;
  const { currency } = brand.site;
  // Some currencies’ signs would halve what fits into one part.
  return all > 0 ? ` To pay: ${writeFigure(all, currency)} ${currency}.` : '';
}
