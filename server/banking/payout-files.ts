import { and, asc, count, desc, eq, isNull, not, type SQL, sql, sum } from 'drizzle-orm';
import { isValidBIC } from 'ibantools';
import {
  MAX_LISTED_OTHERS,
  MAX_LISTED_WAITING,
  MAX_PAYOUTS_IN_FILE,
  type PayoutFileMade,
  type Payouts,
} from '../../src/domain/banking.ts';
import { dayIn } from '../../src/domain/dates.ts';
import { done } from '../../src/domain/field-schemas.ts';
import { fromCents } from '../../src/domain/money.ts';
import { payoutAccount, payoutAccountLabel, payoutAccountPattern } from '../../src/domain/payout-account.ts';
import type { UpdatedTransaction } from '../../src/domain/transaction.ts';
import { fullName } from '../../src/domain/user.ts';
import type { Environment } from '../base/config/env.ts';
import type { Executor, Transaction } from '../base/database/client.ts';
import { type Payer, payoutFiles, payoutItems } from '../base/database/tables/money/banking.ts';
import { transactions } from '../base/database/tables/transactions.ts';
import { users } from '../base/database/tables/users.ts';
import { UserError } from '../base/errors/errors.ts';
import { anyOf, inBatches } from '../base/sql/lists.ts';
import type { Services } from '../context/context.ts';
import type { UnitOfWork } from '../context/unit-of-work.ts';
import { proposalOf, splitByLimit } from '../ledger/second-person.ts';
import { findFallbackBankAccount } from '../ledger/store/bank-accounts.ts';
import { lockBalances } from '../ledger/store/ledger.ts';
import { isProposed, isSettled, isToPay, setProposal } from '../ledger/store/transactions.ts';
import { findUser } from '../people/store/users.ts';
import { describeRestore } from '../restores/settle-held.ts';
import { areHeld, isHeld } from '../restores/store/held-payouts.ts';
import { type FiledWithdrawal, listPayoutsOf, markDownloaded, payoutColumns, type Sendable } from './store/payouts.ts';
import { holderOf, messageId, needsBic, textOf, writePayouts } from './write-payouts.ts';
import { writePayoutsCsv } from './write-payouts-csv.ts';

const MAX_LISTED_FILES = 20;
const FIRST = 'Give the general bank account this first as its';

type Settings = Pick<Environment, 'CURRENCY' | 'TIME_ZONE' | 'PAYOUT_CSV'>;

type FileSources = Pick<Services, 'writes' | 'marks'> & { environment: Settings };

type FoundPayer = { payer: Payer; problem?: undefined } | { payer?: undefined; problem: string };

async function findPayer(executor: Executor, { CURRENCY, PAYOUT_CSV }: Settings): Promise<FoundPayer> {
  const account = await findFallbackBankAccount(executor);
  if (!payoutAccountPattern(CURRENCY)) {
    if (PAYOUT_CSV.length === 0)
      return { problem: `Banks take no pain.001 file in ${CURRENCY}. Set PAYOUT_CSV to make CSV files.` };
    if (!account) return { problem: 'Enter the general bank account first.' };
    const { accountName: name, accountNumber: iban, routingNumber: bic } = account;
    return { payer: { name, iban, bic, currency: CURRENCY, columns: PAYOUT_CSV } };
  }
  const paysFrom = payoutAccount(CURRENCY, account?.accountNumber);
  if (!account || !paysFrom) return { problem: `${FIRST} account number: ${payoutAccountLabel(CURRENCY)}.` };
  const bic = account.routingNumber.replaceAll(' ', '').toUpperCase();
  if (needsBic(CURRENCY) && !isValidBIC(bic)) return { problem: `${FIRST} routing number: the bank’s BIC.` };
  const iban = paysFrom.kind === 'iban' ? paysFrom.id : account.accountNumber;
  return { payer: { name: account.accountName, iban, bic, currency: CURRENCY } };
}

/** A CSV file pays any account. */
const sendableBy = (readerId: string, { CURRENCY, PAYOUT_CSV }: Settings) => ({
  readerId,
  accounts: payoutAccountPattern(CURRENCY) ?? (PAYOUT_CSV.length > 0 ? '' : null),
});

