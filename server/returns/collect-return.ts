import type { CollectReturn } from '../../src/domain/returns.ts';
import { formatHours } from '../../src/domain/time-window.ts';
import { fieldError, UserError } from '../base/errors/errors.ts';
import { inUnitOfWork } from '../context/unit-of-work.ts';
import { assertNoDayOff, makeCollection } from '../pickups/make-collection.ts';
import { findCollectionOf } from '../pickups/store/pickups.ts';
import { findShipment, lockShipment } from '../shipments/store/shipments.ts';
import type { Asker } from './ask-return.ts';
import { findReturned } from './store/returns.ts';
import { notFound } from './terms.ts';

/**
 * Has a return collected at the door of who sends it, in a window of the brand's (shipment.collectReturn).
 * @throws NOT_FOUND, also to who doesn't send it; CONFLICT, field error at `day` or `from`.
 */
export function collectReturn(
  { services, userId, isTheirs, requestId }: Omit<Asker, 'idempotencyKey'>,
  { id, day, from }: CollectReturn,
): Promise<void> {
  const actor = userId === null ? null : { id: userId };
  return inUnitOfWork({ services, actor, procedure: 'shipment.collectReturn', requestId }, async (unit) => {
    const shipment = await lockShipment(unit.tx, id);
    const returned = (await findReturned(unit.tx, [id])).get(id);
    const first = returned && (await findShipment(unit.tx, returned.id));
    if (!shipment || !first?.senderId || !isTheirs(shipment)) throw notFound();
    if (shipment.status !== 'in-progress') throw new UserError('CONFLICT', 'This return is already on its way.');
    const { RETURN_WINDOWS } = services.environmentOn(day);
    const window = RETURN_WINDOWS.find((one) => one.from === from);
    if (!window)
      throw fieldError('from', `Choose a time from the list: ${RETURN_WINDOWS.map(formatHours).join(', ')}.`);
    assertNoDayOff(services.environment, day);
    const known = await findCollectionOf(unit.tx, { userId: first.senderId, shipmentId: id });
    const isComing = known?.state === 'pending' || known?.state === 'arranged';
    if (isComing && known.day === day && known.fromTime === from) return;
    if (isComing) throw new UserError('CONFLICT', 'A courier already comes for this return.');
    const { fromTime, untilTime } = await makeCollection(unit, {
      userId: first.senderId,
      kind: 'return',
      shipmentIds: [id],
      parcels: shipment.parcels,
      day,
      fromTime: window.from,
      untilTime: window.until,
      address: first.shipTo,
      name: shipment.senderName,
      phone: shipment.senderPhone,
    });
    if (fromTime !== from)
      throw fieldError('from', `A courier already comes there between ${fromTime} and ${untilTime}.`);
  });
}
