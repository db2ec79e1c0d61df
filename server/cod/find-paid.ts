import { type Payment, standingPayments } from '../../src/domain/cod.ts';
import { fromCents } from '../../src/domain/money.ts';
import type { Executor } from '../base/database/client.ts';
import type { ShipmentRow } from '../shipments/store/shipments.ts';
import { listStandingPayments, listVisitsWithPayments } from './store/cod.ts';
import { listStandingPrepayments } from './store/prepayments.ts';

/** How a shipment was paid ahead. */
async function findPrepaid(executor: Executor, { id, prepaidCents }: Pick<ShipmentRow, 'id' | 'prepaidCents'>) {
  const [row] = prepaidCents === null ? [] : await listStandingPrepayments(executor, [id]);
  if (!row) return null;
  const { amountCents, createdAt } = row.prepayment;
  return { method: 'before' as const, amount: fromCents(amountCents), at: createdAt.toISOString(), counted: false };
}

/** How a shipment was paid, ahead or at the door, and whether it has been counted. */
export async function findPaid(
  executor: Executor,
  { id, codCents, prepaidCents }: Pick<ShipmentRow, 'id' | 'codCents' | 'prepaidCents'>,
): Promise<{ paid?: Payment & { at: string; counted: boolean } }> {
  const prepaid = await findPrepaid(executor, { id, prepaidCents });
  if (prepaid) return { paid: prepaid };
  if (codCents === null) return {};
  const last = standingPayments(await listVisitsWithPayments(executor, [id])).at(-1);
  if (!last) return {};
  const booked = (await listStandingPayments(executor, [id])).find(({ factId }) => factId === last.visitId);
  return { paid: { ...last.payment, at: last.occurredAt.toISOString(), counted: Boolean(booked?.countId) } };
}
