import { eq, sql } from 'drizzle-orm';
import type { BookEntries, BookedEntries, SetAside } from '../../src/domain/banking.ts';
import type { Transaction } from '../base/database/client.ts';
import { bankMoves } from '../base/database/tables/money/banking.ts';
import { UserError } from '../base/errors/errors.ts';
import { inSavepoint, type UnitOfWork } from '../context/unit-of-work.ts';
import { carryOut, type Deed, lockDeeds } from './carry-out.ts';
import { type Match, matchEntries } from './match-entries.ts';
import { insertMove, lockOpenEntries, setEntryState } from './store/bank-entries.ts';

/** Books those that match, each once; says why others were left open. */
export async function bookEntries(
  unit: UnitOfWork,
  { ids, toBalance = false, another = false }: BookEntries,
): Promise<BookedEntries> {
  const { tx, services } = unit;
  const entries = await lockOpenEntries(tx, ids);
  const matches = await matchEntries(tx, entries, services.environment.CURRENCY);
  const matched = entries.map((entry) => {
    const match = matches.get(entry.id);
    return { entry, match, deed: match ? deedOf(match, entry.amountCents) : {} };
  });
  await lockDeeds(
    unit,
    matched.map(({ deed }) => deed),
  );
  const result: BookedEntries = { booked: 0, waits: 0, problems: [] };
  for (const { entry, match, deed } of matched) {
    try {
      await inSavepoint(unit, async (part) => {
        if (entry.alikeOf && !another)
          throw new UserError('PRECONDITION_FAILED', 'This may be the same payment as one that was here before.');
        if (match?.shown.guess && !another)
          throw new UserError('PRECONDITION_FAILED', 'It has no reference of ours, so book it by itself.');
        if (!match || (match.shown.problem && !(toBalance && match.shown.toBalance)))
          throw new UserError('PRECONDITION_FAILED', match?.shown.problem ?? 'It has no reference of ours.');
        if (await carryOut(part, entry, deed)) result.waits += 1;
      });
      result.booked += 1;
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      result.problems.push({ id: entry.id, message: Object.values(error.fieldErrors ?? {})[0]?.[0] ?? error.message });
    }
  }
  return result;
}

function deedOf({ shown, bills = [], userId, payouts, shipmentIds }: Match, cents: bigint): Deed {
  if (shipmentIds) return shown.problem ? {} : { prepaid: { ids: shipmentIds, isBack: shown.kind === 'cod-returned' } };
  if (bills.length > 0 && !shown.problem) {
    const paid = shown.kind !== 'bill-returned';
    return { bills: bills.map((bill) => ({ ...bill, paid })) };
  }
  if (userId) return { balance: { userId, cents } };
  const [from, to] =
    shown.kind === 'payout-returned' ? (['successful', 'failed'] as const) : (['pending', 'successful'] as const);
  return payouts ? { payouts: payouts.map((payout) => ({ ...payout, from, to })) } : {};
}

/** Sums an entry’s moves by how the money was paid. What was taken back is no longer in it. */
function sumMovesOf(tx: Transaction, entryId: string) {
  const cents = sql<bigint>`sum(${bankMoves.amountCents})`.mapWith(BigInt);
  return tx
    .select({ method: bankMoves.method, cents })
    .from(bankMoves)
    .where(eq(bankMoves.entryId, entryId))
    .groupBy(bankMoves.method)
    .having(sql`sum(${bankMoves.amountCents}) <> 0`);
}

/** Sets aside what is booked by hand, isn't ours, or was taken for money from the depot by mistake. @throws CONFLICT */
export async function setAside({ tx, actor }: UnitOfWork, { id, aside }: SetAside): Promise<void> {
  const by = actor?.id ?? null;
  const change = aside ? ({ from: 'open', to: 'aside' } as const) : ({ from: 'aside', to: 'open' } as const);
  if (await setEntryState(tx, id, { ...change, by })) return;
  const moves = aside ? [] : await sumMovesOf(tx, id);
  if (!actor || moves.length === 0 || !(await setEntryState(tx, id, { from: 'booked', to: 'open', by })))
    throw new UserError('CONFLICT', 'Someone else has booked this or set it aside.');
  for (const { method, cents } of moves)
    await insertMove(tx, { entryId: id, method, amountCents: -cents, movedBy: actor.id });
}
