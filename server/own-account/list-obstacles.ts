import { and, eq, isNull, ne } from 'drizzle-orm';
import { counted } from '../../src/domain/figures.ts';
import { formatMoney, fromCents } from '../../src/domain/money.ts';
import { OPEN_STATUSES } from '../../src/domain/shipment-status.ts';
import type { User } from '../../src/domain/user.ts';
import type { Executor } from '../base/database/client.ts';
import { users } from '../base/database/tables/users.ts';
import { countBills } from '../bills/store/bills.ts';
import { listMoneyObstacles } from '../ledger/account-obstacles.ts';
import { findBalance } from '../ledger/store/ledger.ts';
import { listPendingWithdrawals } from '../ledger/store/transactions.ts';
import { hasRole, hasRoles } from '../people/store/users.ts';
import { listOpenRuns } from '../runs/store/runs.ts';
import { countByStatus } from '../shipments/store/shipment-counts.ts';

async function hasOtherManager(executor: Executor, id: string): Promise<boolean> {
  const rows = await executor
    .select({ id: users.id })
    .from(users)
    .where(and(ne(users.id, id), hasRoles, hasRole('manager'), eq(users.verified, true), isNull(users.deletedAt)))
    .limit(1);
  return rows.length > 0;
}

export async function listObstacles(
  executor: Executor,
  user: Pick<User, 'id' | 'header'>,
  currency: string,
): Promise<string[]> {
  const { totalCents } = await findBalance(executor, user.id);
  const withdrawals = (await listPendingWithdrawals(executor, user.id)).length;
  const bills = await countBills(executor, { userId: user.id });
  const statuses = await countByStatus(executor, user.id);
  const parcels = OPEN_STATUSES.reduce((sum, status) => sum + (statuses.get(status) ?? 0), 0);
  const [run] = await listOpenRuns(executor, user.id);
  const isLastManager = user.header && !(await hasOtherManager(executor, user.id));
  return [
    totalCents > 0n && `There is ${formatMoney(fromCents(totalCents), currency)} in your account. Withdraw it first.`,
    totalCents < 0n && `You owe ${formatMoney(fromCents(-totalCents), currency)}. Pay it first.`,
    withdrawals > 0 && `${counted(withdrawals, 'withdrawal')} not paid out yet. Wait until we’ve paid.`,
    bills > 0 && `${counted(bills, 'bill')} not paid yet. Pay first.`,
    parcels > 0 && `${counted(parcels, 'parcel')} not delivered yet. Wait until they have arrived.`,
    run && `You still have the run “${run.name}”. Close it first.`,
    ...(await listMoneyObstacles(executor, user.id)),
    isLastManager && 'You are the last manager. Make someone else a manager first.',
  ].filter((sentence) => typeof sentence === 'string');
}
