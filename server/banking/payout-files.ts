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
import type { Executor } from '../base/database/client.ts';
import { UserError } from '../base/errors/errors.ts';
import type { Services } from '../context/context.ts';
import type { UnitOfWork } from '../context/unit-of-work.ts';
import { proposalOf, splitByLimit } from '../ledger/second-person.ts';
import { findFallbackBankAccount } from '../ledger/store/bank-accounts.ts';
import { lockBalances } from '../ledger/store/ledger.ts';
import { setProposal } from '../ledger/store/transactions.ts';
import { findUser } from '../people/store/users.ts';
import { describeRestore } from '../restores/settle-held.ts';
import { areHeld } from '../restores/store/held-payouts.ts';
import {
  discardPayoutFile,
  type FiledWithdrawal,
  findPayoutFile,
  insertPayoutFile,
  listDueWithdrawals,
  listOtherWithdrawals,
  listPayoutFiles,
  listPayoutsOf,
  listStillDue,
  listWaitingWithdrawals,
  lockPayoutFile,
  markDownloaded,
  type Payer,
  setDiscardAskedBy,
  sumDueWithdrawals,
} from './store/payouts.ts';
import { holderOf, messageId, needsBic, textOf, writePayouts } from './write-payouts.ts';
import { writePayoutsCsv } from './write-payouts-csv.ts';

const MAX_LISTED_FILES = 20;
const FIRST = 'Give the general bank account this first as its';

type Settings = Pick<Environment, 'CURRENCY' | 'TIME_ZONE' | 'PAYOUT_CSV'>;

type FileSources = Pick<Services, 'writes' | 'marks'> & { environment: Settings };

type FoundPayer = { payer: Payer; problem?: undefined } | { payer?: undefined; problem: string };

/** Finds the brand's account that payouts come from. */
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

/**
 * Puts the due withdrawals into one file; they stay pending. Above the limit for one person, they wait until somebody
 * else has agreed. @throws PRECONDITION_FAILED
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

/**
 * Makes its withdrawals due again. A second person agrees if it was downloaded, as the bank may pay it all the same.
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

/**
 * Returns the same file each time. The bank may pay it from the first time on, which is marked before.
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
  // If a withdrawal's details are erased, the bank would get another file under the same id.
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
