import { done } from '../../../src/domain/field-schemas.ts';
import { MAX_AMOUNT, toCents } from '../../../src/domain/money.ts';
import type { Decide, Proposal, UpdatedTransaction, UpdateTransaction } from '../../../src/domain/transaction.ts';
import { findPayoutDays } from '../../banking/store/payouts.ts';
import { fieldError, UserError } from '../../base/errors/errors.ts';
import { findCodFeeId } from '../../cod/store/cod.ts';
import { findPrepaidFee } from '../../cod/store/prepayments.ts';
import type { UnitOfWork } from '../../context/unit-of-work.ts';
import { findUser } from '../../people/store/users.ts';
import { assertFollowsShipment } from '../../prices/book-fees.ts';
import {
  assertCovered,
  assertCreditable,
  assertNotInFile,
  assertUnchanged,
  formatCents,
  isCredit,
  lockTransaction,
  reopenEntry,
  rewriteTransaction,
} from '../change-ledger.ts';
import { assertNotOwn, needsSecondPerson, proposalOf } from '../second-person.ts';
import type { BalanceRow } from '../store/ledger.ts';
import { findTransaction, setProposal, type TransactionRow } from '../store/transactions.ts';

/**
 * Changes a transaction and its ledger entry; emails the user of a settled withdrawal. One that `hasLeft` already may
 * bring the balance below zero.
 * @throws NOT_FOUND, CONFLICT, PRECONDITION_FAILED, field error.
 */
export async function updateTransaction(
  unit: UnitOfWork,
  input: UpdateTransaction,
  { entryId, hasLeft = false }: Pick<Proposal, 'entryId' | 'hasLeft'> = {},
): Promise<UpdatedTransaction> {
  const { before, balance } = await lockTransaction(unit, input.id);
  assertNotOwn(unit, before.userId);
  const { status, summary = before.summary } = input;
  const after = { ...before, amountCents: toCents(input.amount), status, summary };
  const isSame = after.amountCents === before.amountCents && status === before.status;
  if (isSame && summary === before.summary) return done;
  assertUnchanged(unit, before, input);
  if (after.amountCents !== before.amountCents && input.amount > MAX_AMOUNT)
    throw fieldError('amount', `Amount can be at most ${formatCents(toCents(MAX_AMOUNT), unit)}.`);
  const isCod = before.purpose === 'cod' || before.purpose === 'cod-fee';
  if (before.proposal?.entryId && status === 'pending')
    throw fieldError('status', 'This waits for approval. Approve or refuse it first.');
  if (status !== before.status || (isCod && !isSame)) await assertFollowsShipment(unit, after);
  if (before.purpose === 'shipping' && after.amountCents !== before.amountCents)
    throw fieldError(
      'amount',
      'This is the fee of a shipment. Change it there, or add a deposit that gives back a fee.',
    );
  if (isCredit(before) && !isSame && (status !== 'failed' || after.amountCents !== before.amountCents))
    throw fieldError('amount', 'This gives back fees. Set it to failed, and enter it again.');
  const isPaid = after.amountCents === before.amountCents && status === 'successful';
  const isRefused = status === 'failed' && (input.isRefused === true || entryId !== undefined);
  if (after.amountCents !== before.amountCents || (status === 'failed' && before.status === 'pending' && !isRefused))
    await assertNotInFile(unit, before, (sentence) => fieldError(status === 'failed' ? 'status' : 'amount', sentence));
  const isAgreed = isPaid && before.type === 'withdrawal' && (await isAgreedOn(unit, before));
  // The bank may pay it all the same. What is on its statement is proven.
  const isRisky = isRefused && entryId === undefined && (await isWithBank(unit, before));
  if (isAgreed || !(isRisky || (await needsSecondPerson(unit, before.userId, { before, after })))) {
    await change(unit, before, after, balance, hasLeft);
    return done;
  }
  await setProposal(
    unit.tx,
    before.id,
    proposalOf(unit, after, { ...(entryId && { entryId }), ...(hasLeft && { hasLeft }) }),
  );
  if (entryId !== before.proposal?.entryId) await reopenEntry(unit, before);
  await unit.audit({
    entity: 'transaction',
    entityId: before.id,
    userId: before.userId,
    before: { summary: before.summary },
    after: { summary, amountCents: after.amountCents, proposed: status },
  });
  return { ...done, waits: true };
}