const canPay = ({ columns, currency = 'EUR' }: Payer, { payout }: Pick<FiledWithdrawal, 'payout'>) =>
  columns ? payout !== null : payoutAccount(currency, payout?.iban) !== null;

const isUnheld = not(isHeld(sql`${transactions.userId}`));

const isDue = and(isToPay, isSettled, isNull(payoutItems.fileId), isUnheld);

const isSendable = ({ readerId, accounts }: Sendable) =>
  sql`coalesce(${transactions.userId} <> ${readerId} and ${transactions.payout} ->> 'iban' ~ ${accounts}::text, false)`;

const selectDue = (executor: Executor, which: SQL | undefined) =>
  executor
    .select(payoutColumns)
    .from(transactions)
    .innerJoin(users, eq(users.id, transactions.userId))
    .leftJoin(payoutItems, eq(payoutItems.transactionId, transactions.id))
    .where(which)
    .orderBy(asc(transactions.createdAt), asc(transactions.id));

/** Those that no file can pay. */
const listOtherWithdrawals = (executor: Executor, sendable: Sendable, limit: number): Promise<FiledWithdrawal[]> =>
  selectDue(executor, and(isDue, not(isSendable(sendable)))).limit(limit);

/** What waits for a second person. */
const listWaitingWithdrawals = (executor: Executor, limit: number): Promise<FiledWithdrawal[]> =>
  selectDue(executor, and(isToPay, isProposed)).limit(limit);

async function sumDueWithdrawals(executor: Executor, sendable: Sendable) {
  const can = isSendable(sendable);
  const [row] = await executor
    .select({
      count: sql<number>`(count(*) filter (where ${isSettled} and ${can}))::int`,
      cents: sql<string>`coalesce(sum(${transactions.amountCents}) filter (where ${isSettled} and ${can}), 0)`,
      others: sql<number>`(count(*) filter (where ${isSettled} and not ${can}))::int`,
      waiting: sql<number>`(count(*) filter (where ${isProposed}))::int`,
    })
    .from(transactions)
    .leftJoin(payoutItems, eq(payoutItems.transactionId, transactions.id))
    .where(and(isToPay, isNull(payoutItems.fileId), isUnheld));
  return row ?? { count: 0, cents: '0', others: 0, waiting: 0 };
}

function listPayoutFiles(executor: Executor, limit: number) {
  const isPending = sql`${transactions.status} = 'pending' and ${transactions.deletedAt} is null`;
  return executor
    .select({
      id: payoutFiles.id,
      createdAt: payoutFiles.createdAt,
      discardedAt: payoutFiles.discardedAt,
      isDownloaded: sql<boolean>`${payoutFiles.downloaded} is not null`,
      discardAskedBy: payoutFiles.discardAskedBy,
      count: count(payoutItems.transactionId),
      totalCents: sum(transactions.amountCents),
      pending: sql<number>`(count(*) filter (where ${isPending}))::integer`,
    })
    .from(payoutFiles)
    .leftJoin(payoutItems, eq(payoutItems.fileId, payoutFiles.id))
    .leftJoin(transactions, eq(transactions.id, payoutItems.transactionId))
    .groupBy(payoutFiles.id)
    .orderBy(desc(payoutFiles.createdAt))
    .limit(limit);
}

