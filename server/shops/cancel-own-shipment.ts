import { texts } from '../../src/domain/errors.ts';
import type { ShipmentStatus } from '../../src/domain/shipment-status.ts';
import type { Locked } from '../base/database/locked.ts';
import { UserError } from '../base/errors/errors.ts';
import type { UnitOfWork } from '../context/unit-of-work.ts';
import { findReturned } from '../returns/store/returns.ts';
import { wasEverLoaded } from '../runs/store/run-tasks.ts';
import { lockShipment, type ShipmentRow } from '../shipments/store/shipments.ts';
import { changeStatus } from '../shipments/update-shipment.ts';
import { refused } from './create-own-shipment.ts';

/** @throws NOT_FOUND, also for others’ shipments. */
export async function lockOwnShipment(unit: UnitOfWork, userId: string, id: string): Promise<Locked<ShipmentRow>> {
  const shipment = await lockShipment(unit.tx, id);
  if (shipment?.senderId !== userId) throw new UserError('NOT_FOUND', texts.shipmentNotFound);
  return shipment;
}

/** @throws too-late once a courier has loaded it, or it has another end. */
export async function assertWaiting(
  unit: UnitOfWork,
  { id, status }: Locked<ShipmentRow>,
  verb: 'cancel' | 'change',
): Promise<void> {
  if (!isWaiting(status) || (await wasEverLoaded(unit.tx, id))) throw tooLate(verb, status);
}

export const isWaiting = (status: ShipmentStatus): boolean => status === 'in-progress' || status === 'held';

export const tooLate = (verb: 'cancel' | 'change', status: ShipmentStatus) =>
  refused('too-late', `It’s too late to ${verb} this shipment: it ${ENDS[status] ?? 'is already on its way'}.`);

const ENDS: Partial<Record<ShipmentStatus, string>> = {
  delivered: 'was delivered',
  cancelled: 'was cancelled',
  failed: 'couldn’t be delivered',
};

/**
 * Cancels a shop’s own shipment, or the return of one, until a courier has loaded it (shipper.cancelShipment).
 * @throws NOT_FOUND, also for others’ shipments; too-late.
 */
export async function cancelOwnShipment(unit: UnitOfWork, userId: string, { id }: { id: string }): Promise<void> {
  const shipment = await lockShipment(unit.tx, id);
  const isTheirs = shipment?.receiverId === userId && (await findReturned(unit.tx, [id])).has(id);
  if (!shipment || !(shipment.senderId === userId || isTheirs))
    throw new UserError('NOT_FOUND', texts.shipmentNotFound);
  if (shipment.status === 'cancelled') return;
  await assertWaiting(unit, shipment, 'cancel');
  await changeStatus(unit, { id, status: 'cancelled' });
}
