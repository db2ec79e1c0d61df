import { desc, gt, sql } from 'drizzle-orm';
import type { RestoreFound } from '../../../src/domain/restore.ts';
import type { StatementKind } from '../../../src/domain/statements/statement.ts';
import type { Executor } from '../../base/database/client.ts';
import { heldPayouts, payoutFiles, restores } from '../../base/database/tables/money/banking.ts';
import { signingKeys } from '../../base/database/tables/receiver/signing-keys.ts';
import { inBatches } from '../../base/sql/lists.ts';

/**
 * Returns the former last number. Null if nothing changes, or another server gives it right now.
 */
export async function skipNumbers(
  executor: Executor,
  { kind, year, last }: { kind: StatementKind; year: number; last: number },
): Promise<number | null> {
  const { rows } = await executor.execute<{ before: number }>(sql`
    insert into statement_numbers as n (kind, year, last, skipped) values (${kind}, ${year}, ${last}, ${last})
    on conflict (kind, year) do update set last = excluded.last, skipped = n.skipped + excluded.last - n.last
      where n.last < excluded.last
    returning coalesce((select last from statement_numbers where kind = ${kind} and year = ${year}), 0) as before`);
  return rows[0]?.before ?? null;
}

export async function findFiles(executor: Executor, ids: readonly string[]): Promise<{ id: string; isNew: boolean }[]> {
  const { rows } = await executor.execute<{ id: string; isNew: boolean }>(sql`
    select id, downloaded is null and discarded_at is null as "isNew" from ${payoutFiles}
    where id = any(${sql.param([...ids])}::uuid[])`);
  return rows;
}

/** Returns how many were not held before. */
export async function insertHeld(
  executor: Executor,
  rows: readonly Pick<typeof heldPayouts.$inferInsert, 'markedId' | 'fileId' | 'userId' | 'amountCents'>[],
): Promise<number> {
  let held = 0;
  for (const some of inBatches(rows)) {
    const { rowCount } = await executor.insert(heldPayouts).values(some).onConflictDoNothing();
    held += rowCount ?? 0;
  }
  return held;
}

/** A key that another server made at the same time never signed anything. */
export async function insertFormerKey(executor: Executor, key: typeof signingKeys.$inferInsert): Promise<boolean> {
  const { rowCount } = await executor.insert(signingKeys).values(key).onConflictDoNothing();
  return rowCount === 1;
}

export async function findOldestWaiting(executor: Executor): Promise<{ texts: Date | null; webhooks: Date | null }> {
  const { rows } = await executor.execute<{ texts: string | null; webhooks: string | null }>(sql`
    select (select min(created_at) from sms where state in ('queued', 'sending'))::text as texts,
      (select min(created_at) from webhook_messages)::text as webhooks`);
  const dateOf = (written: string | null | undefined) => (written ? new Date(written) : null);
  return { texts: dateOf(rows[0]?.texts), webhooks: dateOf(rows[0]?.webhooks) };
}

export async function markSentTexts(
  executor: Executor,
  marks: readonly { id: string; attempt: number; gathered: readonly string[] }[],
): Promise<number> {
  const { rowCount } = await executor.execute(sql`
    with marks as (
      select * from jsonb_to_recordset(${JSON.stringify(marks)}::jsonb) as m (id uuid, attempt int, gathered jsonb)
    ), behind as (
      select m.* from marks m left join sms s on s.id = m.id where s.id is null or s.attempts < m.attempt
    )
    update sms set state = 'unknown', sent_at = coalesce(sent_at, now()), last_error = 'It left before the restore.',
      attempts = greatest(attempts, 1)
    where state in ('queued', 'sending') and (
      id in (select id from behind)
      or id::text in (select jsonb_array_elements_text(gathered) from behind))`);
  return rowCount ?? 0;
}

/** Skips messages that a server is at right now. */
export async function deleteTaken(
  executor: Executor,
  marks: readonly { event: string; endpoint: string; at: number }[],
): Promise<number> {
  const { rowCount } = await executor.execute(sql`
    delete from webhook_messages w
    using webhook_endpoints e,
      jsonb_to_recordset(${JSON.stringify(marks)}::jsonb) as m (event uuid, endpoint uuid, at bigint)
    where w.event_id = m.event and w.endpoint_id = m.endpoint and w.created_at < to_timestamp(m.at / 1000.0)
      and e.id = w.endpoint_id and (e.claimed_until is null or e.claimed_until < now())`);
  return rowCount ?? 0;
}

export async function hasRestores(executor: Executor): Promise<boolean> {
  return (await executor.$count(restores)) > 0;
}

export async function insertRestore(executor: Executor, found: RestoreFound): Promise<void> {
  await executor.insert(restores).values({ found });
}

/**
 * Marks that an earlier start of this installation had begun, as it noted minutes later at most, are back: those that
 * were missed since are not lost. False if none were.
 */
export async function noteMarksAreBack(executor: Executor, begunAt: Date): Promise<boolean> {
  const at = sql`${begunAt.toISOString()}::timestamptz`;
  const { rowCount } = await executor.execute(sql`
    update restores set found = found - 'isLost' where (found->>'isLost')::boolean and created_at > (
      select created_at from restores r where (r.found->>'began')::boolean
        and r.created_at between ${at} - interval '10 minutes' and ${at} + interval '10 minutes'
      order by greatest(r.created_at, ${at}) - least(r.created_at, ${at}) limit 1)`);
  return (rowCount ?? 0) > 0;
}

/** Newest first. */
export const listRestores = (executor: Executor, days: number) =>
  executor
    .select({ found: restores.found, createdAt: restores.createdAt })
    .from(restores)
    .where(gt(restores.createdAt, sql`now() - ${days} * interval '1 day'`))
    .orderBy(desc(restores.createdAt))
    .limit(20);
