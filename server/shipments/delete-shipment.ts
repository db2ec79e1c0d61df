import { and, eq, isNull, sql } from 'drizzle-orm';
import { may } from '../../src/domain/roles.ts';
import { ASKED_WORK } from '../../src/domain/work.ts';
import type { Transaction } from '../base/database/client.ts';
import type { Locked } from '../base/database/locked.ts';
import { bills } from '../base/database/tables/bills.ts';
import { UserError } from '../base/errors/errors.ts';
import type { NewBill } from '../bills/store/bills.ts';
import { withdrawBringingBack } from '../choices/store/choices.ts';
import type { UnitOfWork } from '../context/unit-of-work.ts';
import { callOffReturn, closeTaskOf, lockRunToDoor } from '../deliveries/follow-task.ts';
import { lockPayers } from '../ledger/store/fees.ts';
import { dropFailedMails } from '../mail/store/mail-deliveries.ts';
import { findUser } from '../people/store/users.ts';
import { bookFeesOfStatus } from '../prices/book-fees.ts';
import { resolveAsked } from '../runs/store/run-exceptions.ts';
import { auditedShipment } from './audited-shipment.ts';
import { softDeleteShipments } from './store/hidden-shipments.ts';
import { lockShipment, type ShipmentRow } from './store/shipments.ts';

async function hideBillsOfShipment(
  tx: Transaction,
  { id: shipmentId }: Locked<ShipmentRow>,
): Promise<(Omit<NewBill, 'shipmentId'> & { id: string; paidAt: Date | null })[]> {
  return tx
    .update(bills)
    .set({ deletedAt: sql`now()` })
    .where(and(eq(bills.shipmentId, shipmentId), isNull(bills.deletedAt)))
    .returning({
      id: bills.id,
      userId: bills.userId,
      amountCents: bills.amountCents,
      summary: bills.summary,
      paidAt: bills.paidAt,
    });
}

async function softDeleteShipment(tx: Transaction, shipment: Locked<ShipmentRow>): Promise<void> {
  await softDeleteShipments(tx, [shipment]);
}

/**
 * Hides a shipment and its bills, which nobody could explain.
 * @throws NOT_FOUND, PRECONDITION_FAILED
 */
export async function deleteShipment(unit: UnitOfWork, { id }: { id: string }): Promise<void> {
  const shipment = await lockShipment(unit.tx, id);
  if (!shipment) throw new UserError('NOT_FOUND', 'This shipment no longer exists.');
  if (shipment.prepaidCents !== null)
    throw new UserError('PRECONDITION_FAILED', 'Its receiver has paid ahead, so it stays. Cancel it instead.');
  const closed = await hideBillsOfShipment(unit.tx, shipment);
  if (closed.some(({ paidAt }) => paidAt !== null))
    throw new UserError('PRECONDITION_FAILED', 'This shipment has paid bills, so it stays. Cancel it instead.');
  if (closed.length > 0) await assertMayDeleteBills(unit, closed);
  await closeTaskOf(unit.tx, shipment);
  const coming = await lockRunToDoor(unit.tx, shipment);
  await resolveAsked(unit.tx, shipment, Object.values(ASKED_WORK));
  await lockPayers(unit.tx, [shipment]);
  await softDeleteShipment(unit.tx, shipment);
  await callOffReturn(unit, coming);
  await bookFeesOfStatus(unit, [shipment]);
  await withdrawBringingBack(unit.tx, id);
  for (const about of [shipment.id, ...closed.map((bill) => bill.id)]) await dropFailedMails(unit.tx, about);
  const { trackingId } = shipment;
  await unit.audit([
    { entity: 'shipment', entityId: id, before: auditedShipment(shipment) },
    ...closed.map(({ id: billId, userId, amountCents, summary }) => ({
      entity: 'bill' as const,
      entityId: billId,
      userId,
      before: { amountCents, summary, trackingId },
    })),
  ]);
}

/** A bill that goes with its shipment needs the right to delete it. */
async function assertMayDeleteBills({ tx, actor }: UnitOfWork, bills: readonly { userId: string }[]): Promise<void> {
  const person = actor && (await findUser(tx, actor.id));
  if (!person) return;
  if (may(person, 'billAdmin.deleteBill') && !bills.some(({ userId }) => userId === person.id)) return;
  throw new UserError('PRECONDITION_FAILED', 'This shipment has open bills. Ask someone who may delete them.');
}
