import { eq, sql } from 'drizzle-orm';
import { type AddBill, MAX_BILLS_OF_SHIPMENT, type ManagedBill, type SetBillPaid } from '../../src/domain/bill.ts';
import { texts } from '../../src/domain/errors.ts';
import { toCents } from '../../src/domain/money.ts';
import type { Transaction } from '../base/database/client.ts';
import { bills } from '../base/database/tables/bills.ts';
import { fieldError, UserError } from '../base/errors/errors.ts';
import type { Services } from '../context/context.ts';
import type { UnitOfWork } from '../context/unit-of-work.ts';
import { withDue } from '../ledger/payment-instructions.ts';
import { requireUser } from '../ledger/require-user.ts';
import { assertNotOwn } from '../ledger/second-person.ts';
import { dropFailedMails } from '../mail/store/mail-deliveries.ts';
import {
  findShipment,
  findShipmentByTrackingId,
  lockShipment,
  type ShipmentRow,
} from '../shipments/store/shipments.ts';
import { countBills, listManagedBills, lockBill, type NewBill } from './store/bills.ts';

export async function insertBill(tx: Transaction, bill: NewBill): Promise<string> {
  const [row] = await tx.insert(bills).values(bill).returning({ id: bills.id });
  if (!row) throw new Error('A bill was not inserted');
  return row.id;
}

/**
 * Bills a user for their shipment and emails only them.
 * @throws NOT_FOUND, PRECONDITION_FAILED, field error at `trackingId`.
 * Specification section 9.
 */
export async function addBill(unit: UnitOfWork, { userId, amount, summary, trackingId }: AddBill): Promise<string> {
  assertNotOwn(unit, userId);
  const payer = await requireUser(unit.tx, userId);
  const shipment = await lockUserShipment(unit, userId, trackingId);
  if ((await countBills(unit.tx, { shipmentId: shipment.id })) >= MAX_BILLS_OF_SHIPMENT)
    throw new UserError('PRECONDITION_FAILED', 'This shipment has 100 bills. Delete one first.');
  const amountCents = toCents(amount);
  const id = await insertBill(unit.tx, { userId, shipmentId: shipment.id, amountCents, summary });
  await unit.mail({ kind: 'payment-required', receiver: payer.email, about: { billId: id } });
  const after = { amountCents, summary, trackingId: shipment.trackingId };
  await unit.audit({ entity: 'bill', entityId: id, userId, after });
  return id;
}

async function lockUserShipment(unit: UnitOfWork, userId: string, trackingId: string): Promise<ShipmentRow> {
  const found = await findShipmentByTrackingId(unit.tx, trackingId);
  const shipment = found && (await lockShipment(unit.tx, found.id));
  if (!shipment || (shipment.senderId !== userId && shipment.receiverId !== userId)) {
    throw fieldError('trackingId', 'This user has no shipment with this tracking ID.');
  }
  return shipment;
}

/**
 * Lists open bills, newest first, also of deleted users.
 * @throws NOT_FOUND
 */
export async function listShipmentBills(
  { db, environment }: Pick<Services, 'db' | 'environment'>,
  { shipmentId }: { shipmentId: string },
): Promise<ManagedBill[]> {
  if (!(await findShipment(db, shipmentId))) throw new UserError('NOT_FOUND', texts.shipmentNotFound);
  return withDue(environment, await listManagedBills(db, shipmentId));
}

async function setBillPaid(
  tx: Transaction,
  { id, paid, shortCents }: SetBillPaid & { shortCents: bigint },
): Promise<void> {
  await tx
    .update(bills)
    .set({ paidAt: paid ? sql`now()` : null, shortCents: paid ? shortCents : 0n })
    .where(eq(bills.id, id));
}

/**
 * Keeps a paid bill in the desk's lists, and asks for it no longer. `shortCents` is what is waived.
 * @throws NOT_FOUND
 */
export async function markBillPaid(unit: UnitOfWork, { id, paid }: SetBillPaid, shortCents = 0n): Promise<void> {
  const bill = await lockBill(unit.tx, id);
  if (!bill) throw new UserError('NOT_FOUND', 'This bill no longer exists.');
  assertNotOwn(unit, bill.userId);
  if (paid === (bill.paidAt !== null)) return;
  await setBillPaid(unit.tx, { id, paid, shortCents });
  if (paid) await dropFailedMails(unit.tx, id);
  // The journal reads what was let go from here.
  const short = paid ? shortCents : bill.shortCents;
  const [before, after] = [{ paid: !paid }, { paid, ...(short > 0n && { shortCents: short }) }];
  await unit.audit({ entity: 'bill', entityId: id, userId: bill.userId, before, after });
}

async function softDeleteBill(tx: Transaction, id: string): Promise<void> {
  await tx.update(bills).set({ deletedAt: sql`now()` }).where(eq(bills.id, id));
}

/**
 * Paid bills stay in the books.
 * @throws NOT_FOUND, PRECONDITION_FAILED
 */
export async function deleteBill(unit: UnitOfWork, { id }: { id: string }): Promise<void> {
  const bill = await lockBill(unit.tx, id);
  if (!bill) throw new UserError('NOT_FOUND', 'This bill no longer exists.');
  assertNotOwn(unit, bill.userId);
  if (bill.paidAt) {
    const sentence = 'This bill is paid, so it stays. To give the money back, add a deposit to the payer’s account.';
    throw new UserError('PRECONDITION_FAILED', sentence);
  }
  await softDeleteBill(unit.tx, id);
  await dropFailedMails(unit.tx, bill.id);
  const { userId, amountCents, summary, trackingId } = bill;
  await unit.audit({ entity: 'bill', entityId: id, userId, before: { amountCents, summary, trackingId } });
}
