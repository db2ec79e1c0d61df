import { ledgerEffect } from '../../../src/domain/ledger.ts';
import { toCents } from '../../../src/domain/money.ts';
import { OWN_ACCOUNT } from '../../../src/domain/roles.ts';
import type { Proposal } from '../../../src/domain/transaction.ts';
import type { UnitOfWork } from '../../context/unit-of-work.ts';
import { UserError } from '../../errors/errors.ts';
import { sumOfDay, type TransactionRow } from '../../stores/money/transactions.ts';

/** @throws PRECONDITION_FAILED: nobody pays, credits, bills or rates themselves. */
export function assertNotOwn({ actor }: UnitOfWork, userId: string | null): void {
  if (actor && actor.id === userId) {
    throw new UserError('PRECONDITION_FAILED', OWN_ACCOUNT);
  }
}

type Money = Pick<TransactionRow, 'type' | 'status' | 'amountCents'>;

const effectOf = (row: Money | null) => (row ? ledgerEffect(row.type, row.status, row.amountCents).total : 0n);

/**
 * Whether a second person has to agree to what somebody credits or pays out: with what they did for
 * the same account in the last 24 hours, it is over the sum from settings.
 */
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
  const { credited, paid } = await sumOfDay(tx, { userId, by: actor.id });
  const earlier = isPayout ? paid : credited;
  return moved + (earlier > 0n ? earlier : 0n) > toCents(limit);
}

/** What somebody wants a transaction to become. */
export const proposalOf = (
  { actor }: UnitOfWork,
  { amountCents, status, summary }: Pick<TransactionRow, 'amountCents' | 'status' | 'summary'>,
  more: Pick<Proposal, 'isNew'> = {},
): Proposal => ({ by: actor?.id ?? '', amount: Number(amountCents), status, summary, ...more });