const isWithBank = async ({ tx, actor, services }: UnitOfWork, { id }: TransactionRow): Promise<boolean> =>
  services.environment.SECOND_PERSON_ABOVE !== null && actor !== null && (await findPayoutDays(tx, [id])).has(id);

const isAgreedOn = async ({ tx }: UnitOfWork, { id, proposal }: TransactionRow): Promise<boolean> =>
  proposal?.agreedBy !== undefined || (await findPayoutDays(tx, [id])).has(id);

/**
 * Agrees to a proposal or refuses it; `amount` and `status` are as seen. Returns whose credit it grants, which needs
 * its note.
 * @throws NOT_FOUND, CONFLICT, PRECONDITION_FAILED, field error.
 */
export async function decide(unit: UnitOfWork, { id, agrees, amount, status }: Decide): Promise<TransactionRow | null> {
  const { before, balance } = await lockTransaction(unit, id);
  assertNotOwn(unit, before.userId);
  const { proposal } = before;
  const isSeen = proposal?.status === status && BigInt(proposal.amount) === toCents(amount);
  if (!proposal || proposal.agreedBy || !isSeen)
    throw new UserError('CONFLICT', 'Someone else changed this. Check it and try again.');
  const by = unit.actor?.id ?? '';
  if ([proposal.by, proposal.firstBy].includes(by)) {
    throw new UserError('PRECONDITION_FAILED', 'You entered this yourself. Someone else has to approve it.');
  }
  const isForFile = status === 'pending' && before.type === 'withdrawal';
  const after = { ...before, amountCents: BigInt(proposal.amount), status, summary: proposal.summary };
  const isFirst =
    agrees &&
    proposal.why !== undefined &&
    proposal.firstBy === undefined &&
    (await needsSecondPerson(unit, before.userId, { before, after }));
  if (agrees && !isForFile && !isFirst) {
    if (isCredit(before)) await assertCreditable(unit, before);
    await change(unit, before, after, balance, proposal.hasLeft);
    return before.purpose === 'credit' ? before : null;
  }
  if (proposal.isNew && !agrees) {
    await change(unit, before, { ...before, status: 'failed' }, balance);
    return null;
  }
  await setProposal(unit.tx, id, agrees ? { ...proposal, [isFirst ? 'firstBy' : 'agreedBy']: by } : null);
  if (!agrees) await reopenEntry(unit, before);
  await unit.audit({
    entity: 'transaction',
    entityId: id,
    userId: before.userId,
    before: { summary: before.summary, proposed: status },
    after: { summary: before.summary, ...(agrees ? { agreed: true } : { proposed: null }) },
  });
  return null;
}

async function change(
  unit: UnitOfWork,
  before: TransactionRow,
  after: TransactionRow,
  balance: BalanceRow,
  hasLeft = false,
): Promise<void> {
  await rewriteTransaction(unit, before, after);
  const feeId =
    before.purpose === 'cod' &&
    ((await findCodFeeId(unit.tx, before.id)) ?? (await findPrepaidFee(unit.tx, before.id)));
  const fee = feeId && (await findTransaction(unit.tx, feeId));
  if (fee) await rewriteTransaction(unit, fee, { ...fee, status: after.status });
  if (after.status !== 'successful') await reopenEntry(unit, before);
  if (!hasLeft && (after.amountCents !== before.amountCents || after.status !== before.status)) {
    const field = after.amountCents === before.amountCents ? 'status' : 'amount';
    await assertCovered(unit, balance, after, (sentence) => fieldError(field, sentence));
  }
  if (before.type === 'withdrawal' && after.status !== before.status) await emailOutcome(unit, after);
}

async function emailOutcome(unit: UnitOfWork, { id, userId, status }: TransactionRow): Promise<void> {
  const person = status === 'pending' ? null : await findUser(unit.tx, userId);
  if (!person) return;
  await unit.mail({ kind: 'withdrawal', receiver: person.email, about: { transactionId: id, status } });
}
