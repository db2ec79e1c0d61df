/** Searches read only what has an index (decision 0042). */
import { setTimeout as sleep } from 'node:timers/promises';
import { type SQL, sql } from 'drizzle-orm';
import type { Executor } from '../database/client.ts';
import {
  FORMER_SHIPMENT_SEARCH_TEXT,
  SHIPMENT_SEARCH_INDEX,
  SHIPMENT_SEARCH_TEXT,
} from '../database/tables/shipments.ts';

/** Soon: the index that it replaces is dropped. */
const LOOK_AGAIN_MS = 1_000;

let hasIndex = true;

export const shipmentSearchText = (): SQL => (hasIndex ? SHIPMENT_SEARCH_TEXT : FORMER_SHIPMENT_SEARCH_TEXT);

/** Looks whether the index is built; until then searches read the former text. */
export async function lookForSearchIndex(executor: Executor): Promise<boolean> {
  const { rows } = await executor.execute<{ valid: boolean }>(
    sql`select indisvalid as valid from pg_index where indexrelid = to_regclass(${SHIPMENT_SEARCH_INDEX})`,
  );
  hasIndex = rows[0]?.valid === true;
  return hasIndex;
}

/** Looks until the index is built, by any server. Never rejects. */
export async function watchSearchIndex(executor: Executor, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && !(await lookForSearchIndex(executor).catch(() => false))) {
    await sleep(LOOK_AGAIN_MS, undefined, { signal }).catch(() => undefined);
  }
}
