import type pg from 'pg';
import { within } from './client.ts';

/** Results may be this old, and checks write no more often. */
const FRESH_MS = 2_000;
const PATIENCE_MS = 1_500;
/** A commit that waits for a standby can't be cancelled: it keeps its connection, and no other check begins. */
const ABANDON_MS = 30_000;

/**
 * Needs what any change does: room on the database's disk, as more than 64 kB spill into a file, and a commit that
 * reaches the log, its disk and the synchronous standby.
 */
const CHECK = `
  select set_config('work_mem', '64kB', true);
  select count(*) from generate_series(1, 10000);
  select pg_logical_emit_message(true, 'waybill', 'write check'), current_setting('transaction_read_only') as "readOnly"`;

/** Returns what checks whether a small change can be saved, and throws why not. */
export function createWriteCheck(pool: pg.Pool): () => Promise<void> {
  let running: Promise<void> | undefined;
  let endedAt = Number.NEGATIVE_INFINITY;
  let fault: unknown;

  async function check(): Promise<void> {
    const statement: pg.QueryConfig & { query_timeout: number } = { text: CHECK, query_timeout: ABANDON_MS };
    try {
      // Several statements return several results, which the types do not know.
      const results = (await pool.query(statement)) as unknown as pg.QueryResult<{ readOnly?: string }>[];
      const isReadOnly = results.at(-1)?.rows[0]?.readOnly !== 'off';
      fault = isReadOnly ? new Error('The database is read-only') : undefined;
    } catch (error) {
      fault = error;
    }
    endedAt = performance.now();
    running = undefined;
  }

  return async () => {
    if (!running && performance.now() - endedAt > FRESH_MS) running = check();
    if (running) await within(PATIENCE_MS, running);
    if (fault) throw fault;
  };
}
