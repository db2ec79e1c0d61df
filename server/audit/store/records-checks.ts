import { desc, sql } from 'drizzle-orm';
import type { RecordDifference } from '../../../src/domain/records.ts';
import type { Database, Executor, Transaction } from '../../base/database/client.ts';
import { ADVISORY_LOCKS } from '../../base/database/session-lock.ts';
import { evidenceChecks } from '../../base/database/tables/audit.ts';

export interface EvidenceCheck {
  balances: number;
  counters: number;
  fees: number;
  heads: number;
  differences: RecordDifference[];
  chainCheckedAt: Date | null;
}

export function withCheckLock<Result>(
  db: Database,
  wait: boolean,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result | null> {
  return db.transaction(async (tx) => {
    // Idle while other connections work.
    await tx.execute(sql`select set_config('idle_in_transaction_session_timeout', '0', true),
      set_config('statement_timeout', '0', true)`);
    const lock = wait
      ? sql`select true as held from pg_advisory_xact_lock(${ADVISORY_LOCKS.check})`
      : sql`select pg_try_advisory_xact_lock(${ADVISORY_LOCKS.check}) as held`;
    const { rows } = await tx.execute<{ held: boolean }>(lock);
    return rows[0]?.held ? work(tx) : null;
  });
}

export async function findLatestCheck(executor: Executor): Promise<(EvidenceCheck & { createdAt: Date }) | null> {
  const [check] = await executor
    .select()
    .from(evidenceChecks)
    .orderBy(desc(evidenceChecks.createdAt), desc(evidenceChecks.id))
    .limit(1);
  return check ?? null;
}
