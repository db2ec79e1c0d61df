import { subHours } from 'date-fns/subHours';
import type { FailureReason } from '../../../src/domain/delivery.ts';
import { UNDO_SECONDS, type Undoable } from '../../../src/domain/mail.ts';
import type { Party } from '../../../src/domain/shipment.ts';
import type { ShipmentStatus } from '../../../src/domain/shipment-status.ts';
import type { UnitOfWork } from '../../context/unit-of-work.ts';
import { PUSH_QUEUE } from '../../jobs/queues.ts';
import type { BulkRow } from '../../stores/bulk/bulk-operations.ts';
import type { MailRequest } from '../../stores/mail/mails.ts';
import { findSavedPreferences } from '../../stores/push/notification-preferences.ts';
import type { PushDelivery } from '../../stores/push/push-devices.ts';
import { listDevicesToNotify } from '../../stores/push/push-follows.ts';
import { listVisitOutcomes } from '../../stores/runs/courier-facts.ts';
import type { ShipmentRow } from '../../stores/shipments/shipments.ts';
import { mailsToParties } from './email-parties.ts';

interface News {
  status: ShipmentStatus;
  mailTo(to: { party: Party; email: string }): MailRequest | null;
  toFollowers: boolean;
  push: NonNullable<PushDelivery['kind']>;
  undoable?: Undoable;
}

/** How long after a failed visit nobody gets an email that the parcel is back: the email about the visit said so. */
const ATTEMPT_EMAIL_HOURS = 12;

export async function notifyStatusChange(
  unit: UnitOfWork,
  shipment: ShipmentRow,
  { status, when }: { status: ShipmentStatus; when: Date },
  undoable: Undoable = {},
): Promise<void> {
  const about = { shipmentId: shipment.id, status, occurredAt: when.toISOString(), ...undoable };
  const isKnown = status === 'held' && (await listJustAttempted(unit, [shipment.id], when)).has(shipment.id);
  await notify(unit, shipment, {
    status,
    mailTo: ({ party, email }) =>
      isKnown ? null : { kind: 'status-changed', receiver: email, about: { ...about, party } },
    toFollowers: true,
    push: 'status-changed',
    undoable,
  });
}

async function listJustAttempted(unit: UnitOfWork, ids: readonly string[], when: Date): Promise<Set<string>> {
  const since = subHours(when, ATTEMPT_EMAIL_HOURS);
  const visits = await listVisitOutcomes(unit.tx, ids);
  const failed = visits.filter(
    ({ result, occurredAt }) => result === 'failed' && occurredAt >= since && occurredAt <= when,
  );
  return new Set(failed.map(({ shipmentId }) => shipmentId));
}

/** Notifies the parties of a bulk change, unless it is undone within a minute. */
export async function notifyStatusChanges(
  unit: UnitOfWork,
  { id: bulkId, emails }: Pick<BulkRow, 'id' | 'emails'>,
  changes: readonly { shipment: ShipmentRow; status: ShipmentStatus }[],
): Promise<void> {
  const mails = new Map<string, MailRequest[]>();
  const pushes = new Map<string, PushDelivery>();
  const now = new Date();
  const held = changes.filter(({ status }) => status === 'held');
  const known = await listJustAttempted(
    unit,
    held.map(({ shipment }) => shipment.id),
    now,
  );
  for (const { shipment, status } of changes) {
    const about = { shipmentId: shipment.id, status, occurredAt: now.toISOString(), bulkId };
    const isKnown = known.has(shipment.id);
    const news = await draftNews(unit, shipment, {
      status,
      mailTo: ({ party, email }) =>
        isKnown ? null : { kind: 'status-changed', receiver: email, about: { ...about, party } },
      toFollowers: true,
      push: 'status-changed',
      undoable: { bulkId },
    });
    for (const mail of news.mails) mails.set(mail.receiver, [...(mails.get(mail.receiver) ?? []), mail]);
    for (const push of news.pushes) pushes.set(push.deviceId, push);
  }
  await unit.mails(
    [...mails].flatMap(([receiver, own]) =>
      emails === 'each' || own.length === 1 ? own : [{ kind: 'status-summary' as const, receiver, about: { bulkId } }],
    ),
  );
  await sendPushes(unit, [...pushes.values()], { priority: -1, startAfter: UNDO_SECONDS });
}

/** Emails the parties, as a manager has chosen for this scan. */
export async function notifyArrival(unit: UnitOfWork, shipment: ShipmentRow, place: string): Promise<void> {
  const { mails } = await draftNews(unit, shipment, {
    status: shipment.status,
    mailTo: ({ party, email }) => ({
      kind: 'arrived',
      receiver: email,
      about: { shipmentId: shipment.id, place, party },
    }),
    toFollowers: false,
    push: 'status-changed',
  });
  await unit.mails(mails);
}

/** Notifies the parties of an attempt, no mere followers. */
export function notifyAttempt(unit: UnitOfWork, shipment: ShipmentRow, attempt: Attempt): Promise<void> {
  return notifyUndelivered(unit, shipment, attempt, {
    status: 'delivery',
    kind: 'delivery-attempted',
    toFollowers: false,
  });
}

export function notifyCorrection(unit: UnitOfWork, shipment: ShipmentRow, attempt: Attempt): Promise<void> {
  return notifyUndelivered(unit, shipment, attempt, {
    status: 'delivered',
    kind: 'delivery-corrected',
    toFollowers: true,
  });
}

interface Attempt {
  reason: FailureReason;
  when: Date;
}

function notifyUndelivered(
  unit: UnitOfWork,
  shipment: ShipmentRow,
  { reason, when }: Attempt,
  {
    kind,
    ...news
  }: Pick<News, 'status' | 'toFollowers'> & {
    kind: 'delivery-attempted' | 'delivery-corrected';
  },
): Promise<void> {
  const about = { shipmentId: shipment.id, reason, occurredAt: when.toISOString() };
  return notify(unit, shipment, {
    ...news,
    mailTo: ({ party, email }) => ({ kind, receiver: email, about: { ...about, party } }),
    push: kind,
  });
}

async function notify(unit: UnitOfWork, shipment: ShipmentRow, news: News): Promise<void> {
  const { mails, pushes } = await draftNews(unit, shipment, news);
  await unit.mails(mails);
  const isUndoable = news.undoable?.statusVersion !== undefined;
  await sendPushes(unit, pushes, { priority: 0, ...(isUndoable && { startAfter: UNDO_SECONDS }) });
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

async function draftNews(unit: UnitOfWork, shipment: ShipmentRow, news: News) {
  const { id, senderId, receiverId } = shipment;
  const { status, mailTo, toFollowers, push, undoable } = news;
  const ownerIds = [senderId, receiverId].filter((ownerId) => ownerId !== null);
  const saved = await findSavedPreferences(unit.tx, ownerIds);
  const ownerOf = { sender: senderId, receiver: receiverId };
  const mails = mailsToParties(shipment, (to) =>
    (saved.get(ownerOf[to.party] ?? '')?.mail.includes(status) ?? true) ? mailTo(to) : null,
  );
  const devices = await listDevicesToNotify(unit.tx, { shipmentId: id, ownerIds, status, toFollowers });
  const pushes = devices.map(
    (deviceId): PushDelivery => ({
      ...{ deviceId, shipmentId: id, ...undoable },
      ...(push !== 'status-changed' && { kind: push }),
    }),
  );
  return { mails, pushes };
}
