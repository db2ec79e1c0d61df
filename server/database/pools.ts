/** The connection pools of one process, one for each kind of work, so that none can use up another's connections. */
import { type DatabaseClient, openDatabase, type PoolOptions } from './client.ts';
import { RECORDS_POOL } from './snapshot.ts';

export interface Pools {
  /** Visitors' look-ups. */
  lookUps: DatabaseClient;
  /** Reads of signed-in people, sessions, limits: short statements, each by itself. */
  reads: DatabaseClient;
  /** Transactions of mutations. */
  writes: DatabaseClient;
  /** Background jobs: nobody waits for them. */
  jobs: DatabaseClient;
  /** The check of the records: statements that read whole tables, once an hour. */
  records: DatabaseClient;
}

/** How long a statement waits for a locked row: longer than our transactions take, shorter than people wait. */
const LOCK_TIMEOUT_MS = 2_000;

/**
 * With the job queue's four and the listener's one a process has 30 at most: three fit PostgreSQL's default of 100. Only one
 * of several servers checks the records at a time.
 */
const OPTIONS = {
  lookUps: { name: 'waybill-look-ups', connections: 6, statementTimeout: 2_000 },
  reads: { name: 'waybill-reads', connections: 8, statementTimeout: 10_000, lockTimeout: LOCK_TIMEOUT_MS },
  writes: { name: 'waybill-writes', connections: 8, statementTimeout: 10_000, lockTimeout: LOCK_TIMEOUT_MS },
  jobs: { name: 'waybill', connections: 3 },
  records: RECORDS_POOL,
} as const satisfies Record<keyof Pools, PoolOptions>;

/** Opens them; connections are made when they are needed. */
export function openPools(url: string): Pools {
  return {
    lookUps: openDatabase(url, OPTIONS.lookUps),
    reads: openDatabase(url, OPTIONS.reads),
    writes: openDatabase(url, OPTIONS.writes),
    jobs: openDatabase(url, OPTIONS.jobs),
    records: openDatabase(url, OPTIONS.records),
  };
}

/** Ends their connections, once what is under way is done. */
export async function closePools(pools: Pools): Promise<void> {
  await Promise.all(Object.values(pools).map(({ close }: DatabaseClient) => close()));
}
