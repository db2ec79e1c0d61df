import { activeChoices, CHOICE_TEXT_LABELS, declinedWhy, formatChoice, isMade } from '../../src/domain/choices.ts';
import { countedPayments } from '../../src/domain/cod.ts';
import type { DeliveryMethod } from '../../src/domain/delivery.ts';
import type { ShownNextStep } from '../../src/domain/next-step.ts';
import { paths } from '../../src/domain/paths.ts';
import type { ParcelPromise } from '../../src/domain/promise.ts';
import type { Party } from '../../src/domain/shipment.ts';
import type { ShipmentStatus } from '../../src/domain/shipment-status.ts';
import { listNewStatuses } from '../bulk/store/bulk-items.ts';
import { isUndone } from '../bulk/store/bulk-operations.ts';
import { findChoice, listChoices } from '../choices/store/choices.ts';
import { listVisitsWithPayments } from '../cod/store/cod.ts';
import { listVisitsOf } from '../deliveries/list-visits.ts';
import { drawMailedLabel } from '../labels/draw-mailed-label.ts';
import { findCollectionOf } from '../pickups/store/pickups.ts';
import { findReturned } from '../returns/store/returns.ts';
import { findLastEntry } from '../shipments/store/activities.ts';
import { findShipment, type ShipmentRow } from '../shipments/store/shipments.ts';
import { drawMailedProof } from '../tracking/draw-proof.ts';
import { describeNextStep } from '../tracking/read-next-step.ts';
import { readPromise } from '../tracking/read-promise.ts';
import {
  type Dependencies,
  type Drafts,
  draftRows,
  type HiddenRow,
  linkTo,
  linkToParcel,
  type MailDraft,
  type MailOf,
  type ParcelNews,
  siteOf,
  withoutSecret,
} from './draft-parts.ts';
import type { Fact } from './letters/letter.ts';
import {
  choiceAnsweredLetter,
  choiceMadeLetter,
  codeReplacedLetter,
  contactChangedMail,
  parcelMail,
  returnCollectionLetter,
  returnCreatedLetter,
  returnDeclinedLetter,
  shipmentCreatedLetter,
  shorten,
} from './letters/shipment-mails.ts';
import {
  arrivedLetter,
  codeMismatchLetter,
  codReceiptLetter,
  deliveryAttemptLetter,
  deliveryProofLetter,
  statusChangedLetter,
  statusSummaryMail,
  twoStopsLetter,
} from './letters/status-mails.ts';

type ShipmentMailKind =
  | 'shipment-created'
  | 'code-replaced'
  | 'contact-changed'
  | 'status-changed'
  | 'status-summary'
  | 'arrived'
  | 'two-stops'
  | 'delivery-attempted'
  | 'delivery-corrected'
  | 'choice-made'
  | 'cod-receipt'
  | 'delivery-proof'
  | 'code-mismatch'
  | 'return-declined'
  | 'return-collection';

/** They tell that a parcel comes or can be collected. */
const SAY_PROMISE: readonly ShipmentMailKind[] = [
  'shipment-created',
  'status-changed',
  'arrived',
  'two-stops',
  'delivery-attempted',
  'delivery-corrected',
  'choice-made',
];

/** They have the code, or what opens only with it. */
const NEED_CODE: readonly ShipmentMailKind[] = ['shipment-created', 'code-replaced', 'delivery-proof'];

type OneMail = MailOf<Exclude<ShipmentMailKind, 'status-summary' | 'contact-changed'>>;

async function draftShipmentMail(dependencies: Dependencies, mail: OneMail): Promise<MailDraft | null> {
  const shipment = await findShipment(dependencies.db, mail.about.shipmentId);
  if (!shipment) return null;
  const { party } = mail.about;
  const [to, other] = sidesOf(shipment, party);
  // A corrected address: no concern of the old one.
  if (mail.receiver !== to.email) return null;
  const isReturn =
    mail.kind === 'shipment-created' && party === 'sender' && (await isReturnOfOne(dependencies.db, shipment));
  const promise = await readPromise(dependencies.db, dependencies.environment, shipment);
  const letter = await chooseLetter(dependencies, mail, shipment, { isReturn, promise });
  // Corrected by somebody who may not send it.
  if (!letter || (!to.code && NEED_CODE.includes(mail.kind))) return null;
  const { description, trackingId } = shipment;
  const { write, isAsking = false } = letter;
  const about = {
    party,
    name: to.name,
    other: other.name,
    description,
    trackingId,
    ...(SAY_PROMISE.includes(mail.kind) && { promise }),
  };
  return {
    ...(isReturn && { attachment: (services) => drawMailedLabel(services, shipment.id) }),
    ...(mail.kind === 'delivery-proof' && { attachment: (services) => drawMailedProof(services, shipment.id) }),
    ...(!isReturn && { news: { shipment, about, code: to.code, write, isAsking } }),
    render: (code, { hasAttachment: hasLabel = true, also = [] } = {}) => {
      const whole = {
        ...about,
        code,
        hasLabel,
        also,
        link: linkToParcel(dependencies, trackingId, to.code && code, isReturn ? { view: 'code' } : {}),
        disputeLink: linkToParcel(dependencies, trackingId, to.code && code, { view: 'dispute' }),
      };
      return parcelMail(siteOf(dependencies), whole, write(whole));
    },
    secret: () => (to.code ? dependencies.secrets.decryptCode(to.code) : ''),
  };
}

