import type { Executor } from '../base/database/client.ts';
import { ledgerCurrency } from '../base/database/tables/transactions.ts';
import type { Services } from '../context/context.ts';
import { hasAmounts, readCurrency, UNSAID } from './store/currency.ts';

async function claimCurrency(reads: Executor, writes: Executor, code: string): Promise<string> {
  if ((await readCurrency(reads)) === code) return code;
  // biome-ignore lint/plugin/server: the server is starting, so there is no unit of work
  return writes.transaction(async (tx) => {
    if (await hasAmounts(tx)) return readCurrency(tx);
    await tx.delete(ledgerCurrency);
    if (code !== UNSAID) await tx.insert(ledgerCurrency).values({ code });
    return code;
  });
}

/**
 * Checks that the amounts in the database are in the brand's currency.
 * @throws An error for the operator if they are in another: nobody's money changes its currency.
 */
export async function keepCurrency({
  db,
  writes,
  environment: { CURRENCY },
}: Pick<Services, 'db' | 'writes' | 'environment'>): Promise<void> {
  const stored = await claimCurrency(db, writes, CURRENCY);
  if (stored === CURRENCY) return;
  throw new Error(
    `CURRENCY: the amounts in this database are in ${stored}. Set CURRENCY=${stored}, or use an empty database.`,
  );
}
