import { eq, sql } from 'drizzle-orm';
import type { Executor } from '../../base/database/client.ts';
import { mails } from '../../base/database/tables/mails.ts';

export interface QueueCounts {
  queued: number;
  /** How long the oldest should have left: none that waits for its digest, or the morning, before that. */
  oldestSeconds: number;
}

export async function countQueued(executor: Executor, queue: string): Promise<QueueCounts> {
  const { rows } = await executor.execute<QueueCounts & Record<string, unknown>>(sql`
    select count(*)::int as queued, greatest(0, coalesce(extract(epoch from
        now() - min(case when retry_count = 0 then start_after else created_on end)), 0))::float8 as "oldestSeconds"
    from pgboss.job where name = ${queue} and state < 'active' and not blocked`);
  return rows[0] ?? { queued: 0, oldestSeconds: 0 };
}

export async function countMails(executor: Executor, queue: string): Promise<QueueCounts & { failed: number }> {
  return { ...(await countQueued(executor, queue)), failed: await executor.$count(mails, eq(mails.state, 'failed')) };
}