async function draftContactMail(dependencies: Dependencies, mail: MailOf<'contact-changed'>) {
  const shipment = await findShipment(dependencies.db, mail.about.shipmentId);
  if (!shipment) return null;
  const { trackingId } = shipment;
  const link = linkTo(dependencies, paths.trackedShipment(trackingId));
  return withoutSecret(contactChangedMail(siteOf(dependencies), { trackingId, party: mail.about.party, link }));
}

async function chooseLetter(
  dependencies: Dependencies,
  mail: OneMail,
  shipment: ShipmentRow,
  { isReturn, promise }: { isReturn: boolean; promise: ParcelPromise },
): Promise<(Pick<ParcelNews, 'write'> & Partial<Pick<ParcelNews, 'isAsking'>>) | null> {
  const { db } = dependencies;
  const site = siteOf(dependencies);
  const readNext = () => describeNextStep(db, dependencies.environment, shipment, mail.about.party);
  switch (mail.kind) {
    case 'shipment-created':
      return { write: isReturn ? returnCreatedLetter : shipmentCreatedLetter };
    case 'code-replaced':
      return { write: codeReplacedLetter };
    case 'status-changed': {
      if (await isUndone(db, mail.about, shipment)) return null;
      const { status } = mail.about;
      const when = new Date(mail.about.occurredAt);
      const next = status === 'failed' || status === 'held' ? await readNext() : undefined;
      const handed = status === 'delivered' ? await readHandedOver(db, shipment) : HANDED_TO_RECEIVER;
      return {
        write: (about) => statusChangedLetter(site, { ...about, status, when, next, ...handed }),
        isAsking: isToDecide(next),
      };
    }
    case 'two-stops': {
      const { stopsBefore } = promise;
      // The courier has been there, or goes elsewhere first.
      if (stopsBefore === undefined || stopsBefore > 2) return null;
      return { write: (about) => twoStopsLetter(site, { ...about, stopsBefore }) };
    }
    case 'arrived': {
      const last = await findLastEntry(db, shipment.id, 'location');
      // The scan was undone, or it has left since.
      if (last?.place !== mail.about.place) return null;
      const { place, occurredAt: when } = last;
      return { write: (about) => arrivedLetter(site, { ...about, place, when }) };
    }
    case 'delivery-attempted':
    case 'delivery-corrected': {
      const { kind } = mail;
      const { reason, occurredAt } = mail.about;
      const when = new Date(occurredAt);
      const next = await readNext();
      return {
        write: (about) => deliveryAttemptLetter(site, { ...about, kind, reason, when, next }),
        isAsking: isToDecide(next),
      };
    }
    case 'choice-made': {
      const choice = await findChoice(db, mail.about.choiceId);
      // Erased since.
      if (!choice || !isMade(choice) || (CHOICE_TEXT_LABELS[choice.kind] && !choice.text)) return null;
      const { askedAt: when, party, kind } = choice;
      const { answer } = mail.about;
      const words = shorten(formatChoice(choice), 60);
      if (answer) {
        const why = answer === 'granted' ? null : declinedWhy(kind);
        return { write: (about) => choiceAnsweredLetter({ ...about, choice: words, why }) };
      }
      const isToAgree = kind === 'address' && party === 'receiver' && mail.about.party === 'sender';
      return {
        write: (about) => {
          const by = party === about.party ? 'you' : about.other;
          return choiceMadeLetter(site, { ...about, by, choice: words, when, isToAgree });
        },
        isAsking: isToAgree,
      };
    }
    case 'cod-receipt': {
      const { factId } = mail.about;
      const payments = countedPayments(await listVisitsWithPayments(db, [shipment.id]));
      const paid = payments.find(({ visitId }) => visitId === factId);
      // Corrected since.
      if (!paid) return null;
      return { write: (about) => codReceiptLetter(site, { ...about, ...paid.payment, when: paid.occurredAt }) };
    }
    case 'delivery-proof':
      if (shipment.status !== 'delivered') return null;
      return { write: (about) => deliveryProofLetter({ ...about, hasFile: about.hasLabel }) };
    case 'code-mismatch':
      return { write: (about) => codeMismatchLetter(site, about) };
    case 'return-declined': {
      const { reason } = mail.about;
      return { write: (about) => returnDeclinedLetter({ ...about, reason }) };
    }
    case 'return-collection': {
      const { id: shipmentId, receiverId: userId } = shipment;
      const pickup = userId && (await findCollectionOf(db, { userId, shipmentId }));
      if (!pickup) return null;
      const { day, fromTime: from, untilTime: until } = pickup;
      const reason = pickup.state === 'declined' || pickup.state === 'failed' ? pickup.reason : null;
      return { write: (about) => returnCollectionLetter(site, { ...about, day, from, until, reason }) };
    }
  }
}

