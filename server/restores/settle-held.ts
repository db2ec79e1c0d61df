import type { Payouts, SettledHeld, SettleHeld } from '../../src/domain/banking.ts';
import { done } from '../../src/domain/field-schemas.ts';
import { fromCents } from '../../src/domain/money.ts';
import { isNews, restoreSentences } from '../../src/domain/restore.ts';
import type { UpdatedTransaction } from '../../src/domain/transaction.ts';
import { fullName } from '../../src/domain/user.ts';
import type { Executor } from '../base/database/client.ts';
import { UserError } from '../base/errors/errors.ts';
import type { UnitOfWork } from '../context/unit-of-work.ts';
import { postTransaction } from '../ledger/change-ledger.ts';
import { requireUser } from '../ledger/require-user.ts';
import { assertNotOwn } from '../ledger/second-person.ts';
import { findBalance, lockBalance } from '../ledger/store/ledger.ts';
import { updateTransaction } from '../ledger/transactions/update-transaction.ts';
import { type HeldPayout, listHeld, releaseHeld, setEntered } from './store/held-payouts.ts';
import { listRestores } from './store/restored.ts';

const MAX_LISTED = 100;
const TOLD_DAYS = 30;
const SUMMARY = 'Payout of before the restore';

/** Returns nothing if the database was not restored. */
export async function describeRestore(executor: Executor): Promise<Payouts['restore']> {
  const [held, restores] = await Promise.all([
    listHeld(executor, { limit: MAX_LISTED }),
    listRestores(executor, TOLD_DAYS),
  ]);
  // Once somebody has decided on all that were held, no sentence says that they are.
  const told = restores.map(({ found }) => (held.total > 0 ? found : { ...found, payouts: 0 }));
  const sentences = told.filter(isNews).flatMap(restoreSentences);
  if (held.total === 0 && sentences.length === 0) return undefined;
  const first = held.rows.map(({ id, userId, person, amountCents }) => ({
    id,
    userId,
    name: person && (fullName(person) || person.email),
    amount: fromCents(amountCents),
  }));
  return { sentences, held: { count: held.total, first } };
}

/**
 * Books a held payout that the bank has paid, or has it due again (bankAdmin.settleHeld). The money that covered it may
 * be lost with what was not in the backup, so it is booked even if it brings the balance below zero.
 * @throws NOT_FOUND, PRECONDITION_FAILED, field error
 */
export async function settleHeld(unit: UnitOfWork, { id, paid }: SettleHeld): Promise<SettledHeld> {
  const { userId, person } = await findHeld(unit, id);
  assertNotOwn(unit, userId);
  if (person || paid) {
    await requireUser(unit.tx, userId);
    await lockBalance(unit.tx, userId);
  }
  const held = await findHeld(unit, id);
  if (paid) {
    const settled = await setStatus(unit, held, held.transactionId ?? (await enterAgain(unit, held)), 'successful');
    const { totalCents } = await findBalance(unit.tx, userId);
    return totalCents < 0n ? { ...settled, balance: fromCents(totalCents) } : settled;
  }
  // What was entered for it waits for a second person.
  if (held.isEntered && held.transactionId) await setStatus(unit, held, held.transactionId, 'failed');
  await releaseHeld(unit.tx, id, unit.actor?.id ?? null);
  await unit.audit({ entity: 'transaction', entityId: id, userId, after: { summary: SUMMARY, held: false } });
  return done;
}

async function findHeld({ tx }: UnitOfWork, id: string): Promise<HeldPayout> {
  const [held] = (await listHeld(tx, { id, limit: 1 })).rows;
  if (!held) throw new UserError('NOT_FOUND', 'This payout isn’t held any more.');
  return held;
}

/** The database was restored to before the withdrawal was requested. */
async function enterAgain(unit: UnitOfWork, { id, userId, amountCents }: HeldPayout): Promise<string> {
  const withdrawal = { type: 'withdrawal', status: 'pending', amountCents, summary: SUMMARY } as const;
  const entityId = await postTransaction(unit, { userId, ...withdrawal });
  await setEntered(unit.tx, id, entityId);
  await unit.audit({ entity: 'transaction', entityId, userId, after: withdrawal });
  return entityId;
}

const setStatus = (
  unit: UnitOfWork,
  { amountCents }: HeldPayout,
  id: string,
  status: 'successful' | 'failed',
): Promise<UpdatedTransaction> =>
  updateTransaction(
    unit,
    { id, amount: fromCents(amountCents), status, baseStatus: 'pending', isRefused: true },
    { hasLeft: status === 'successful' },
  );
