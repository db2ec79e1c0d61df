import { ledgerEffect } from '../../src/domain/ledger.ts';
import { toCents } from '../../src/domain/money.ts';
import { OWN_ACCOUNT } from '../../src/domain/roles.ts';
import type { Proposal } from '../../src/domain/transaction.ts';
import { sumPaidOfDay } from '../banking/store/payouts.ts';
import { UserError } from '../base/errors/errors.ts';
import type { UnitOfWork } from '../context/unit-of-work.ts';
import { sumCreditedOfDay, type TransactionRow } from './store/transactions.ts';

/** @throws PRECONDITION_FAILED: nobody pays, credits, bills or rates themselves. */
export function assertNotOwn({ actor }: UnitOfWork, userId: string | null): void {
  if (actor && actor.id === userId) {
    throw new UserError('PRECONDITION_FAILED', OWN_ACCOUNT);
  }
}

type Money = Pick<TransactionRow, 'type' | 'status' | 'amountCents'>;

const effectOf = (row: Money | null) => (row ? ledgerEffect(row.type, row.status, row.amountCents).total : 0n);

/** Whether a second person must agree: one person's credits and payouts to an account in 24 hours pass the limit. */
export async function needsSecondPerson(
  { tx, actor, services }: UnitOfWork,
  userId: string,
  { before, after }: { before: Money | null; after: Money | null },
): Promise<boolean> {
  const limit = services.environment.SECOND_PERSON_ABOVE;
  if (limit === null || !actor) return false;
  const gained = effectOf(after) - effectOf(before);
  const isPayout = (before ?? after)?.type === 'withdrawal' && gained < 0n;
  const moved = isPayout ? -gained : gained;
  if (moved <= 0n) return false;
  const earlier = isPayout
    ? (await sumPaidOfDay(tx, actor.id, [userId])).get(userId)
    : await sumCreditedOfDay(tx, { userId, by: actor.id });
  return isAbove(limit, moved, earlier);
}

const isAbove = (limit: number, moved: bigint, earlier = 0n): boolean =>
  moved + (earlier > 0n ? earlier : 0n) > toCents(limit);

type Payable = Pick<TransactionRow, 'userId' | 'amountCents' | 'proposal'>;

/** Splits them into those that need no second person, or have one, and the others. */
export async function splitByLimit<Row extends Payable>(
  { tx, actor, services }: UnitOfWork,
  rows: readonly Row[],
): Promise<[sent: Row[], waiting: Row[]]> {
  const limit = services.environment.SECOND_PERSON_ABOVE;
  if (limit === null || !actor) return [[...rows], []];
  const paid = await sumPaidOfDay(
    tx,
    actor.id,
    rows.map(({ userId }) => userId),
  );
  const split: [Row[], Row[]] = [[], []];
  for (const row of rows) {
    const { userId, amountCents, proposal } = row;
    const waits = !proposal?.agreedBy && isAbove(limit, amountCents, paid.get(userId));
    if (!waits && !proposal?.agreedBy) paid.set(userId, amountCents + (paid.get(userId) ?? 0n));
    split[waits ? 1 : 0].push(row);
  }
  return split;
}

/** What somebody wants a transaction to become. */
export const proposalOf = (
  { actor }: UnitOfWork,
  { amountCents, status, summary }: Pick<TransactionRow, 'amountCents' | 'status' | 'summary'>,
  more: Pick<Proposal, 'isNew' | 'entryId' | 'hasLeft'> = {},
): Proposal => ({ by: actor?.id ?? '', amount: Number(amountCents), status, summary, ...more });
