import type { Bill } from '../../../src/domain/bill.ts';
import { texts } from '../../../src/domain/errors.ts';
import { GRANT_LIFE } from '../../../src/domain/grant.ts';
import { fromCents } from '../../../src/domain/money.ts';
import type { Grant, Payer, ServiceType, ShipmentOverview, TrackedShipment } from '../../../src/domain/shipment.ts';
import { normalizeTrackingId } from '../../../src/domain/tracking-id.ts';
import { isSameSecret, type Secrets } from '../../auth/secrets.ts';
import type { Database } from '../../database/client.ts';
import type { Replica } from '../../database/replica.ts';
import { fieldError, UserError } from '../../errors/errors.ts';
import { listBillsOfShipment } from '../../stores/money/bills.ts';
import { listActivity } from '../../stores/shipments/activities.ts';
import {
  findShipment,
  findShipmentByTrackingId,
  findShipmentOverview,
  type ShipmentOverviewRow,
  type ShipmentRow,
} from '../../stores/shipments/shipments.ts';
import { listVisitsOf } from '../deliveries/list-visits.ts';

/** Who is viewing a shipment: possibly signed in and verified, possibly with a grant. */
export interface Viewer {
  userId: string | null;
  grant: string | null;
}

export interface LookUpSources {
  executor: Database;
  /** Where lookups that may lag can find a shipment too. */
  replica?: Replica | null;
  secrets: Secrets;
}

type Access = 'visitor' | 'grant' | 'owner';

function accessOf(shipment: ShipmentRow, viewer: Viewer, secrets: Secrets): Access {
  if (viewer.userId && (viewer.userId === shipment.senderId || viewer.userId === shipment.receiverId)) return 'owner';
  if (viewer.grant && secrets.isGrantFor(shipment, viewer.grant, Date.now())) return 'grant';
  return 'visitor';
}

/**
 * Finds a shipment by a typed tracking ID, as LookedUpTrackingIdSchema parsed it. What can’t be an
 * ID is rejected without a query and costs the caller nothing; an unknown ID counts as a guess.
 * @throws NOT_FOUND 'Shipment not found'.
 */
export async function findByTypedId<Row>(
  { executor, replica }: Pick<LookUpSources, 'executor' | 'replica'>,
  trackingId: string,
  read: (executor: Database, trackingId: string) => Promise<Row | null>,
): Promise<Row> {
  if (trackingId === '') throw new UserError('NOT_FOUND', texts.shipmentNotFound);
  const look = (where: Database) => read(where, trackingId);
  const shipment = await (replica ? replica.find(look) : look(executor));
  if (!shipment) throw new UserError('NOT_FOUND', texts.shipmentNotFound, { guess: true });
  return shipment;
}

/**
 * A shipment as this viewer may see it (shipment.getShipmentByTrackingId): an overview with masked
 * names for everyone, the details for its sender, its receiver and grant holders.
 * @throws NOT_FOUND 'Shipment not found'.
 * Source: specification sections 1 and 6; product decision 3.
 */
export async function trackShipment(
  sources: LookUpSources,
  viewer: Viewer,
  trackingId: string,
): Promise<TrackedShipment> {
  const { executor, secrets } = sources;
  // Without a session or a grant the viewer is a visitor, so what only others may see is not even
  // read.
  if (!viewer.userId && !viewer.grant) {
    return toOverview(await findByTypedId(sources, trackingId, findShipmentOverview));
  }
  const shipment = await findByTypedId(sources, trackingId, findShipmentByTrackingId);
  const access = accessOf(shipment, viewer, secrets);
  const overview = toOverview(shipment);
  if (access === 'visitor') return overview;
  return {
    ...overview,
    access: 'detailed',
    viewer: access,
    senderName: shipment.senderName,
    senderEmail: shipment.senderEmail,
    senderPhone: shipment.senderPhone,
    receiverName: shipment.receiverName,
    receiverEmail: shipment.receiverEmail,
    receiverPhone: shipment.receiverPhone,
    shipTo: shipment.shipTo,
    deliveryDate: shipment.deliveryDate?.toISOString() ?? null,
    receiverLinked: shipment.receiverId !== null,
    activity: await listActivity(executor, shipment.id),
    visits: await listVisitsOf(executor, shipment.id),
  };
}

