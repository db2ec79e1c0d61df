import { sql } from 'drizzle-orm';
import type { Executor } from '../../base/database/client.ts';
import { bills } from '../../base/database/tables/bills.ts';
import { shipments } from '../../base/database/tables/shipments.ts';
import { ledgerCurrency, transactions } from '../../base/database/tables/transactions.ts';

/** The currency of the amounts in the database; without a row, dollars (specification section 9). */
export const UNSAID = 'USD';

/** Finds the currency of the amounts that are there, if it is another than this. */
export async function findOtherCurrency(executor: Executor, code: string): Promise<string | null> {
  const stored = await readCurrency(executor);
  return stored !== code && (await hasAmounts(executor)) ? stored : null;
}

export async function readCurrency(executor: Executor): Promise<string> {
  const [row] = await executor.select({ code: ledgerCurrency.code }).from(ledgerCurrency);
  return row?.code ?? UNSAID;
}

/** Also what is deleted. */
export async function hasAmounts(executor: Executor): Promise<boolean> {
  const { rows } = await executor.execute<{ found: boolean }>(
    sql`select exists (select from ${transactions}) or exists (select from ${bills})
          or exists (select from ${shipments}) as found`,
  );
  return rows[0]?.found ?? false;
}
