import { sql } from 'drizzle-orm';
import type { Executor } from '../../database/client.ts';

export interface MailCounts {
  queued: number;
  /** How long the oldest has waited. */
  oldestSeconds: number;
  failed: number;
}

export async function countMails(executor: Executor, queue: string): Promise<MailCounts> {
  const { rows } = await executor.execute<MailCounts & Record<string, unknown>>(sql`
    select count(*)::int as queued, coalesce(extract(epoch from now() - min(created_on)), 0)::float8 as "oldestSeconds",
      (select count(*)::int from mails where state = 'failed') as failed
    from pgboss.job where name = ${queue} and state < 'active' and not blocked`);
  return rows[0] ?? { queued: 0, oldestSeconds: 0, failed: 0 };
}
