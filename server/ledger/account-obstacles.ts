import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import { union } from 'drizzle-orm/pg-core';
import { counted } from '../../src/domain/figures.ts';
import { OPEN_STATUSES } from '../../src/domain/shipment-status.ts';
import type { Executor } from '../base/database/client.ts';
import { codPayments } from '../base/database/tables/money/cash.ts';
import { prepayments } from '../base/database/tables/money/prepayments.ts';
import { shipments } from '../base/database/tables/shipments.ts';
import { transactions } from '../base/database/tables/transactions.ts';
import { UserError } from '../base/errors/errors.ts';
import { anyOf } from '../base/sql/lists.ts';
import { listUncountedRuns } from '../cod/store/cod.ts';
import type { UnitOfWork } from '../context/unit-of-work.ts';

/** Counts the parcels that a sender is not credited for yet: to deliver, to count or to approve. */
async function countPendingCod(executor: Executor, senderId: string): Promise<number> {
  const toDeliver = executor
    .select({ id: shipments.id })
    .from(shipments)
    .where(
      and(
        eq(shipments.senderId, senderId),
        isNotNull(shipments.codCents),
        anyOf(shipments.status, OPEN_STATUSES),
        isNull(shipments.deletedAt),
      ),
    );
  const toCredit = executor
    .select({ id: codPayments.shipmentId })
    .from(codPayments)
    .innerJoin(transactions, eq(transactions.id, codPayments.depositId))
    .where(and(eq(transactions.userId, senderId), eq(transactions.status, 'pending')));
  const paidAhead = executor
    .select({ id: prepayments.shipmentId })
    .from(prepayments)
    .innerJoin(transactions, eq(transactions.id, prepayments.depositId))
    .where(and(eq(transactions.userId, senderId), eq(transactions.status, 'pending')));
  return (await union(toDeliver, toCredit, paidAhead)).length;
}

/** Lists others' money that still passes through an account, which then can’t be closed. */
export async function listMoneyObstacles(executor: Executor, userId: string): Promise<string[]> {
  const runs = await listUncountedRuns(executor, userId);
  const parcels = await countPendingCod(executor, userId);
  return [
    ...runs.map(({ name, day }) => `Nobody has counted the cash of the run “${name}” of ${day} yet.`),
    ...(parcels > 0 ? [`Cash on delivery of ${counted(parcels, 'parcel')} is not on the account yet.`] : []),
  ];
}

/** @throws PRECONDITION_FAILED */
export async function assertNoMoneyObstacle({ tx }: Pick<UnitOfWork, 'tx'>, userId: string): Promise<void> {
  const obstacles = await listMoneyObstacles(tx, userId);
  if (obstacles.length > 0) throw new UserError('PRECONDITION_FAILED', obstacles.join(' '));
}
