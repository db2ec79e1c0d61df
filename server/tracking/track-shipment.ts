import { isDeliveryOver, isToBeHeld } from '../../src/domain/choices.ts';
import { texts } from '../../src/domain/errors.ts';
import { nameParcels, sayWhere } from '../../src/domain/runs/say-where.ts';
import type { ShipmentDetails, TrackedShipment } from '../../src/domain/shipment.ts';
import { groupWhereabouts } from '../../src/domain/whereabouts.ts';
import type { Database } from '../base/database/client.ts';
import type { Replicas } from '../base/database/replicas/replicas.ts';
import { UserError } from '../base/errors/errors.ts';
import type { Secrets } from '../base/secrets/secrets.ts';
import { type ChoiceSettings, describeChoices } from '../choices/describe-choices.ts';
import { findPaid } from '../cod/find-paid.ts';
import { listVisitsOf } from '../deliveries/list-visits.ts';
import { describeHandover } from '../handover/handover-codes.ts';
import type { KeySources } from '../handover/signing-keys.ts';
import { describePayAhead, type HowSettings } from '../ledger/payment-instructions.ts';
import { type CollectionSettings, describeReturns } from '../returns/terms.ts';
import { listActivity } from '../shipments/store/activities.ts';
import { findShipmentOverview } from '../shipments/store/shipment-overviews.ts';
import { findShipmentByTrackingId, type ShipmentRow } from '../shipments/store/shipments.ts';
import { listWhereabouts } from '../shipments/store/whereabouts.ts';
import { toDetails, toOverview } from './describe-shipment.ts';
import { describeNextStep, type NextSettings } from './read-next-step.ts';
import { readToday } from './read-promise.ts';

export interface Viewer {
  userId: string | null;
  grant: string | null;
}

export interface LookUpSources {
  executor: Database;
  replicas?: Pick<Replicas, 'find'> | null;
  secrets: Secrets;
}

type Access = 'visitor' | 'grant' | 'owner';

export function accessOf(shipment: ShipmentRow, viewer: Viewer, secrets: Secrets): Access {
  if (viewer.userId && (viewer.userId === shipment.senderId || viewer.userId === shipment.receiverId)) return 'owner';
  if (viewer.grant && secrets.isGrantFor(shipment, viewer.grant, Date.now())) return 'grant';
  return 'visitor';
}

/** A sender who is also the receiver counts as the sender. */
export function isReceiver(shipment: ShipmentRow, { userId, grant }: Viewer, secrets: Secrets): boolean {
  if (userId !== null && userId === shipment.senderId) return false;
  if (userId !== null && userId === shipment.receiverId) return true;
  return grant !== null && secrets.isGrantFor({ ...shipment, senderCode: null }, grant, Date.now());
}

export function isSender(shipment: ShipmentRow, { userId, grant }: Viewer, secrets: Secrets): boolean {
  if (userId !== null && userId === shipment.senderId) return true;
  return grant !== null && secrets.isGrantFor({ ...shipment, receiverCode: null }, grant, Date.now());
}

/**
 * Finds a shipment by a typed ID, as TrackingIdSchema parsed it.
 * @throws NOT_FOUND 'Shipment not found'.
 */
export async function findByTypedId<Row>(
  { executor, replicas }: Pick<LookUpSources, 'executor' | 'replicas'>,
  trackingId: string,
  read: (executor: Database, trackingId: string) => Promise<Row | null>,
): Promise<Row> {
  if (trackingId === '') throw new UserError('NOT_FOUND', texts.shipmentNotFound);
  const look = (where: Database) => read(where, trackingId);
  const shipment = await (replicas ? replicas.find(look) : look(executor));
  if (!shipment) throw new UserError('NOT_FOUND', texts.shipmentNotFound, { guess: true });
  return shipment;
}

/**
 * Returns an overview, or for sender, receiver and grant holders the details.
 * @throws NOT_FOUND
 * Specification sections 1 and 6.
 */
export async function trackShipment(
  sources: LookUpSources &
    Pick<KeySources, 'marks'> &
    CollectionSettings & { environment: ChoiceSettings & NextSettings & HowSettings },
  viewer: Viewer,
  trackingId: string,
): Promise<TrackedShipment> {
  const { executor, secrets, marks, environment } = sources;
  // What a visitor may not see is not even read.
  if (!viewer.userId && !viewer.grant) {
    return toOverview(await findByTypedId(sources, trackingId, findShipmentOverview));
  }
  const shipment = await findByTypedId(sources, trackingId, findShipmentByTrackingId);
  const access = accessOf(shipment, viewer, secrets);
  if (access === 'visitor') return toOverview(shipment);
  const today = await readToday(executor, shipment.id, environment.TIME_ZONE);
  const by = isReceiver(shipment, viewer, secrets) ? 'receiver' : access === 'owner' ? 'shop' : null;
  const choices = await describeChoices(
    executor,
    environment,
    shipment,
    by === 'receiver' ? by : 'sender',
    viewer.userId,
  );
  const nextStep = await describeNextStep(executor, environment, shipment, by === 'receiver' ? by : 'sender');
  const isHeld = isToBeHeld(choices) && !isDeliveryOver(shipment.status);
  const returns = await describeReturns(executor, sources, shipment, by);
  return {
    ...toDetails(shipment),
    ...(await findPaid(executor, shipment)),
    ...(by === 'receiver' && (await describePayAhead(executor, environment, shipment))),
    viewer: access,
    activity: await listActivity(executor, shipment.id),
    visits: await listVisitsOf(executor, shipment.id),
    ...(today && { today }),
    ...(by === 'receiver' && (await describeHandover({ executor, secrets, marks, environment }, shipment, isHeld))),
    ...(await describePlaces(executor, shipment, returns.of !== undefined)),
    returns,
    choices,
    ...(nextStep && { nextStep }),
  };
}

/** Parties hear nothing of our vans and shelves. */
async function describePlaces(
  executor: Database,
  { id, parcels }: ShipmentRow,
  isReturn: boolean,
): Promise<Pick<ShipmentDetails, 'places'>> {
  const all = (parcels > 1 && (await listWhereabouts(executor, [id])).get(id)) || [];
  const shown = all.map((one) => ({ ...one, run: null, note: one.place === 'receiver' ? one.note : '' }));
  const places = groupWhereabouts(shown);
  if (places.length < 2) return {};
  return { places: places.map((one) => `${nameParcels(one.parcels)}: ${sayWhere({ ...one, isReturn })}`) };
}
