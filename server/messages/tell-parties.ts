import { subHours } from 'date-fns/subHours';
import { and, eq, isNotNull, isNull, or } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import { type MailSubjects, UNDO_SECONDS, type Undoable } from '../../src/domain/mail.ts';
import { DEFAULT_CHOICES, eventOfStatus, type MessageEvent } from '../../src/domain/messages.ts';
import type { Party } from '../../src/domain/shipment.ts';
import type { ShipmentStatus } from '../../src/domain/shipment-status.ts';
import { isActive } from '../auth/store/sessions.ts';
import type { Executor } from '../base/database/client.ts';
import { messageChoices } from '../base/database/tables/messages/messages.ts';
import { pushDevices, pushFollows } from '../base/database/tables/push.ts';
import { sessions } from '../base/database/tables/sessions.ts';
import { anyOf, inQuery } from '../base/sql/lists.ts';
import type { BulkRow } from '../bulk/store/bulk-operations.ts';
import { findChoicesOfParties } from '../choices/store/message-choices.ts';
import type { UnitOfWork } from '../context/unit-of-work.ts';
import { PUSH_QUEUE } from '../jobs/queues.ts';
import type { MailRequest } from '../mail/store/mails.ts';
import type { PushDelivery } from '../push/store/push-devices.ts';
import { listVisitOutcomes } from '../runs/store/courier-facts.ts';
import { findTextedTogether } from '../shipments/store/accompanied.ts';
import type { ShipmentRow } from '../shipments/store/shipments.ts';
import { textReceiver } from './send-sms.ts';
import { draftProofs } from './tell-proof.ts';

type NewsKind = 'status-changed' | 'arrived' | 'two-stops' | 'delivery-attempted' | 'delivery-corrected';
export type News = {
  [Kind in NewsKind]: { kind: Kind; about: Omit<MailSubjects[Kind], 'shipmentId' | 'party'> };
}[NewsKind];

const detailsOf = ({ about }: News) => about as Undoable & { occurredAt?: string };

/** That visit's email said that the parcel is back. */
const ATTEMPT_EMAIL_HOURS = 12;

export interface ParcelNews {
  shipment: ShipmentRow;
  news: News;
}

export async function tellParties(unit: UnitOfWork, all: readonly ParcelNews[]): Promise<void> {
  const [first] = all;
  if (!first) return;
  const about = detailsOf(first.news);
  const known = await listKnown(unit, all, new Date(about.occurredAt ?? Date.now()));
  const drafted = await draftMessages(unit, all, known);
  await unit.mails(drafted.flatMap(({ mails }) => mails));
  await sendPushes(
    unit,
    drafted.flatMap(({ pushes }) => pushes),
    { priority: 0, ...(about.statusVersion !== undefined && { startAfter: UNDO_SECONDS }) },
  );
}

export async function tellPartiesOfBulk(
  unit: UnitOfWork,
  { id: bulkId, emails }: Pick<BulkRow, 'id' | 'emails'>,
  changes: readonly { shipment: ShipmentRow; status: ShipmentStatus }[],
): Promise<void> {
  const mails = new Map<string, MailRequest[]>();
  const pushes = new Map<string, PushDelivery>();
  const now = new Date();
  const all = changes.map(({ shipment, status }) => {
    const about = { status, occurredAt: now.toISOString(), bulkId };
    return { shipment, news: { kind: 'status-changed' as const, about } };
  });
  const known = await listKnown(unit, all, now);
  for (const drafted of await draftMessages(unit, all, known)) {
    for (const mail of drafted.mails) mails.set(mail.receiver, [...(mails.get(mail.receiver) ?? []), mail]);
    for (const push of drafted.pushes) pushes.set(push.deviceId, push);
  }
  await unit.mails(
    [...mails].flatMap(([receiver, own]) =>
      emails === 'each' || own.length === 1 ? own : [{ kind: 'status-summary' as const, receiver, about: { bulkId } }],
    ),
  );
  await sendPushes(unit, [...pushes.values()], { priority: -1, startAfter: UNDO_SECONDS });
}

async function listKnown({ tx }: UnitOfWork, all: readonly ParcelNews[], when: Date): Promise<Set<string>> {
  const held = all.filter(({ news }) => news.kind === 'status-changed' && news.about.status === 'held');
  const ids = held.map(({ shipment }) => shipment.id);
  const since = subHours(when, ATTEMPT_EMAIL_HOURS);
  const visits = ids.length > 0 ? await listVisitOutcomes(tx, ids) : [];
  const failed = visits.filter(
    ({ result, occurredAt }) => result === 'failed' && occurredAt >= since && occurredAt <= when,
  );
  return new Set(failed.map(({ shipmentId }) => shipmentId));
}

function eventOf({ status }: ShipmentRow, news: News): MessageEvent {
  if (news.kind === 'status-changed') return eventOfStatus(news.about.status);
  if (news.kind === 'arrived') return eventOfStatus(status);
  if (news.kind === 'two-stops') return 'two-stops';
  return news.kind === 'delivery-attempted' ? 'missed' : 'delivered';
}

/** `owners`: whether each wants this message. */
interface ToNotify {
  shipmentId: string;
  owners: ReadonlyMap<string, boolean>;
  event: MessageEvent;
  toFollowers: boolean;
}

