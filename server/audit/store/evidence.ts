/** Decision 0025. */
import { hash } from 'node:crypto';
import { type SQL, sql } from 'drizzle-orm';
import type { QueryResult } from 'pg';
import type { Transaction } from '../../base/database/client.ts';
import { BACKUP_APPLICATION } from '../../base/database/snapshot.ts';

/**
 * Finds the time before which no more rows can appear, `margin` seconds before the oldest
 * transaction; null if unknown.
 */
export async function findSettledTime(tx: Transaction, margin: number): Promise<Date | null> {
  const { rows } = await tx.execute<{ at: string | null }>(sql`
    select case when blocked then null else floor(extract(epoch from
      least(clock_timestamp(), oldest) - make_interval(secs => ${margin})) * 1000)::bigint end as at
    from (
      select min(xact_start) as oldest from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()
        and backend_type <> 'autovacuum worker' and application_name <> ${BACKUP_APPLICATION}
    ) as running, (
      -- Locks of no process are those of a prepared transaction.
      select current_setting('track_activities') = 'off' or exists (
        select from pg_locks where locktype = 'relation' and pid is null
          and database = (select oid from pg_database where datname = current_database())
          and relation in ('audit_entries'::regclass, 'ledger_entries'::regclass)
      ) as blocked
    ) as prepared`);
  const at = rows[0]?.at;
  return at == null ? null : new Date(Number(at));
}

/** So that a new column changes no old digest. */
const at = sql`to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
const CANONICAL = {
  audit_entries: sql`jsonb_build_object('id', id, 'actor_id', actor_id, 'procedure', procedure, 'entity', entity,
    'entity_id', entity_id, 'user_id', user_id, 'before', before, 'after', after, 'request_id', request_id,
    'created_at', ${at})`,
  ledger_entries: sql`jsonb_build_object('id', id, 'user_id', user_id, 'transaction_id', transaction_id,
    'total_cents', total_cents, 'held_cents', held_cents, 'reason', reason, 'created_by', created_by,
    'created_at', ${at})`,
};
export type SignedTable = keyof typeof CANONICAL;

const BATCH_SIZE = 1000;

const hashOf = (table: SignedTable) => sql`sha256(convert_to(${CANONICAL[table]}::text, 'UTF8'))`;
const SIGNED_HASH = {
  // A row counts as erased only if it looks as an erasure leaves it. Any other would be forged.
  audit_entries: sql`case when erased_hash is not null and before is null and after is null
    and entity in ('user', 'bank-account') and exists (select from users where users.id = user_id and deleted_at is not null)
    then erased_hash else ${hashOf('audit_entries')} end`,
  ledger_entries: hashOf('ledger_entries'),
};

/** Erases what the entries of an erased account say of its person; the digests stay as they were. */
export async function eraseAuditedValues(tx: Transaction, userId: string): Promise<void> {
  await tx.execute(sql`
    update audit_entries set erased_hash = ${hashOf('audit_entries')}, before = null, after = null
    where user_id = ${userId} and entity in ('user', 'bank-account') and coalesce(before, after) is not null`);
}

type RowHash = { id: string; at: string; hash: Buffer };

export interface Digest {
  rows: number;
  /** In the order of ids. */
  digest: Buffer;
}

/**
 * Digests consecutive periods from `from` (null: the first row), each to its time in `ends`;
 * `firstId`: their smallest possible id.
 */
export async function digestPeriods(
  snapshot: Transaction,
  table: SignedTable,
  { from, ends, firstId }: { from: Date | null; ends: readonly Date[]; firstId: string },
): Promise<Digest[]> {
  const start = from?.getTime() ?? Number.NEGATIVE_INFINITY;
  const bounds = ends.map((end) => end.getTime());
  const digests = bounds.map((): Digest => ({ rows: 0, digest: Buffer.alloc(32) }));
  const name = sql.identifier(table);
  for (let beyond: SQL | null = sql`id >= ${firstId}`; beyond; ) {
    const page: QueryResult<RowHash> = await snapshot.execute<RowHash>(sql`
      select id, floor(extract(epoch from created_at) * 1000)::text as at,
        ${SIGNED_HASH[table]} as hash
      from ${name} where ${beyond} order by id limit ${BATCH_SIZE}`);
    for (const row of page.rows) {
      const moment = Number(row.at);
      const period = moment < start ? undefined : digests[firstAfter(bounds, moment)];
      if (!period) continue;
      period.rows += 1;
      period.digest = hash('sha256', Buffer.concat([period.digest, row.hash]), 'buffer');
    }
    const last: RowHash | undefined = page.rows.length === BATCH_SIZE ? page.rows.at(-1) : undefined;
    beyond = last ? sql`id > ${last.id}` : null;
  }
  return digests;
}

function firstAfter(bounds: readonly number[], moment: number): number {
  let [low, high] = [0, bounds.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((bounds[middle] ?? 0) <= moment) low = middle + 1;
    else high = middle;
  }
  return low;
}
