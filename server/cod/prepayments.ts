/** Cash on delivery that comes by bank before the courier does (money.md, Countries). */
import { and, eq, gt, sql, sum } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { EntryMatch } from '../../src/domain/banking.ts';
import { formatMoney, fromCents, toCents } from '../../src/domain/money.ts';
import type { BankEntryRow } from '../banking/store/bank-entries.ts';
import type { Executor, Transaction } from '../base/database/client.ts';
import type { Locked } from '../base/database/locked.ts';
import { prepayments } from '../base/database/tables/money/prepayments.ts';
import { shipments } from '../base/database/tables/shipments.ts';
import { transactions } from '../base/database/tables/transactions.ts';
import { UserError } from '../base/errors/errors.ts';
import { anyOf } from '../base/sql/lists.ts';
import type { UnitOfWork } from '../context/unit-of-work.ts';
import { followEdit } from '../deliveries/follow-task.ts';
import { postTransactions } from '../ledger/change-ledger.ts';
import { findTransaction } from '../ledger/store/transactions.ts';
import { lockShipments, type ShipmentRow } from '../shipments/store/shipments.ts';
import { creditPrepayments, setPrepaymentStatus } from './credit-prepayments.ts';
import { listStandingPrepayments, type PayableShipment, payableColumns } from './store/prepayments.ts';

export function matchPrepayment(
  shipments: readonly PayableShipment[],
  { amountCents, isReturn }: Pick<BankEntryRow, 'amountCents' | 'isReturn'>,
  currency: string,
): { shown: EntryMatch; shipmentIds: string[] } {
  const isBack = isReturn || amountCents < 0n;
  const cents = amountCents < 0n ? -amountCents : amountCents;
  const sum = shipments.reduce((total, one) => total + ((isBack ? one.prepaidCents : one.codCents) ?? 0n), 0n);
  const obstacle = shipments.map(isBack ? whyNotBack : whyNotPayable).find((why) => why !== null);
  return {
    shown: {
      kind: isBack ? 'cod-returned' : 'cod',
      user: null,
      trackingId: shipments.map(({ trackingId }) => trackingId).join(', '),
      problem: obstacle ?? (sum === cents ? null : `It is for ${formatMoney(fromCents(sum), currency)}.`),
    },
    shipmentIds: shipments.map(({ id }) => id),
  };
}

const SEND_BACK = 'Send this back to its payer.';

function whyNotPayable({ status, codCents, prepaidCents, deletedAt, isCollected }: PayableShipment): string | null {
  if (prepaidCents !== null) return `It was paid ahead before. ${SEND_BACK}`;
  if (isCollected) return `A courier has collected it at the door. ${SEND_BACK}`;
  if (status === 'cancelled' || deletedAt) return `The shipment doesn’t come any more. ${SEND_BACK}`;
  return codCents === null ? `It has no cash on delivery any more. ${SEND_BACK}` : null;
}

function whyNotBack({ status, prepaidCents }: PayableShipment): string | null {
  if (prepaidCents === null) return 'It isn’t paid ahead.';
  return status === 'delivered' ? 'It is delivered, and its sender has this money.' : null;
}

const listPayableShipments = (executor: Executor, ids: readonly string[]): Promise<PayableShipment[]> =>
  executor.select(payableColumns).from(shipments).where(anyOf(shipments.id, ids));

/** @throws PRECONDITION_FAILED */
export async function bookPrepayments(
  unit: UnitOfWork,
  entry: BankEntryRow,
  { ids, isBack }: { ids: readonly string[]; isBack: boolean },
): Promise<void> {
  const shipments = await lockShipments(unit.tx, ids);
  // Another entry, a courier or an edit may have come first.
  const { shown } = matchPrepayment(
    await listPayableShipments(unit.tx, ids),
    entry,
    unit.services.environment.CURRENCY,
  );
  if (shown.problem) throw new UserError('PRECONDITION_FAILED', shown.problem);
  for (const shipment of shipments) {
    const after = await (isBack ? takeBack(unit, entry, shipment) : payAhead(unit, entry, shipment));
    await followEdit(unit, after);
    await creditPrepayments(unit, [after.id]);
    const [before, now] = [shipment, after].map(({ codCents, prepaidCents }) => ({ codCents, prepaidCents }));
    await unit.audit({ entity: 'shipment', entityId: shipment.id, before, after: now });
  }
}

