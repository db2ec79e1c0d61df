import { sql } from 'drizzle-orm';
import type { Database, PoolOptions, Transaction } from './client.ts';

export const BACKUP_APPLICATION = 'waybill-backup';

const STATEMENT_TIMEOUT_MS = 10 * 60 * 1000;

export const RECORDS_POOL: PoolOptions = {
  connections: 3,
  name: 'waybill-records',
  statementTimeout: STATEMENT_TIMEOUT_MS,
};

export function inSnapshot<Result>(db: Database, work: (snapshot: Transaction) => Promise<Result>): Promise<Result> {
  return db.transaction(
    async (snapshot) => {
      await snapshot.execute(sql`select set_config('statement_timeout', ${String(STATEMENT_TIMEOUT_MS)}, true),
        set_config('idle_in_transaction_session_timeout', ${String(STATEMENT_TIMEOUT_MS)}, true)`);
      return work(snapshot);
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}
