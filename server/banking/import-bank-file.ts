import { and, gte, lte, sql } from 'drizzle-orm';
import { LEFT_REASONS, type StatementImported } from '../../src/domain/banking.ts';
import type { Transaction } from '../base/database/client.ts';
import { bankEntries } from '../base/database/tables/money/banking.ts';
import { anyOf, inBatches } from '../base/sql/lists.ts';
import { inUnitOfWork, type UnitOfWorkOptions } from '../context/unit-of-work.ts';
import { ibanOf } from '../ledger/payment-instructions.ts';
import { findFallbackBankAccount } from '../ledger/store/bank-accounts.ts';
import { knowAgain } from './know-again.ts';
import { readApart } from './read-apart.ts';
import type { BankEntryRow } from './store/bank-entries.ts';

/** Lists what is here of these accounts and days. Until this commits, nobody else adds to them. */
async function lockEntriesOf(
  tx: Transaction,
  { accounts, from, until }: { accounts: readonly string[]; from: string; until: string },
): Promise<BankEntryRow[]> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('bank statement', 0))`);
  const isOfDays = and(gte(bankEntries.bookedOn, from), lte(bankEntries.bookedOn, until));
  return tx
    .select()
    .from(bankEntries)
    .where(and(anyOf(bankEntries.account, accounts), isOfDays))
    .orderBy(bankEntries.id);
}

/** Stores what a bank has booked, each once; nothing else changes. @throws Field error at `file` */
export async function importStatement(order: UnitOfWorkOptions, file: string): Promise<StatementImported> {
  const { entries, left, isReencoded } = await readApart(file, order.services.environment.CURRENCY);
  const accounts = [...new Set(entries.map(({ account }) => account))];
  const days = entries.map(({ bookedOn }) => bookedOn).toSorted();
  const { added, known, alike, own } = await inUnitOfWork(order, async ({ tx }) => {
    const [from = '', until = from] = [days[0], days.at(-1)];
    const here = entries.length > 0 ? await lockEntriesOf(tx, { accounts, from, until }) : [];
    const again = knowAgain(entries, here);
    for (const some of inBatches(again.fresh)) await tx.insert(bankEntries).values(some);
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