async function findDevicesToNotify(
  executor: Executor,
  shipmentIds: readonly string[],
  ownerIds: readonly string[],
): Promise<(about: ToNotify) => string[]> {
  const { deviceId, shipmentId } = pushFollows;
  const isFollowed = anyOf(shipmentId, shipmentIds);
  const concerned = unionAll(
    executor.select({ id: deviceId }).from(pushFollows).where(isFollowed),
    executor
      .select({ id: pushDevices.id })
      .from(sessions)
      .innerJoin(pushDevices, eq(pushDevices.sessionId, sessions.id))
      .where(and(anyOf(sessions.userId, ownerIds), pushDevices.allOwn)),
  );
  const rows = await executor
    .select({ id: pushDevices.id, allOwn: pushDevices.allOwn, userId: sessions.userId, push: messageChoices.push })
    .from(pushDevices)
    .leftJoin(sessions, and(eq(sessions.id, pushDevices.sessionId), isActive()))
    .leftJoin(messageChoices, eq(messageChoices.userId, sessions.userId))
    .where(and(or(isNull(pushDevices.sessionId), isNotNull(sessions.id)), inQuery(pushDevices.id, concerned)));
  if (rows.length === 0) return () => [];
  const follows = await executor.select({ deviceId, shipmentId }).from(pushFollows).where(isFollowed);
  const followed = new Set(follows.map((follow) => `${follow.deviceId} ${follow.shipmentId}`));
  return (about) =>
    rows
      .filter(({ id, userId, allOwn, push }) => {
        const isWanted = userId === null ? undefined : about.owners.get(userId);
        if (isWanted !== undefined && allOwn) return isWanted;
        if (!followed.has(`${id} ${about.shipmentId}`)) return false;
        return isWanted ?? (about.toFollowers && (push ?? DEFAULT_CHOICES.push).includes(about.event));
      })
      .map(({ id }) => id);
}

async function draftMessages(unit: UnitOfWork, all: readonly ParcelNews[], known: ReadonlySet<string>) {
  const shipments = all.map(({ shipment }) => shipment);
  const owners = shipments.flatMap(({ senderId, receiverId }) => [senderId, receiverId]).filter((id) => id !== null);
  const facts = {
    known,
    choicesOf: await findChoicesOfParties(unit.tx, shipments),
    accompanied: unit.services.environment.SMS_URL ? await findTextedTogether(unit.tx, shipments) : new Set<string>(),
    devicesFor: await findDevicesToNotify(
      unit.tx,
      shipments.map(({ id }) => id),
      owners,
    ),
  };
  const drafted: Awaited<ReturnType<typeof draftOne>>[] = [];
  for (const one of all) drafted.push(await draftOne(unit, one, facts));
  return drafted;
}

interface Facts {
  known: ReadonlySet<string>;
  choicesOf: Awaited<ReturnType<typeof findChoicesOfParties>>;
  accompanied: ReadonlySet<string>;
  devicesFor: Awaited<ReturnType<typeof findDevicesToNotify>>;
}

async function draftOne(
  unit: UnitOfWork,
  { shipment, news }: ParcelNews,
  { known, choicesOf, accompanied, devicesFor }: Facts,
) {
  const { id: shipmentId, senderId, senderEmail, receiverId, receiverEmail } = shipment;
  const { kind, about } = news;
  const event = eventOf(shipment, news);
  const choices = { sender: choicesOf(shipment, 'sender'), receiver: choicesOf(shipment, 'receiver') };
  const mailTo = (party: Party, receiver: string) => {
    return choices[party].mail.includes(event) && !known.has(shipmentId)
      ? [{ kind, receiver, about: { ...about, shipmentId, party } } as MailRequest]
      : [];
  };
  const toReceiver = mailTo('receiver', receiverEmail);
  const isBoth = toReceiver.length > 0 && senderEmail === receiverEmail;
  const proofs = kind === 'status-changed' && event === 'delivered' ? await draftProofs(unit, shipment, choices) : [];
  const mails = [...(isBoth ? [] : mailTo('sender', senderEmail)), ...toReceiver, ...proofs];
  if (kind === 'arrived') return { mails, pushes: [] as PushDelivery[] };
  // These concern the parties, no mere followers.
  const toFollowers = kind !== 'delivery-attempted' && kind !== 'two-stops';
  const owners = new Map<string, boolean>();
  if (senderId !== null) owners.set(senderId, choices.sender.push.includes(event));
  if (receiverId !== null) owners.set(receiverId, owners.get(receiverId) || choices.receiver.push.includes(event));
  const devices = devicesFor({ shipmentId, owners, event, toFollowers });
  const { bulkId, statusVersion } = detailsOf(news);
  const undoable = { ...(bulkId !== undefined && { bulkId }), ...(statusVersion !== undefined && { statusVersion }) };
  if (kind !== 'delivery-corrected' && !known.has(shipmentId))
    await textReceiver(unit, shipment, {
      event,
      choices: choices.receiver,
      undoable,
      isAccompanied: accompanied.has(shipmentId),
    });
  const pushes = devices.map(
    (deviceId): PushDelivery => ({ deviceId, shipmentId, ...undoable, ...(kind !== 'status-changed' && { kind }) }),
  );
  return { mails, pushes };
}

const sendPushes = (
  { tx, services }: UnitOfWork,
  pushes: readonly PushDelivery[],
  when: { priority: number; startAfter?: number },
): Promise<void> =>
  services.jobs.sendMany(
    tx,
    PUSH_QUEUE,
    pushes.map((data) => ({ data, ...when })),
  );
