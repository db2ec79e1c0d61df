import type { Services } from '../context/context.ts';
import { claimCurrency } from './store/currency.ts';

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
