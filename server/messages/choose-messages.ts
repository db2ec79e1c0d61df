import {
  type Channel,
  type ChosenMessages,
  canCarry,
  DEFAULT_CHOICES,
  MESSAGE_EVENTS,
  type MessageChoices,
  type SaveChoices,
} from '../../src/domain/messages.ts';
import type { Party } from '../../src/domain/shipment.ts';
import { UserError } from '../base/errors/errors.ts';
import {
  type Chooser,
  deleteChoices,
  findChoices,
  findChoicesOfParties,
  saveChoices,
} from '../choices/store/message-choices.ts';
import type { Services } from '../context/context.ts';
import { inUnitOfWork } from '../context/unit-of-work.ts';
import { findShipmentByTrackingId, type ShipmentRow } from '../shipments/store/shipments.ts';
import { findByTypedId, isReceiver, isSender, type Viewer } from '../tracking/track-shipment.ts';

function partyOf(shipment: ShipmentRow, viewer: Viewer, { secrets }: Pick<Services, 'secrets'>): Party {
  if (isReceiver(shipment, viewer, secrets)) return 'receiver';
  if (isSender(shipment, viewer, secrets)) return 'sender';
  throw new UserError('FORBIDDEN', 'Enter your private code to choose your messages.');
}

/** @throws UNAUTHORIZED, NOT_FOUND, FORBIDDEN */
async function findChooser(
  executor: Services['db'],
  services: Services,
  viewer: Viewer,
  trackingId?: string,
): Promise<{ chooser: Chooser; shipment: ShipmentRow | null }> {
  if (trackingId === undefined) {
    if (viewer.userId === null) throw new UserError('UNAUTHORIZED');
    return { chooser: { userId: viewer.userId }, shipment: null };
  }
  const shipment = await findByTypedId({ executor }, trackingId, findShipmentByTrackingId);
  return { chooser: { shipmentId: shipment.id, party: partyOf(shipment, viewer, services) }, shipment };
}

/** Which messages a person gets: about one parcel by grant or account, or about all by account. */
export async function getChoices(services: Services, viewer: Viewer, trackingId?: string): Promise<ChosenMessages> {
  const { chooser, shipment } = await findChooser(services.db, services, viewer, trackingId);
  const own = await findChoices(services.db, chooser);
  const { SMS_URL, SMS_EVENTS } = services.environment;
  const rest =
    shipment && 'party' in chooser
      ? (await findChoicesOfParties(services.db, [shipment]))(shipment, chooser.party)
      : DEFAULT_CHOICES;
  const getsTexts = !('party' in chooser) || chooser.party === 'receiver';
  return { choices: own ?? rest, isOwn: own !== null, texted: SMS_URL && getsTexts ? SMS_EVENTS : [] };
}

/** @throws As `getChoices`. */
export async function chooseMessages(
  services: Services,
  viewer: Viewer,
  { trackingId, choices }: SaveChoices,
  requestId: string,
): Promise<void> {
  const actor = viewer.userId === null ? null : { id: viewer.userId };
  await inUnitOfWork({ services, actor, procedure: 'message.saveChoices', requestId }, async ({ tx }) => {
    const { chooser } = await findChooser(services.db, services, viewer, trackingId);
    if (choices) await saveChoices(tx, chooser, carried(choices));
    else if ('party' in chooser) await deleteChoices(tx, chooser);
  });
}

const carried = (choices: MessageChoices): MessageChoices => {
  const of = (channel: Channel) =>
    MESSAGE_EVENTS.filter((event) => canCarry(channel, event) && choices[channel].includes(event));
  return { mail: of('mail'), sms: of('sms'), push: of('push') };
};