/**
 * The shipments with these tracking IDs, by id, and whether one of the grants opens their details,
 * for live updates (live.follow).
 * @throws NOT_FOUND at the first unknown one, so that each call makes one guess.
 */
export async function findShipmentsToFollow(
  { executor, secrets }: LookUpSources,
  trackingIds: readonly string[],
  grants: readonly string[],
): Promise<Map<string, { trackingId: string; isGranted: boolean }>> {
  const shipments = new Map<string, { trackingId: string; isGranted: boolean }>();
  for (const trackingId of trackingIds) {
    const shipment = await findByTypedId({ executor }, trackingId, findShipmentByTrackingId);
    const isGranted = grants.some((grant) => secrets.isGrantFor(shipment, grant, Date.now()));
    shipments.set(shipment.id, { trackingId: shipment.trackingId, isGranted });
  }
  return shipments;
}

/** Exactly what everyone may see, with masked names. */
function toOverview(shipment: ShipmentOverviewRow): ShipmentOverview {
  return {
    access: 'overview',
    viewer: 'visitor',
    id: shipment.id,
    trackingId: shipment.trackingId,
    description: shipment.description,
    status: shipment.status,
    createdAt: shipment.createdAt.toISOString(),
    service: shipment.service as ServiceType,
    images: shipment.images,
    senderName: maskName(shipment.senderName),
    senderCountry: shipment.senderCountry,
    receiverName: maskName(shipment.receiverName),
    receiverCountry: shipment.receiverCountry,
    dimensions: shipment.dimensions,
    weight: shipment.weight,
    value: fromCents(shipment.valueCents),
    fee: fromCents(shipment.feeCents),
    payer: shipment.payer as Payer,
    shipDate: shipment.shipDate.toISOString(),
  };
}

/**
 * The open bills of a shipment (bill.getBills), for viewers who may see its details.
 * @throws NOT_FOUND and FORBIDDEN.
 */
export async function listTrackedShipmentBills(
  sources: LookUpSources,
  viewer: Viewer,
  trackingId: string,
): Promise<Bill[]> {
  const { executor, secrets } = sources;
  const shipment = await findByTypedId(sources, trackingId, findShipmentByTrackingId);
  if (accessOf(shipment, viewer, secrets) === 'visitor') {
    throw new UserError('FORBIDDEN', 'Only the sender and the receiver can see bills.');
  }
  return listBillsOfShipment(executor, shipment.id);
}

/**
 * Exchanges a private code for a grant (shipment.verifyShipmentCode): either party's code opens the
 * details for an hour, or until that code is replaced. Codes are compared in constant time,
 * ignoring case, spaces and look-alike letters.
 * @throws A field error at `code`.
 */
export async function verifyShipmentCode(
  { executor, secrets }: LookUpSources,
  { id, code }: { id: string; code: string },
): Promise<Grant> {
  const typed = normalizeTrackingId(code);
  const shipment = await findShipment(executor, id);
  const sealed = shipment ? [shipment.senderCode, shipment.receiverCode] : [null, null];
  const codes = sealed.map((one) => (one ? secrets.decryptCode(one) : ''));
  // Both are always compared, so that the time shows neither which one matched nor whether the
  // shipment exists.
  const matches = codes.map((known) => isSameSecret(known, typed) && known !== '');
  const opening = sealed[matches.indexOf(true)];
  if (!shipment || !opening) throw fieldError('code', 'That code doesn’t match this shipment.', { guess: true });
  const expiresAt = Date.now() + GRANT_LIFE;
  // The stored id, not the one that was sent: upper case names the same shipment.
  return { grant: secrets.signGrant(shipment.id, opening, expiresAt), expiresAt: new Date(expiresAt).toISOString() };
}

/** `Ada Lovelace` → `A•••• L••••`: first letters only, hiding even a name's length. */
export function maskName(name: string): string {
  return name
    .split(/\s+/u)
    .filter(Boolean)
    .map((word) => `${Array.from(word)[0]}••••`)
    .join(' ');
}
