import { LEFT_REASONS, type StatementImported } from '../../src/domain/banking.ts';
import { inUnitOfWork, type UnitOfWorkOptions } from '../context/unit-of-work.ts';
import { ibanOf } from '../ledger/payment-instructions.ts';
import { findFallbackBankAccount } from '../ledger/store/bank-accounts.ts';
import { knowAgain } from './know-again.ts';
import { readApart } from './read-apart.ts';
import { insertEntries, lockEntriesOf } from './store/bank-entries.ts';

/** Stores what a bank has booked, each once; nothing else changes. @throws Field error at `file` */
export async function importStatement(order: UnitOfWorkOptions, file: string): Promise<StatementImported> {
  const { entries, left, isReencoded } = await readApart(file, order.services.environment.CURRENCY);
  const accounts = [...new Set(entries.map(({ account }) => account))];
  const days = entries.map(({ bookedOn }) => bookedOn).toSorted();
  const { added, known, alike, own } = await inUnitOfWork(order, async ({ tx }) => {
    const [from = '', until = from] = [days[0], days.at(-1)];
    const here = entries.length > 0 ? await lockEntriesOf(tx, { accounts, from, until }) : [];
    const again = knowAgain(entries, here);
    await insertEntries(tx, again.fresh);
    const account = await findFallbackBankAccount(tx);
    return {
      known: again.known,
      added: again.fresh.length,
      alike: again.fresh.filter(({ alikeOf }) => alikeOf !== null).length,
      own: account && ibanOf(account),
    };
  });
  return {
    added,
    known,
    alike,
    isReencoded,
    left: LEFT_REASONS.flatMap((why) => (left[why] ? [{ why, ...left[why] }] : [])),
    otherAccounts: own ? accounts.filter((account) => account !== own) : [],
  };
}