export async function getPayouts(executor: Executor, readerId: string, settings: Settings): Promise<Payouts> {
  const sendable = sendableBy(readerId, settings);
  const [{ problem = null, payer }, { count, cents, others, waiting }, rest, names, files, restore] = await Promise.all(
    [
      findPayer(executor, settings),
      sumDueWithdrawals(executor, sendable),
      listOtherWithdrawals(executor, sendable, MAX_LISTED_OTHERS),
      listWaitingWithdrawals(executor, MAX_LISTED_WAITING),
      listPayoutFiles(executor, MAX_LISTED_FILES),
      describeRestore(executor),
    ],
  );
  return {
    problem,
    count,
    total: fromCents(BigInt(cents)),
    ...(restore && { restore }),
    others: {
      count: others,
      first: rest.map(({ id, userId, person, amountCents, payout, summary }) => ({
        id,
        userId,
        holder: holderOf({ payout, person }),
        amount: fromCents(amountCents),
        payout,
        text: payer ? textOf(payer, summary) : summary,
      })),
    },
    waiting: {
      count: waiting,
      first: names.map(({ id, userId, person, amountCents }) => ({
        id,
        userId,
        name: fullName(person),
        amount: fromCents(amountCents),
      })),
    },
    files: files.map(({ id, createdAt, discardedAt, count, totalCents, pending, isDownloaded, discardAskedBy }) => ({
      id,
      count,
      pending,
      createdAt: createdAt.toISOString(),
      total: fromCents(BigInt(totalCents ?? 0)),
      discarded: discardedAt !== null,
      downloaded: isDownloaded,
      ...(discardAskedBy && { toDiscard: { mayDecide: discardAskedBy !== readerId } }),
    })),
  };
}

const listDueWithdrawals = (executor: Executor, sendable: Sendable, limit: number): Promise<FiledWithdrawal[]> =>
  selectDue(executor, and(isDue, isSendable(sendable))).limit(limit);

const listStillDue = (tx: Transaction, ids: readonly string[]): Promise<FiledWithdrawal[]> =>
  selectDue(tx, and(isDue, anyOf(transactions.id, ids)));

/** The caller has locked the balances. */
export async function insertPayoutFile(
  tx: Transaction,
  by: { createdBy: string; payer: Payer },
  transactionIds: readonly string[],
): Promise<string> {
  const [file] = await tx.insert(payoutFiles).values(by).returning({ id: payoutFiles.id });
  if (!file) throw new Error('A file of payouts was not inserted');
  for (const some of inBatches(transactionIds))
    await tx.insert(payoutItems).values(some.map((transactionId) => ({ transactionId, fileId: file.id })));
  return file.id;
}

/**
 * The withdrawals stay pending. Above the limit for one person, somebody else has to agree. @throws
 * PRECONDITION_FAILED
 */
export async function createPayoutFile(unit: UnitOfWork): Promise<PayoutFileMade> {
  const { tx, services, actor } = unit;
  const { payer, problem } = await findPayer(tx, services.environment);
  if (!payer || !actor) throw new UserError('PRECONDITION_FAILED', problem);
  const sendable = sendableBy(actor.id, services.environment);
  const listed = await listDueWithdrawals(tx, sendable, MAX_PAYOUTS_IN_FILE);
  await lockBalances(
    tx,
    listed.map(({ userId }) => userId),
  );
  const stillDue = await listStillDue(
    tx,
    listed.map(({ id }) => id),
  );
  const due = stillDue.filter((row) => canPay(payer, row));
  if (due.length === 0) throw new UserError('PRECONDITION_FAILED', 'No withdrawal is due that a file can pay.');
  const [sent, waiting] = await splitByLimit(unit, due);
  for (const row of waiting) await setProposal(tx, row.id, proposalOf(unit, row));
  const style = (await findUser(tx, actor.id))?.csvStyle ?? 'comma';
  const id =
    sent.length > 0
      ? await insertPayoutFile(
          tx,
          { createdBy: actor.id, payer: payer.columns ? { ...payer, style } : payer },
          sent.map((row) => row.id),
        )
      : null;
  await unit.audit(
    due.map((row) => ({
      entity: 'transaction' as const,
      entityId: row.id,
      userId: row.userId,
      after: {
        summary: row.summary,
        ...(id && sent.includes(row) ? { file: messageId(id) } : { proposed: row.status }),
      },
    })),
  );
  return { id, waits: waiting.length };
}

async function lockPayoutFile(tx: Transaction, id: string) {
  const [file] = await tx
    .select()
    .from(payoutFiles)
    .where(and(eq(payoutFiles.id, id), isNull(payoutFiles.discardedAt)))
    .for('update');
  return file ?? null;
}

async function setDiscardAskedBy(tx: Transaction, id: string, askedBy: string): Promise<void> {
  await tx.update(payoutFiles).set({ discardAskedBy: askedBy }).where(eq(payoutFiles.id, id));
}