async function insertPrepayment(tx: Transaction, row: typeof prepayments.$inferInsert): Promise<void> {
  await tx.insert(prepayments).values(row);
}

async function updatePrepaid(
  tx: Transaction,
  { id }: Locked<ShipmentRow>,
  columns: Pick<ShipmentRow, 'codCents' | 'prepaidCents'>,
): Promise<Locked<ShipmentRow>> {
  const [row] = await tx.update(shipments).set(columns).where(eq(shipments.id, id)).returning();
  if (!row) throw new Error('A locked shipment is gone');
  return row as Locked<ShipmentRow>;
}

async function payAhead(
  unit: UnitOfWork,
  { id: entryId }: BankEntryRow,
  shipment: Locked<ShipmentRow>,
): Promise<Locked<ShipmentRow>> {
  const { id: shipmentId, codCents: amountCents, codFeeCents, senderId, trackingId } = shipment;
  if (amountCents === null) throw new Error('Nothing is to be paid for a shipment that was matched');
  const bookedBy = unit.actor?.id ?? '';
  const isLarge = senderId !== null && (await isLargeFor(unit, { senderId, by: bookedBy, amountCents }));
  const status = 'pending' as const;
  const deposit = {
    type: 'deposit' as const,
    purpose: 'cod' as const,
    status,
    amountCents,
    summary: `Cash on delivery of shipment ${trackingId}, paid ahead`,
  };
  const fee = {
    type: 'fee' as const,
    purpose: 'cod-fee' as const,
    status,
    amountCents: codFeeCents,
    summary: `Cash on delivery fee of shipment ${trackingId}`,
  };
  const owed = [deposit, ...(codFeeCents > 0n ? [fee] : [])].flatMap((row) =>
    senderId ? [{ ...row, id: uuidv7(), userId: senderId }] : [],
  );
  await postTransactions(unit, owed);
  await unit.audit(owed.map(({ id, userId, ...after }) => ({ entity: 'transaction', entityId: id, userId, after })));
  const [depositId = null, feeId = null] = owed.map(({ id }) => id);
  await insertPrepayment(unit.tx, { shipmentId, entryId, amountCents, depositId, feeId, isLarge, bookedBy });
  return updatePrepaid(unit.tx, shipment, { codCents: null, prepaidCents: amountCents });
}

async function sumPrepaidOfDay(tx: Transaction, { senderId, by }: { senderId: string; by: string }) {
  const [row] = await tx
    .select({ cents: sum(prepayments.amountCents) })
    .from(prepayments)
    .innerJoin(transactions, eq(transactions.id, prepayments.depositId))
    .where(
      and(
        eq(transactions.userId, senderId),
        eq(prepayments.bookedBy, by),
        gt(prepayments.createdAt, sql`now() - interval '24 hours'`),
      ),
    );
  return BigInt(row?.cents ?? 0);
}

async function isLargeFor(
  { tx, services }: UnitOfWork,
  { amountCents, ...of }: { senderId: string; by: string; amountCents: bigint },
): Promise<boolean> {
  const limit = services.environment.SECOND_PERSON_ABOVE;
  return limit !== null && (await sumPrepaidOfDay(tx, of)) + amountCents > toCents(limit);
}

async function takeBack(
  unit: UnitOfWork,
  { id: entryId }: BankEntryRow,
  shipment: Locked<ShipmentRow>,
): Promise<Locked<ShipmentRow>> {
  const [standing] = await listStandingPrepayments(unit.tx, [shipment.id]);
  if (!standing) throw new Error('What is paid ahead has no payment');
  const { amountCents, shipmentId, depositId } = standing.prepayment;
  const deposit = depositId && (await findTransaction(unit.tx, depositId));
  if (deposit) await setPrepaymentStatus(unit, standing.prepayment, deposit, 'failed');
  const bookedBy = unit.actor?.id ?? '';
  await insertPrepayment(unit.tx, { shipmentId, entryId, amountCents: -amountCents, depositId, bookedBy });
  return updatePrepaid(unit.tx, shipment, { codCents: amountCents, prepaidCents: null });
}
