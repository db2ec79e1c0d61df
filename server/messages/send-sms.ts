/** Texts receivers, at most once for each event, number and day (decision 0011). */
import { and, eq, lt, or, sql } from 'drizzle-orm';
import { dayIn } from '../../src/domain/dates.ts';
import { GATHER_SECONDS, UNDO_SECONDS, type Undoable } from '../../src/domain/mail.ts';
import type { MessageChoices, MessageEvent, TextEvent } from '../../src/domain/messages.ts';
import { policyOf, requiresCode } from '../../src/domain/runs/proof-policy.ts';
import type { Transaction } from '../base/database/client.ts';
import { sms } from '../base/database/tables/messages/messages.ts';
import { internationalNumber } from '../base/phone-numbers/international-number.ts';
import { noneOf } from '../base/sql/lists.ts';
import { findChoicesOfParties } from '../choices/store/message-choices.ts';
import type { UnitOfWork } from '../context/unit-of-work.ts';
import { SMS_QUEUE } from '../jobs/queues.ts';
import { findTextedTogether } from '../shipments/store/accompanied.ts';
import type { ShipmentRow } from '../shipments/store/shipments.ts';
import { isSent } from './sms-sentences.ts';

export const numberOf = ({ receiverPhone, receiverCountry }: ShipmentRow) =>
  internationalNumber(receiverPhone, receiverCountry);

interface News {
  event: MessageEvent;
  choices: MessageChoices;
  undoable?: Undoable | undefined;
  /** Others are on the way to the same door. */
  isAccompanied?: boolean;
}

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

/** Earlier links and gathered texts were for the former receiver. */
const NO_LINK = { linkHash: null, linkDevice: null, linkTries: 0, gatheredIn: null };

const isOfFormerReceiver = ({ event, linkClaim }: Pick<NewSms, 'event' | 'linkClaim'>) =>
  event === 'contact-changed' || event === 'new-link' || event === 'code'
    ? and(lt(sms.linkClaim, linkClaim), lt(sms.attempts, MAX_AGAIN), noneOf(sms.state, ['queued', 'sending']))
    : undefined;

/** Null if this number gets it already. A dropped text may come again. */
async function insertSms(tx: Transaction, { undoable, ...once }: NewSms): Promise<string | null> {
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

export async function textReceiver(
  { tx, services: { environment, jobs } }: UnitOfWork,
  shipment: ShipmentRow,
  { event, choices, undoable = {}, isAccompanied = false }: News,
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
  const isUndoable = Object.keys(undoable).length > 0;
  const mayGather = isAccompanied && event !== 'two-stops';
  const startAfter = isUndoable ? UNDO_SECONDS : mayGather ? GATHER_SECONDS : 0;
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

/** Nobody with the right to codes has seen the new contact. */
export async function textFormerNumber(unit: UnitOfWork, before: ShipmentRow, after: ShipmentRow): Promise<void> {
  const number = numberOf(before);
  // If the number is the same, an email notifies the old address.
  if (number !== numberOf(after) || before.receiverEmail === '')
    await textAlways(unit, after, { event: 'contact-changed', number });
}

/** Receivers with an email address get the new link there. */
async function textNewLink(unit: UnitOfWork, shipment: ShipmentRow): Promise<void> {
  if (shipment.receiverEmail === '' && shipment.receiverCode !== null)
    await textAlways(unit, shipment, { event: 'new-link', number: numberOf(shipment) });
}

/** The links and digits of the former code have ended. */
export async function textNewReceiver(unit: UnitOfWork, shipment: ShipmentRow): Promise<void> {
  await textNewLink(unit, shipment);
  if (shipment.status === 'delivery' && shipment.receiverCode !== null) await textCodes(unit, [shipment]);
}

/** The text says that the parcel comes, too. */
export async function textCodes(unit: UnitOfWork, shipments: readonly ShipmentRow[]): Promise<void> {
  const { environment } = unit.services;
  const coded = shipments.filter(({ proof }) => requiresCode(policyOf(proof, environment.PROOF_POLICY)));
  if (!isSent(environment, 'code') || coded.length === 0) return;
  const choicesOf = await findChoicesOfParties(unit.tx, coded);
  const accompanied = await findTextedTogether(unit.tx, coded);
  for (const shipment of coded) {
    const isAccompanied = accompanied.has(shipment.id);
    await textReceiver(unit, shipment, { event: 'code', choices: choicesOf(shipment, 'receiver'), isAccompanied });
  }
}
