import { countedPayments } from '../../../src/domain/cod.ts';
import { paths } from '../../../src/domain/paths.ts';
import type { Party } from '../../../src/domain/shipment.ts';
import {
  codeReplacedMail,
  returnCollectionMail,
  returnCreatedMail,
  returnDeclinedMail,
  shipmentCreatedMail,
} from '../../mail/shipment-mails.ts';
import {
  arrivedMail,
  codReceiptMail,
  deliveryAttemptMail,
  statusChangedMail,
  statusSummaryMail,
} from '../../mail/status-mails.ts';
import { listNewStatuses } from '../../stores/bulk/bulk-items.ts';
import { isUndone } from '../../stores/bulk/bulk-operations.ts';
import { listPaidVisits } from '../../stores/money/cod.ts';
import { findRunUnderWay } from '../../stores/runs/windows.ts';
import { findLastEntry } from '../../stores/shipments/activities.ts';
import { findShipment, type ShipmentRow } from '../../stores/shipments/shipments.ts';
import { findCollectionOf } from '../../stores/shops/pickups.ts';
import { findReturned } from '../../stores/shops/returns.ts';
import { drawMailedLabel } from '../labels/draw-mailed-label.ts';
import {
  type Dependencies,
  type Drafts,
  linkTo,
  type MailDraft,
  type MailOf,
  siteOf,
  withoutSecret,
} from './draft-parts.ts';

type ShipmentMailKind =
  | 'shipment-created'
  | 'code-replaced'
  | 'status-changed'
  | 'status-summary'
  | 'arrived'
  | 'delivery-attempted'
  | 'delivery-corrected'
  | 'cod-receipt'
  | 'return-declined'
  | 'return-collection';

async function draftShipmentMail(
  dependencies: Dependencies,
  mail: MailOf<Exclude<ShipmentMailKind, 'status-summary'>>,
): Promise<MailDraft | null> {
  const shipment = await findShipment(dependencies.db, mail.about.shipmentId);
  if (!shipment) return null;
  const { party } = mail.about;
  const [to, other] = sidesOf(shipment, party);
  // A corrected address: no concern of the old one.
  if (mail.receiver !== to.email) return null;
  const site = siteOf(dependencies);
  const about = { ...shipmentFacts(dependencies, shipment), name: to.name };
  if (mail.kind === 'status-changed') {
    const { status, occurredAt } = mail.about;
    if (await isUndone(dependencies.db, mail.about, shipment)) return null;
    return withoutSecret(statusChangedMail(site, { ...about, status, when: new Date(occurredAt) }));
  }
  if (mail.kind === 'arrived') {
    const last = await findLastEntry(dependencies.db, shipment.id, 'location');
    // The scan was undone, or it has left since.
    if (last?.place !== mail.about.place) return null;
    return withoutSecret(arrivedMail(site, { ...about, place: last.place, when: last.occurredAt }));
  }
  if (mail.kind === 'delivery-attempted' || mail.kind === 'delivery-corrected') {
    const { kind } = mail;
    const { reason, occurredAt } = mail.about;
    const isOut = (await findRunUnderWay(dependencies.db, shipment.id))?.task === 'loaded';
    return withoutSecret(deliveryAttemptMail(site, { ...about, kind, reason, isOut, when: new Date(occurredAt) }));
  }
  if (mail.kind === 'cod-receipt') {
    const { factId } = mail.about;
    const paid = countedPayments(await listPaidVisits(dependencies.db, [shipment.id])).find(
      ({ visitId }) => visitId === factId,
    );
    // Corrected since.
    return paid ? withoutSecret(codReceiptMail(site, { ...about, ...paid.payment, when: paid.occurredAt })) : null;
  }
  if (mail.kind === 'return-declined')
    return withoutSecret(returnDeclinedMail(site, { ...about, other: other.name, reason: mail.about.reason }));
  if (mail.kind === 'return-collection') {
    const { id: shipmentId, receiverId: userId } = shipment;
    const pickup = userId && (await findCollectionOf(dependencies.db, { userId, shipmentId }));
    if (!pickup) return null;
    const { day, fromTime: from, untilTime: until } = pickup;
    const reason = pickup.state === 'declined' || pickup.state === 'failed' ? pickup.reason : null;
    return withoutSecret(returnCollectionMail(site, { ...about, day, from, until, reason }));
  }
  const { code: sealed } = to;
  // Corrected by somebody who may not send it.
  if (!sealed) return null;
  const isReturn =
    mail.kind === 'shipment-created' && party === 'sender' && (await isReturnOfOne(dependencies.db, shipment));
  if (isReturn) {
    const link = (code: string) =>
      linkTo(dependencies, paths.trackedShipmentWithCode(shipment.trackingId, code, { view: 'code' }));
    return {
      attachment: (services) => drawMailedLabel(services, shipment.id),
      render: (code, hasLabel = true) =>
        returnCreatedMail(site, { ...about, link: link(code), party, other: other.name, code, hasLabel }),
      secret: () => dependencies.secrets.decryptCode(sealed),
    };
  }
  const write = mail.kind === 'shipment-created' ? shipmentCreatedMail : codeReplacedMail;
  return {
    render: (code) => {
      const link = linkTo(dependencies, paths.trackedShipmentWithCode(shipment.trackingId, code));
      return write(site, { ...about, link, party, other: other.name, code });
    },
    secret: () => dependencies.secrets.decryptCode(sealed),
  };
}

const isReturnOfOne = async (db: Dependencies['db'], { id }: ShipmentRow) => (await findReturned(db, [id])).has(id);

function sidesOf(shipment: ShipmentRow, party: Party) {
  const sender = { name: shipment.senderName, email: shipment.senderEmail, code: shipment.senderCode };
  const receiver = { name: shipment.receiverName, email: shipment.receiverEmail, code: shipment.receiverCode };
  return party === 'sender' ? ([sender, receiver] as const) : ([receiver, sender] as const);
}

const shipmentFacts = (dependencies: Dependencies, { description, trackingId }: ShipmentRow) => ({
  description,
  trackingId,
  link: linkTo(dependencies, paths.trackedShipment(trackingId)),
});

async function draftSummaryMail(dependencies: Dependencies, mail: MailOf<'status-summary'>): Promise<MailDraft | null> {
  const { receiver, about } = mail;
  const changes = await listNewStatuses(dependencies.db, about.bulkId, { receiver });
  if (changes.length === 0 || (await isUndone(dependencies.db, about))) return null;
  const rows = changes.map(({ shipment: { trackingId, description }, status }) => ({
    trackingId,
    description,
    status,
  }));
  return withoutSecret(statusSummaryMail(siteOf(dependencies), { rows, link: linkTo(dependencies, paths.track()) }));
}

export const SHIPMENT_MAILS: Drafts<ShipmentMailKind> = {
  'shipment-created': draftShipmentMail,
  'code-replaced': draftShipmentMail,
  'status-changed': draftShipmentMail,
  'status-summary': draftSummaryMail,
  arrived: draftShipmentMail,
  'delivery-attempted': draftShipmentMail,
  'delivery-corrected': draftShipmentMail,
  'cod-receipt': draftShipmentMail,
  'return-declined': draftShipmentMail,
  'return-collection': draftShipmentMail,
};