/** Its withdrawals can be in another file. The caller has locked it. */
async function discardPayoutFile(tx: Transaction, id: string): Promise<string[]> {
  await tx.update(payoutFiles).set({ discardedAt: sql`now()` }).where(eq(payoutFiles.id, id));
  const rows = await tx
    .delete(payoutItems)
    .where(eq(payoutItems.fileId, id))
    .returning({ id: payoutItems.transactionId });
  return rows.map((row) => row.id);
}

/**
 * A second person agrees if it was downloaded, as the bank may pay it.
 * @throws NOT_FOUND, PRECONDITION_FAILED
 */
export async function discardFile(unit: UnitOfWork, { id }: { id: string }): Promise<UpdatedTransaction> {
  const { tx, actor, services } = unit;
  const file = await lockPayoutFile(tx, id);
  if (!file) throw notFound();
  const payouts = await listPayoutsOf(tx, id);
  const asks = file.downloaded && actor && services.environment.SECOND_PERSON_ABOVE !== null;
  if (asks && file.discardAskedBy === actor.id)
    throw new UserError('PRECONDITION_FAILED', 'You asked to discard this yourself. Someone else has to approve it.');
  const waits = asks && file.discardAskedBy === null;
  const freed = waits ? payouts.map((row) => row.id) : await discardPayoutFile(tx, id);
  if (waits) await setDiscardAskedBy(tx, id, actor.id);
  await unit.audit(
    payouts
      .filter((row) => freed.includes(row.id))
      .map(({ id: entityId, userId, summary }) => ({
        entity: 'transaction' as const,
        entityId,
        userId,
        before: { summary, file: messageId(id) },
        ...(waits && { after: { summary, proposed: 'discarded' } }),
      })),
  );
  return waits ? { ...done, waits } : done;
}

const ERASED =
  'A deleted account was paid with this file, so it can’t be written again. If your bank doesn’t have it, discard it and make another.';
const HELD =
  'Somebody in this file was paid with another one before a restore. Say first what became of the payouts that are held.';
const notFound = () => new UserError('NOT_FOUND', 'This file no longer exists.');

async function findPayoutFile(executor: Executor, id: string) {
  const [file] = await executor
    .select()
    .from(payoutFiles)
    .where(and(eq(payoutFiles.id, id), isNull(payoutFiles.discardedAt)));
  return file ?? null;
}

/**
 * Returns the same file each time, and marks it before the first, since the bank may pay it from
 * then on.
 * @throws NOT_FOUND, PRECONDITION_FAILED, SERVICE_UNAVAILABLE
 */
export async function getPayoutFile(
  { writes: executor, environment: settings, marks }: FileSources,
  id: string,
): Promise<{ kind: 'xml' | 'csv'; content: string }> {
  const file = await findPayoutFile(executor, id);
  if (!file) throw notFound();
  const { payer, problem } = file.payer ? { payer: file.payer } : await findPayer(executor, settings);
  if (!payer) throw new UserError('PRECONDITION_FAILED', problem);
  const filed = await listPayoutsOf(executor, id);
  // Otherwise the bank would get another file under the same id.
  if (filed.some(({ payout }) => !payout)) throw new UserError('PRECONDITION_FAILED', ERASED);
  const payouts = filed.filter((row) => canPay(payer, row));
  if (payouts.length === 0) throw new UserError('PRECONDITION_FAILED', 'This file has no withdrawal left to pay.');
  const ownerIds = payouts.map(({ userId }) => userId);
  if (await areHeld(executor, ownerIds)) throw new UserError('PRECONDITION_FAILED', HELD);
  const paid = payouts.map(({ id: one, userId, amountCents }) => ({ id: one, userId, cents: Number(amountCents) }));
  await marks.keep('payouts', id, { file: id, paid });
  // Somebody else may just have discarded it.
  if (!(await markDownloaded(executor, id))) throw notFound();
  const day = dayIn(settings.TIME_ZONE, file.createdAt);
  return payer.columns
    ? { kind: 'csv', content: writePayoutsCsv({ day, payer, payouts }) }
    : { kind: 'xml', content: writePayouts({ id, createdAt: file.createdAt, day, payer, payouts }) };
}