/** What is tried again unless somebody says otherwise asks for nothing. */
const isToDecide = (next: ShownNextStep | undefined): boolean =>
  next !== undefined && next.kind === 'sender' && next.acts.length > 0;

const HANDED_TO_RECEIVER = { method: 'recipient' as const, handed: [] };

/** The place counts only if the receiver had asked for it. */
async function readHandedOver(
  db: Dependencies['db'],
  { id }: ShipmentRow,
): Promise<{ method: DeliveryMethod; handed: Fact[] }> {
  const visits = await listVisitsOf(db, id);
  const visit = visits.findLast(({ result, corrected }) => result === 'delivered' && !corrected);
  const method = visit?.method ?? 'recipient';
  if (method === 'recipient') return HANDED_TO_RECEIVER;
  const place = activeChoices(await listChoices(db, [id])).find(({ kind }) => kind === method);
  const handed: Fact[] = [];
  if (visit?.recipient) handed.push([method === 'neighbour' ? 'Left with' : 'Taken by', visit.recipient]);
  if (place?.text) handed.push(['As agreed', formatChoice(place)]);
  return { method, handed };
}

const isReturnOfOne = async (db: Dependencies['db'], { id }: ShipmentRow) => (await findReturned(db, [id])).has(id);

function sidesOf(shipment: ShipmentRow, party: Party) {
  const sender = { name: shipment.senderName, email: shipment.senderEmail, code: shipment.senderCode };
  const receiver = { name: shipment.receiverName, email: shipment.receiverEmail, code: shipment.receiverCode };
  return party === 'sender' ? ([sender, receiver] as const) : ([receiver, sender] as const);
}

async function draftSummaryMail(dependencies: Dependencies, mail: MailOf<'status-summary'>): Promise<MailDraft | null> {
  const rows = await listSummary(dependencies, mail);
  return (
    rows &&
    draftRows(dependencies, rows, (shown, also) =>
      statusSummaryMail(siteOf(dependencies), { rows: shown, also, link: linkTo(dependencies, paths.track()) }),
    )
  );
}

export async function listSummary(dependencies: Dependencies, { receiver, about }: MailOf<'status-summary'>) {
  const changes = await listNewStatuses(dependencies.db, about.bulkId, { receiver });
  if (changes.length === 0 || (await isUndone(dependencies.db, about))) return null;
  const rows: (HiddenRow & { status: ShipmentStatus; other: string })[] = [];
  for (const { shipment, status } of changes) {
    const isReceiver = shipment.receiverEmail === receiver;
    const [{ code }, { name: other }] = sidesOf(shipment, isReceiver ? 'receiver' : 'sender');
    const { trackingId, description } = shipment;
    const isToPay = isReceiver && shipment.codCents !== null;
    const promise = isToPay && (await readPromise(dependencies.db, dependencies.environment, shipment));
    rows.push({ trackingId, description, status, other, hidden: code, toPay: promise ? promise.toPay : 0 });
  }
  return rows;
}

export const SHIPMENT_MAILS: Drafts<ShipmentMailKind> = {
  'shipment-created': draftShipmentMail,
  'code-replaced': draftShipmentMail,
  'contact-changed': draftContactMail,
  'status-changed': draftShipmentMail,
  'status-summary': draftSummaryMail,
  arrived: draftShipmentMail,
  'two-stops': draftShipmentMail,
  'delivery-attempted': draftShipmentMail,
  'delivery-corrected': draftShipmentMail,
  'choice-made': draftShipmentMail,
  'cod-receipt': draftShipmentMail,
  'delivery-proof': draftShipmentMail,
  'code-mismatch': draftShipmentMail,
  'return-declined': draftShipmentMail,
  'return-collection': draftShipmentMail,
};
