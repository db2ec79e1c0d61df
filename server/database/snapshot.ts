import { sql } from 'drizzle-orm';
import type { Database, PoolOptions, Transaction } from './client.ts';

/** The application name of a backup, whose long read nobody needs to wait for. */
export const BACKUP_APPLICATION = 'waybill-backup';

/** How long one statement of a check may take. */
const STATEMENT_LIMIT_MS = 10 * 60 * 1000;

/** The pool for checking records: few connections, and statements that read whole tables. */
export const RECORDS_POOL: PoolOptions = {
  connections: 3,
  name: 'waybill-records',
  statementTimeout: STATEMENT_LIMIT_MS,
};

/**
 * Runs `work` on one consistent, read-only view of the database, on a single core to leave the
 * others free, with its own statement timeout.
 */
export function inSnapshot<Result>(db: Database, work: (snapshot: Transaction) => Promise<Result>): Promise<Result> {
  return db.transaction(
    async (snapshot) => {
      await snapshot.execute(sql`select set_config('statement_timeout', ${String(STATEMENT_LIMIT_MS)}, true),
        set_config('idle_in_transaction_session_timeout', ${String(STATEMENT_LIMIT_MS)}, true),
        set_config('max_parallel_workers_per_gather', '0', true)`);
      return work(snapshot);
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}
