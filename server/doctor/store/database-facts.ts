import { sql } from 'drizzle-orm';
import type { Executor } from '../../base/database/client.ts';

export async function readClock(executor: Executor): Promise<Date> {
  const { rows } = await executor.execute<{ now: string }>(sql`select clock_timestamp()::text as now`);
  return new Date(rows[0]?.now ?? 0);
}

export interface ExtensionFacts extends Record<string, unknown> {
  name: string;
  isThere: boolean;
  isKnown: boolean;
}

export async function readExtensions(executor: Executor, names: readonly string[]): Promise<ExtensionFacts[]> {
  const { rows } = await executor.execute<ExtensionFacts>(sql`
    select name, exists (select from pg_extension where extname = name) as "isThere",
      exists (select from pg_available_extensions known where known.name = wanted.name) as "isKnown"
    from unnest(${sql.param(names)}::text[]) as wanted (name)`);
  return rows;
}

export async function readRights(executor: Executor): Promise<{ role: string; database: string; mayCreate: boolean }> {
  const { rows } = await executor.execute<{ role: string; database: string; mayCreate: boolean }>(sql`
    select current_user as role, current_database() as database,
      has_database_privilege(current_database(), 'CREATE') and has_schema_privilege('public', 'CREATE') as "mayCreate"`);
  return rows[0] ?? { role: '', database: '', mayCreate: true };
}

export async function readWrittenPosition(executor: Executor): Promise<string> {
  const { rows } = await executor.execute<{ lsn: string }>(sql`select pg_current_wal_lsn()::text as lsn`);
  return rows[0]?.lsn ?? '0/0';
}

export interface ReplicaFacts extends Record<string, unknown> {
  isReplica: boolean;
  isBehind: boolean | null;
  /** Since the last change that it has; large too while nobody writes. */
  seconds: number | null;
}

export async function readReplica(executor: Executor, written: string | null): Promise<ReplicaFacts> {
  const { rows } = await executor.execute<ReplicaFacts>(sql`
    select pg_is_in_recovery() as "isReplica", pg_last_wal_replay_lsn() < ${written}::pg_lsn as "isBehind",
      extract(epoch from now() - pg_last_xact_replay_timestamp())::int as seconds`);
  return rows[0] ?? { isReplica: false, isBehind: null, seconds: null };
}

/**
 * Seconds since a job process last looked after the queues, which it does every 15 seconds. A server counts from its
 * own start: while all were off, nobody was missing.
 */
export async function readJobsSilence(executor: Executor, upSeconds: number): Promise<number> {
  const { rows } = await executor.execute<{ seconds: number }>(sql`
    select least(extract(epoch from clock_timestamp() - max(monitor_claim_on)), ${upSeconds}::float8)::float8 as seconds
    from pgboss.queue`);
  return rows[0]?.seconds ?? 0;
}

export interface SlotFacts extends Record<string, unknown> {
  name: string;
  isActive: boolean;
  keptBytes: number;
}

/** One that was away for too long keeps nothing any more. */
export async function readSlots(executor: Executor): Promise<SlotFacts[]> {
  const { rows } = await executor.execute<SlotFacts>(sql`
    select slot_name as name, active as "isActive",
      coalesce(pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn)::float8, 0) as "keptBytes"
    from pg_replication_slots where not pg_is_in_recovery()`);
  return rows;
}
