import { sql } from 'drizzle-orm';
import type { Database, PoolOptions, Transaction } from './client.ts';

/** How a backup calls itself to the database: it reads for a long time, and writes nothing that anyone has to wait for. */
export const BACKUP_APPLICATION = 'waybill-backup';

/** As long as one statement of a check may take, in milliseconds; a page of anything else is gone long before. */
const STATEMENT_LIMIT_MS = 10 * 60 * 1000;

/** The pool of a check of the records: few connections, and statements that read whole tables. */
export const RECORDS_POOL: PoolOptions = {
  connections: 3,
  name: 'waybill-records',
  statementTimeout: STATEMENT_LIMIT_MS,
};

/**
 * Runs `work` on one consistent view of the database that it cannot change: on one core, so that others have the rest, and
 * with a limit of its own for each statement.
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
