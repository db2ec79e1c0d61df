import type { BookEntries, BookedEntries, SetAside } from '../../../src/domain/bank.ts';
import { fromCents } from '../../../src/domain/money.ts';
import { groupReference } from '../../../src/domain/payment-reference.ts';
import { inSavepoint, type UnitOfWork } from '../../context/unit-of-work.ts';
import { UserError } from '../../errors/errors.ts';
import { type BankEntryRow, lockOpenEntries, setEntryState } from '../../stores/banking/bank-entries.ts';
import { lockBill } from '../../stores/money/bills.ts';
import { lockBalances } from '../../stores/money/ledger.ts';
import { lockUserForShare } from '../../stores/users/lock-users.ts';
import { addTransaction } from '../money/add-transaction.ts';
import { markBillPaid } from '../money/manage-bills.ts';
import { updateTransaction } from '../money/update-transaction.ts';
import { type Match, matchEntries } from './match-entries.ts';

/** Books those that match, each once; says why others were left open. */
export async function bookEntries(
  unit: UnitOfWork,
  { ids, toBalance = false, another = false }: BookEntries,
): Promise<BookedEntries> {
  const { tx, services, actor } = unit;
  const entries = await lockOpenEntries(tx, ids);
  const matches = await matchEntries(tx, entries, services.environment.CURRENCY);
  const matched = entries.map((entry) => ({ entry, match: matches.get(entry.id) }));
  // In the order of locks (decision 0005): people, bills, balances.
  const userIds = new Set(matched.flatMap(({ match }) => match?.userId ?? []));
  for (const userId of [...userIds].toSorted()) await lockUserForShare(tx, userId);
  const billIds = new Set(matched.flatMap(({ match }) => match?.bills?.map(({ id }) => id) ?? []));
  for (const billId of [...billIds].toSorted()) await lockBill(tx, billId);
  // All at once: a file pays several people, and the next entry may be of one between them.
  const owners = matched.flatMap(({ match }) => match?.payouts?.map(({ userId }) => userId) ?? match?.userId ?? []);
  await lockBalances(tx, owners);
  const result: BookedEntries = { booked: 0, waits: 0, problems: [] };
  for (const { entry, match } of matched) {
    try {
      await inSavepoint(unit, async (part) => {
        if (entry.alikeOf && !another)
          throw new UserError('PRECONDITION_FAILED', 'This may be the same payment as one that was here before.');
        if (await book(part, entry, match, toBalance)) result.waits += 1;
        await setEntryState(part.tx, entry.id, { from: 'open', to: 'booked', by: actor?.id ?? null });
      });
      result.booked += 1;
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      result.problems.push({ id: entry.id, message: Object.values(error.fieldErrors ?? {})[0]?.[0] ?? error.message });
    }
  }
  return result;
}

/** Returns whether somebody else has to approve it. */
async function book(
  unit: UnitOfWork,
  entry: BankEntryRow,
  match: Match | undefined,
  toBalance: boolean,
): Promise<boolean> {
  const { shown, bills = [], userId, payouts = [] } = match ?? {};
  if (!shown || (shown.problem && !(toBalance && shown.toBalance)))
    throw new UserError('PRECONDITION_FAILED', shown?.problem ?? 'It has no reference of ours.');
  if (bills.length > 0 && !shown.problem) {
    const paid = shown.kind !== 'bill-returned';
    for (const { id } of bills) {
      // Another entry may have paid it just now, or taken it back.
      if (((await lockBill(unit.tx, id))?.paidAt !== null) === paid)
        throw new UserError(
          'PRECONDITION_FAILED',
          paid ? 'This bill is paid already.' : 'This bill isn’t marked as paid.',
        );
      await markBillPaid(unit, { id, paid });
    }
    return false;
  }
  if (userId) {
    const summary = `Bank transfer ${groupReference(entry.reference ?? '')}`;
    const deposit = { userId, amount: fromCents(entry.amountCents), summary, status: 'successful' as const };
    return (await addTransaction(unit, 'deposit', deposit, entry.id)).waits === true;
  }
  let waits = false;
  const [from, to] =
    shown.kind === 'payout-returned' ? (['successful', 'failed'] as const) : (['pending', 'successful'] as const);
  for (const { id, amountCents } of payouts) {
    const settled = { id, amount: fromCents(amountCents), status: to };
    waits = (await updateTransaction(unit, { ...settled, baseStatus: from }, entry.id)).waits === true || waits;
  }
  return waits;
}

/** What is booked by hand, or nothing of ours. @throws CONFLICT */
export async function setAside({ tx, actor }: UnitOfWork, { id, aside }: SetAside): Promise<void> {
  const change = aside ? ({ from: 'open', to: 'aside' } as const) : ({ from: 'aside', to: 'open' } as const);
  if (!(await setEntryState(tx, id, { ...change, by: actor?.id ?? null })))
    throw new UserError('CONFLICT', 'Someone else has booked this or set it aside.');
}
