import { countedPayments, isRoundedCash, paymentProblem } from '../../src/domain/cod.ts';
import { groupRows } from '../../src/domain/group-rows.ts';
import { fromCents, toCents } from '../../src/domain/money.ts';
import type { ExceptionKind } from '../../src/domain/runs/exceptions.ts';
import type { Transaction } from '../base/database/client.ts';
import { codPayments } from '../base/database/tables/money/cash.ts';
import type { UnitOfWork } from '../context/unit-of-work.ts';
import { postTransaction, rewriteTransaction } from '../ledger/change-ledger.ts';
import { findTransaction } from '../ledger/store/transactions.ts';
import type { ShipmentRow } from '../shipments/store/shipments.ts';
import { type CodPaymentRow, listStandingPayments, listVisitsWithPayments } from './store/cod.ts';

type Visits = Awaited<ReturnType<typeof listVisitsWithPayments>>;

/**
 * Makes purses and senders' accounts follow the visits of these locked shipments: what counts is booked once, what no
 * longer does is reversed. Returns what to ask about this visit.
 */
export async function bookPayments(
  unit: UnitOfWork,
  visitId: string,
  shipments: readonly ShipmentRow[],
): Promise<{ shipmentId: string; problem: ExceptionKind }[]> {
  if (shipments.length === 0) return [];
  const ids = shipments.map(({ id }) => id);
  const visitsOf = groupRows(await listVisitsWithPayments(unit.tx, ids), ({ shipmentId }) => shipmentId);
  const bookedOf = groupRows(await listStandingPayments(unit.tx, ids), ({ shipmentId }) => shipmentId);
  const problems: { shipmentId: string; problem: ExceptionKind }[] = [];
  for (const shipment of shipments) {
    const visits = visitsOf.get(shipment.id) ?? [];
    const counted = countedPayments(visits);
    const booked = bookedOf.get(shipment.id) ?? [];
    for (const row of booked) {
      if (!counted.some((visit) => visit.visitId === row.factId)) await reverse(unit, shipment, row);
    }
    for (const visit of counted) {
      if (!booked.some(({ factId }) => factId === visit.visitId)) await book(unit, shipment, visit);
    }
    const found = [
      problemOf(visits, visitId, shipment, unit.services.brand.site.smallestCoin),
      ...(shipment.senderId === null && counted.length > 0 ? (['cod-without-account'] as const) : []),
    ];
    problems.push(...found.flatMap((problem) => (problem ? { shipmentId: shipment.id, problem } : [])));
  }
  return problems;
}

function problemOf(
  visits: Visits,
  visitId: string,
  { codCents, prepaidCents }: ShipmentRow,
  coin: number,
): ExceptionKind | null {
  const visit = visits.find((one) => one.visitId === visitId);
  const isCorrected = visits.some((one) => one.supersedes === visitId && one.courierId === visit?.courierId);
  if (visit?.result !== 'delivered' || isCorrected) return null;
  const { payment } = visit;
  const isProven = payment?.method === 'before' && prepaidCents !== null && payment.amount === fromCents(prepaidCents);
  if (isProven) return null;
  const cod = codCents === null ? null : fromCents(codCents);
  const counted = countedPayments(visits);
  const twin = counted.find(({ runId, ...one }) => runId === visit.runId && one.visitId !== visitId);
  if (twin) {
    const isSame = !visit.payment || JSON.stringify(visit.payment) === JSON.stringify(twin.payment);
    return isSame ? null : 'cod-differs';
  }
  const isMore = counted.some((one) => one.visitId !== visitId) && visit.payment !== undefined;
  return isMore ? 'cod-differs' : paymentProblem(cod, visit.payment ?? null, coin);
}

async function insertPayment(tx: Transaction, payment: typeof codPayments.$inferInsert): Promise<void> {
  await tx.insert(codPayments).values(payment);
}

async function book(
  unit: UnitOfWork,
  { id: shipmentId, trackingId, senderId, receiverEmail, deletedAt, codCents }: ShipmentRow,
  { visitId: factId, runId, payment }: ReturnType<typeof countedPayments<Visits[number]>>[number],
): Promise<void> {
  const { method } = payment;
  if (method === 'before') return;
  const amountCents = toCents(payment.amount);
  const isPaid =
    codCents !== null && isRoundedCash(fromCents(codCents), payment, unit.services.brand.site.smallestCoin);
  const roundingCents = isPaid ? codCents - amountCents : 0n;
  const deposit = {
    type: 'deposit' as const,
    status: 'pending' as const,
    amountCents: amountCents + roundingCents,
    summary: `Cash on delivery of shipment ${trackingId}`,
    purpose: 'cod' as const,
  };
  const depositId = senderId && (await postTransaction(unit, { userId: senderId, ...deposit }));
  if (depositId) await unit.audit({ entity: 'transaction', entityId: depositId, userId: senderId, after: deposit });
  await insertPayment(unit.tx, { factId, shipmentId, runId, method, amountCents, roundingCents, depositId });
  if (deletedAt === null)
    await unit.mail({ kind: 'cod-receipt', receiver: receiverEmail, about: { shipmentId, factId, party: 'receiver' } });
}

async function reverse(unit: UnitOfWork, { trackingId }: ShipmentRow, row: CodPaymentRow): Promise<void> {
  const { id, factId, shipmentId, runId, method, amountCents, roundingCents, depositId, feeId } = row;
  await insertPayment(unit.tx, {
    factId,
    shipmentId,
    runId,
    method,
    depositId,
    amountCents: -amountCents,
    roundingCents: -roundingCents,
    reverses: id,
  });
  for (const transactionId of [depositId, feeId]) {
    const before = transactionId && (await findTransaction(unit.tx, transactionId));
    if (!before) continue;
    const what = transactionId === depositId ? 'Cash on delivery of shipment' : 'Cash on delivery fee of shipment';
    await rewriteTransaction(unit, before, {
      ...before,
      status: 'failed',
      summary: `${what} ${trackingId}, corrected`,
    });
  }
}
