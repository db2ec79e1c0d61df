import { MAX_PAYOUTS_IN_FILE, type Payouts } from '../../../src/domain/bank.ts';
import { dayIn } from '../../../src/domain/dates.ts';
import { fromCents } from '../../../src/domain/money.ts';
import type { Environment } from '../../config/env.ts';
import type { UnitOfWork } from '../../context/unit-of-work.ts';
import type { Executor } from '../../database/client.ts';
import { UserError } from '../../errors/errors.ts';
import {
  discardPayoutFile,
  type FiledWithdrawal,
  findPayoutFile,
  insertPayoutFile,
  listPayoutFiles,
  listPayoutsOf,
  listWithdrawalsForFile,
} from '../../stores/banking/payouts.ts';
import { findFallbackBankAccount } from '../../stores/money/bank-accounts.ts';
import { messageId, sepaIban, writePayouts } from './write-payouts.ts';

const MAX_LISTED_FILES = 20;

type Settings = Pick<Environment, 'CURRENCY' | 'TIME_ZONE'>;

/** From where the brand pays. */
async function findPayer(executor: Executor, { CURRENCY }: Settings) {
  const account = await findFallbackBankAccount(executor);
  const iban = sepaIban(account?.accountNumber);
  if (CURRENCY !== 'EUR') return { problem: 'Files for the bank are for payments in euro.' };
  if (!account || !iban) return { problem: 'Enter an IBAN as the account number of the general bank account first.' };
  return { payer: { name: account.accountName, iban, bic: account.routingNumber.replaceAll(' ', '').toUpperCase() } };
}

/** Nobody pays themselves. */
const isSendable = (row: FiledWithdrawal, readerId: string) =>
  row.userId !== readerId && sepaIban(row.payout?.iban) !== null;

export async function getPayouts(executor: Executor, readerId: string, settings: Settings): Promise<Payouts> {
  const [{ problem = null }, due, files] = await Promise.all([
    findPayer(executor, settings),
    listWithdrawalsForFile(executor, MAX_PAYOUTS_IN_FILE),
    listPayoutFiles(executor, MAX_LISTED_FILES),
  ]);
  const sendable = due.filter((row) => isSendable(row, readerId));
  return {
    problem,
    count: sendable.length,
    total: fromCents(sendable.reduce((sum, { amountCents }) => sum + amountCents, 0n)),
    others: due.length - sendable.length,
    files: files.map(({ id, createdAt, discardedAt, count, totalCents, pending }) => ({
      ...{ id, count, pending },
      createdAt: createdAt.toISOString(),
      total: fromCents(BigInt(totalCents ?? 0)),
      discarded: discardedAt !== null,
    })),
  };
}

/** Puts the due withdrawals into one file; they stay pending. @throws PRECONDITION_FAILED */
export async function createPayoutFile(unit: UnitOfWork): Promise<{ id: string }> {
  const { tx, services, actor } = unit;
  const { problem } = await findPayer(tx, services.environment);
  if (problem || !actor) throw new UserError('PRECONDITION_FAILED', problem ?? undefined);
  const due = (await listWithdrawalsForFile(tx, MAX_PAYOUTS_IN_FILE)).filter((row) => isSendable(row, actor.id));
  const { id, included } = await insertPayoutFile(
    tx,
    actor.id,
    due.map((row) => row.id),
  );
  if (included.length === 0) throw new UserError('PRECONDITION_FAILED', 'No withdrawal is due that a file can pay.');
  const sent = new Set(included);
  await unit.audit(
    due
      .filter((row) => sent.has(row.id))
      .map(({ id: entityId, userId, summary }) => ({
        ...{ entity: 'transaction' as const, entityId, userId },
        after: { summary, file: messageId(id) },
      })),
  );
  return { id };
}

/** @throws NOT_FOUND */
export async function discardFile(unit: UnitOfWork, { id }: { id: string }): Promise<void> {
  const payouts = await listPayoutsOf(unit.tx, id);
  const freed = await discardPayoutFile(unit.tx, id);
  if (!freed) throw notFound();
  await unit.audit(
    payouts
      .filter((row) => freed.includes(row.id))
      .map(({ id: entityId, userId, summary }) => ({
        ...{ entity: 'transaction' as const, entityId, userId },
        before: { summary, file: messageId(id) },
      })),
  );
}

const notFound = () => new UserError('NOT_FOUND', 'This file no longer exists.');

/** The same each time. @throws NOT_FOUND, PRECONDITION_FAILED */
export async function getPayoutFile(executor: Executor, id: string, settings: Settings): Promise<string> {
  const file = await findPayoutFile(executor, id);
  if (!file) throw notFound();
  const { payer, problem } = await findPayer(executor, settings);
  if (!payer) throw new UserError('PRECONDITION_FAILED', problem);
  const payouts = (await listPayoutsOf(executor, id)).filter(({ payout }) => sepaIban(payout?.iban));
  if (payouts.length === 0) throw new UserError('PRECONDITION_FAILED', 'This file has no withdrawal left to pay.');
  return writePayouts({
    id,
    createdAt: file.createdAt,
    day: dayIn(settings.TIME_ZONE, file.createdAt),
    payer,
    payouts,
  });
}
