import { type CountCash, MAX_OPEN_CASH, type OpenCash, type RunCash } from '../../../src/domain/cod.ts';
import { toCents } from '../../../src/domain/money.ts';
import { isOpenRun } from '../../../src/domain/runs/run-status.ts';
import { fullName } from '../../../src/domain/user.ts';
import type { UnitOfWork } from '../../context/unit-of-work.ts';
import type { Executor } from '../../database/client.ts';
import { fieldError, UserError } from '../../errors/errors.ts';
import {
  insertCount,
  listCounts,
  listOpenCashRuns,
  listOpenPayments,
  markCounted,
  type OpenPayment,
  readPurses,
  resolveHandedOver,
} from '../../stores/money/cod.ts';
import { lockBalances } from '../../stores/money/ledger.ts';
import { findTransaction } from '../../stores/money/transactions.ts';
import { findHandedOver } from '../../stores/runs/courier-facts.ts';
import { lockRuns, notifyRunReaders } from '../../stores/runs/runs.ts';
import { formatCents, postTransaction, rewriteTransaction } from '../money/change-ledger.ts';
import { assertNotOwn } from '../money/second-person.ts';

const refused = (sentence: string) => new UserError('PRECONDITION_FAILED', sentence);

/**
 * Notes what the desk has counted of a run: from then on its senders are owed what couriers collected, less the fee.
 * @throws NOT_FOUND, CONFLICT, PRECONDITION_FAILED, field error.
 */
export async function countCash(unit: UnitOfWork, { runId, seen, cash, card, reason = '' }: CountCash): Promise<void> {
  const { tx, actor } = unit;
  const run = (await lockRuns(tx, [runId])).get(runId);
  if (!run) throw new UserError('NOT_FOUND', 'This run no longer exists.');
  if (run.courierId === actor?.id) throw refused('This is your own run. Ask someone else to count its cash.');
  if (isOpenRun(run.status)) throw refused('This run isn’t closed yet. Close it first, then count its cash.');
  const open = await listOpenPayments(tx, runId);
  if (open.length === 0) throw refused('There is nothing to count in this run.');
  const expected = { cash: sumOf(open, 'cash'), card: sumOf(open, 'card') };
  if (toCents(seen.cash) !== expected.cash || toCents(seen.card) !== expected.card) {
    const now = `${formatCents(expected.cash, unit)} in cash and ${formatCents(expected.card, unit)} by card`;
    throw new UserError('CONFLICT', `The courier has reported something since. It is now ${now}.`);
  }
  const counted = { cash: toCents(cash), card: toCents(card) };
  const isSame = counted.cash === expected.cash && counted.card === expected.card;
  if (!isSame && reason === '') throw fieldError('reason', 'Say why it isn’t what was expected.');
  await resolveHandedOver(tx, runId);
  const owners = open.flatMap(({ ownerId }) => ownerId ?? []);
  for (const owner of owners) assertNotOwn(unit, owner);
  await lockBalances(tx, owners);
  const count = {
    expectedCashCents: expected.cash,
    expectedCardCents: expected.card,
    countedCashCents: counted.cash,
    countedCardCents: counted.card,
    reason,
  };
  const countId = await insertCount(tx, { ...count, runId, countedBy: actor?.id ?? '' });
  for (const payment of open) {
    const feeId = payment.stands ? await credit(unit, payment) : null;
    await markCounted(tx, payment.id, { countId, feeId });
  }
  await unit.audit({ entity: 'run', entityId: runId, after: count });
  await notifyRunReaders(tx, runId);
}

const sumOf = (open: readonly OpenPayment[], method: OpenPayment['method']): bigint =>
  open.reduce((sum, row) => (row.method === method ? sum + row.amountCents : sum), 0n);

/** Returns the fee's transaction. */
async function credit(unit: UnitOfWork, { depositId, trackingId, codFeeCents }: OpenPayment): Promise<string | null> {
  const deposit = depositId && (await findTransaction(unit.tx, depositId));
  if (!deposit) return null;
  await rewriteTransaction(unit, deposit, { ...deposit, status: 'successful' });
  if (codFeeCents === 0n) return null;
  const { userId } = deposit;
  const fee = {
    type: 'fee' as const,
    status: 'successful' as const,
    amountCents: codFeeCents,
    summary: `Cash on delivery fee of shipment ${trackingId}`,
    purpose: 'cod-fee' as const,
  };
  const feeId = await postTransaction(unit, { userId, ...fee });
  await unit.audit({ entity: 'transaction', entityId: feeId, userId, after: fee });
  return feeId;
}

/** Undefined where nothing was collected. */
export async function readRunCash(executor: Executor, runId: string): Promise<RunCash | undefined> {
  const purse = (await readPurses(executor, [runId])).get(runId);
  if (!purse) return undefined;
  return { ...purse, handedOver: await findHandedOver(executor, runId), counts: await listCounts(executor, runId) };
}

/** Lists the ended runs with cash to count (runAdmin.openCash). */
export async function listOpenCash(executor: Executor): Promise<OpenCash> {
  const rows = await listOpenCashRuns(executor, MAX_OPEN_CASH);
  const purses = await readPurses(
    executor,
    rows.map(({ id }) => id),
  );
  const runs: OpenCash = [];
  for (const { courier, closedAt, ...run } of rows) {
    runs.push({
      ...run,
      courier: { id: courier.id, name: fullName(courier) },
      closedAt: closedAt?.toISOString() ?? null,
      open: purses.get(run.id)?.open ?? { cash: 0, card: 0 },
      handedOver: await findHandedOver(executor, run.id),
    });
  }
  return runs;
}
