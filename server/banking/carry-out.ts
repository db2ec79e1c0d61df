import type { COLLECTED_METHODS } from '../../src/domain/cod.ts';
import { formatDay } from '../../src/domain/day.ts';
import { fromCents } from '../../src/domain/money.ts';
import { groupReference } from '../../src/domain/payment-reference.ts';
import type { TransactionStatus } from '../../src/domain/transaction.ts';
import { UserError } from '../base/errors/errors.ts';
import { markBillPaid } from '../bills/manage-bills.ts';
import { lockBill } from '../bills/store/bills.ts';
import { bookPrepayments } from '../cod/prepayments.ts';
import type { UnitOfWork } from '../context/unit-of-work.ts';
import { lockBalances } from '../ledger/store/ledger.ts';
import { addTransaction } from '../ledger/transactions/add-transaction.ts';
import { updateTransaction } from '../ledger/transactions/update-transaction.ts';
import { lockUserForShare } from '../people/store/lock-users.ts';
import { listOpenTasks } from '../runs/store/run-tasks.ts';
import { lockRuns } from '../runs/store/runs.ts';
import { lockShipments } from '../shipments/store/shipments.ts';
import { type BankEntryRow, insertMove, setEntryState } from './store/bank-entries.ts';

export interface Deed {
  bills?: readonly { id: string; userId: string; paid: boolean; shortCents?: bigint }[];
  /** Money out is negative. */
  balance?: { userId: string; cents: bigint };
  payouts?: readonly {
    id: string;
    userId: string;
    amountCents: bigint;
    from: TransactionStatus;
    to: TransactionStatus;
  }[];
  prepaid?: { ids: readonly string[]; isBack: boolean };
  moved?: (typeof COLLECTED_METHODS)[number];
}

/** The order is that of decision 0005: people, shipments and bills, runs, balances. */
export async function lockDeeds({ tx }: UnitOfWork, deeds: readonly Deed[]): Promise<void> {
  const peopleOf = ({ bills = [], balance }: Deed) => [...bills, ...(balance ? [balance] : [])];
  const userIds = new Set(deeds.flatMap(peopleOf).map(({ userId }) => userId));
  for (const userId of [...userIds].toSorted()) await lockUserForShare(tx, userId);
  const shipmentIds = deeds.flatMap(({ prepaid }) => prepaid?.ids ?? []);
  const shipments = await lockShipments(tx, shipmentIds);
  const billIds = new Set(deeds.flatMap(({ bills = [] }) => bills.map(({ id }) => id)));
  for (const billId of [...billIds].toSorted()) await lockBill(tx, billId);
  const tasks = await listOpenTasks(tx, shipmentIds);
  await lockRuns(
    tx,
    tasks.map(({ runId }) => runId),
  );
  // All are locked together: a file pays several people, and the next entry may concern one between them.
  const owners = deeds.flatMap(({ payouts = [], balance }) => [...payouts, ...(balance ? [balance] : [])]);
  await lockBalances(tx, [
    ...owners.map(({ userId }) => userId),
    ...shipments.flatMap(({ senderId }) => senderId ?? []),
  ]);
}

/** Does it, and has the entry as booked; returns whether somebody else has to approve it. @throws UserError */
export async function carryOut(unit: UnitOfWork, entry: BankEntryRow, deed: Deed): Promise<boolean> {
  const { tx, actor } = unit;
  let waits = false;
  for (const { id, paid, shortCents = 0n } of deed.bills ?? []) {
    // Another entry may have paid it just now, or taken it back.
    if (((await lockBill(tx, id))?.paidAt !== null) === paid)
      throw new UserError(
        'PRECONDITION_FAILED',
        paid ? 'This bill is paid already.' : 'This bill isn’t marked as paid.',
      );
    await markBillPaid(unit, { id, paid }, shortCents);
  }
  if (deed.balance) {
    const { userId, cents } = deed.balance;
    const [type, sum] = cents < 0n ? (['fee', -cents] as const) : (['deposit', cents] as const);
    const which = entry.reference ? groupReference(entry.reference) : `of ${formatDay(entry.bookedOn)}`;
    const summary = cents < 0n ? `Bank transfer taken back ${which}` : `Bank transfer ${which}`;
    const wanted = { userId, amount: fromCents(sum), summary, status: 'successful', corrects: cents < 0n } as const;
    waits = (await addTransaction(unit, type, wanted, entry.id)).waits === true;
  }
  for (const { id, amountCents, from, to } of deed.payouts ?? []) {
    const settled = { id, amount: fromCents(amountCents), status: to, baseStatus: from };
    waits = (await updateTransaction(unit, settled, { entryId: entry.id })).waits === true || waits;
  }
  const { moved, prepaid } = deed;
  if (prepaid) await bookPrepayments(unit, entry, prepaid);
  if (moved && actor)
    await insertMove(tx, { entryId: entry.id, method: moved, amountCents: entry.amountCents, movedBy: actor.id });
  const payers = new Set([...(deed.bills ?? []), ...(deed.balance ? [deed.balance] : [])].map(({ userId }) => userId));
  const [payerId] = entry.amountCents > 0n && payers.size === 1 ? payers : [];
  const change = { from: 'open', to: 'booked', by: actor?.id ?? null, payerId: payerId ?? null } as const;
  if (!(await setEntryState(tx, entry.id, change)))
    throw new UserError('CONFLICT', 'Someone else has booked this or set it aside.');
  return waits;
}
