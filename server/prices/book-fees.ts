/** The paying shop's account has the fee, which follows the shipment (decision 0012). */
import { eq } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { Transaction } from '../base/database/client.ts';
import type { Locked } from '../base/database/locked.ts';
import { shipments } from '../base/database/tables/shipments.ts';
import { fieldError, UserError } from '../base/errors/errors.ts';
import { creditPrepayments } from '../cod/credit-prepayments.ts';
import type { UnitOfWork } from '../context/unit-of-work.ts';
import { creditAgain, formatCents, postTransactions, rewriteTransaction } from '../ledger/change-ledger.ts';
import { assertNotOwn, needsSecondPerson } from '../ledger/second-person.ts';
import { findShipmentOfFee, listFees } from '../ledger/store/fees.ts';
import { lockBalances } from '../ledger/store/ledger.ts';
import type { TransactionRow } from '../ledger/store/transactions.ts';
import { listShippers } from '../people/store/users.ts';
import { findReturned } from '../returns/store/returns.ts';
import type { ShipmentRow } from '../shipments/store/shipments.ts';

type Sides = Pick<ShipmentRow, 'payer' | 'senderId' | 'receiverId'>;

export const payingAccount = ({ payer, senderId, receiverId }: Sides, isReturn = false): string | null =>
  payer === 'sender' ? senderId : payer === 'receiver' && isReturn ? receiverId : null;

/** Returns the shops among them. */
export async function lockShopBalances(
  { tx, services }: UnitOfWork,
  userIds: Iterable<string>,
  others: readonly string[] = [],
): Promise<ReadonlySet<string>> {
  const { SHOP_ACCOUNTS, PREPAID_SHIPPING } = services.environment;
  const shops = SHOP_ACCOUNTS || PREPAID_SHIPPING ? await listShippers(tx, [...userIds]) : [];
  await lockBalances(tx, [...shops, ...others]);
  return new Set(shops);
}

/** Each shipment has the ID of its new transaction. The balances are locked. */
export async function chargeFees(unit: UnitOfWork, shipments: readonly ShipmentRow[]): Promise<void> {
  const fees = shipments.flatMap(({ feeTransactionId: id, feeCents: amountCents, trackingId, status, ...sides }) => {
    const userId = payingAccount(sides, true);
    if (!id || !userId) return [];
    const fee = {
      type: 'fee' as const,
      status: status === 'cancelled' ? ('failed' as const) : ('successful' as const),
      amountCents,
      summary: `Shipment ${trackingId}`,
      purpose: 'shipping' as const,
    };
    return { id, userId, ...fee };
  });
  if (fees.length === 0) return;
  await postTransactions(unit, fees);
  await unit.audit(fees.map(({ id, userId, ...after }) => ({ entity: 'transaction', entityId: id, userId, after })));
}

export async function bookFeesOfStatus(
  unit: UnitOfWork,
  shipments: readonly Pick<ShipmentRow, 'id' | 'feeTransactionId' | 'prepaidCents'>[],
): Promise<void> {
  const prepaid = shipments.flatMap(({ id, prepaidCents }) => (prepaidCents === null ? [] : id));
  if (prepaid.length > 0) await creditPrepayments(unit, prepaid);
  const shipmentIds = shipments.flatMap(({ id, feeTransactionId }) => (feeTransactionId ? id : []));
  if (shipmentIds.length === 0) return;
  for (const { before, status, trackingId, isDeleted } of await listFees(unit.tx, shipmentIds)) {
    if (before.status === status) continue;
    const end = status === 'successful' ? '' : isDeleted ? ', deleted' : ', cancelled';
    await rewriteTransaction(unit, before, { ...before, status, summary: `Shipment ${trackingId}${end}` });
  }
}

const FEE_FIELDS = ['feeCents', 'payer', 'senderId', 'receiverId'] as const;

async function setFeeTransaction(tx: Transaction, id: string, feeTransactionId: string | null): Promise<void> {
  await tx.update(shipments).set({ feeTransactionId }).where(eq(shipments.id, id));
}

/**
 * Shipments from before accounts stay uncharged until somebody else pays.
 * @throws PRECONDITION_FAILED
 */
export async function followFee(unit: UnitOfWork, before: Locked<ShipmentRow>, after: ShipmentRow): Promise<void> {
  if (FEE_FIELDS.every((field) => before[field] === after[field])) return;
  const { tx } = unit;
  const isReturn = (await findReturned(tx, [after.id])).has(after.id);
  const [from, to] = [payingAccount(before, isReturn), payingAccount(after, isReturn)];
  const [seen] = await listFees(tx, [after.id]);
  const isSame = from === to && before.feeCents === after.feeCents;
  if (isSame || (!seen && from === to && before.feeCents > 0n)) return;
  const shops = await lockShopBalances(unit, to ? [to] : [], seen ? [seen.before.userId] : []);
  const [fee] = await listFees(tx, [after.id]);
  const stays = from === to && after.feeCents > 0n;
  if (fee) {
    const { before: charged, status, trackingId } = fee;
    const changed = stays
      ? { ...charged, amountCents: after.feeCents, status }
      : { ...charged, status: 'failed' as const, summary: `Shipment ${trackingId}, not charged` };
    await assertMayGiveBack(unit, charged, changed);
    await rewriteTransaction(unit, charged, changed);
    if (stays) return;
  }
  const feeTransactionId = to && shops.has(to) && after.feeCents > 0n ? uuidv7() : null;
  if (!fee && !feeTransactionId) return;
  await setFeeTransaction(tx, after.id, feeTransactionId);
  await chargeFees(unit, [{ ...after, feeTransactionId }]);
  const [again] = await listFees(tx, [after.id]);
  if (again?.status === 'successful') await creditAgain(unit, again.before, after.feeCents);
}

async function assertMayGiveBack(unit: UnitOfWork, before: TransactionRow, after: TransactionRow): Promise<void> {
  assertNotOwn(unit, before.userId);
  if (!(await needsSecondPerson(unit, before.userId, { before, after }))) return;
  const back = after.status === 'failed' ? before.amountCents : before.amountCents - after.amountCents;
  const sentence = `This gives back ${formatCents(back, unit)}, which a second person has to approve. Add a deposit that gives back a fee.`;
  throw new UserError('PRECONDITION_FAILED', sentence);
}

export async function assertFollowsShipment(
  unit: UnitOfWork,
  { id, status, purpose }: TransactionRow,
  refuse: (sentence: string) => UserError = (sentence) => fieldError('status', sentence),
): Promise<void> {
  if (purpose === 'cod' || purpose === 'cod-fee')
    throw refuse('This follows what receivers pay. To correct it, add a deposit or a fee.');
  const shipment = await findShipmentOfFee(unit.tx, id);
  if (!shipment && (purpose !== 'shipping' || status === 'failed')) return;
  if (!shipment) throw refuse('This was the fee of a shipment that is paid otherwise now. It can’t be charged.');
  if (shipment.status === status) return;
  const { trackingId } = shipment;
  throw refuse(
    shipment.status === 'successful'
      ? `This is the fee of shipment ${trackingId}. Cancel the shipment to give it back, or add a deposit that gives back a fee.`
      : `This was the fee of shipment ${trackingId}, which was cancelled or deleted. It can’t be charged.`,
  );
}
