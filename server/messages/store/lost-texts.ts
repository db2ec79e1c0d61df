import { sql } from 'drizzle-orm';
import type { Executor } from '../../base/database/client.ts';
import { sms } from '../../base/database/tables/messages/messages.ts';

export interface LostTexts {
  count: number;
  oldest: Date | null;
  /** Why the latest did not leave. */
  problem: string | null;
  /** None has left since. */
  isStuck: boolean;
}

/** Finds texts of the last day that the gateway did not take, or may not have. It is asked again for some of them. */
export async function findLostTexts(executor: Executor): Promise<LostTexts> {
  const { rows } = await executor.execute<Omit<LostTexts, 'oldest'> & { oldest: string | null }>(sql`
    select count(*)::int as count, min(created_at) as oldest,
      (array_agg(last_error order by created_at desc))[1] as problem,
      count(*) > 0 and max(created_at) > coalesce(
        (select max(sent_at) from ${sms} where state in ('sent', 'delivered')), '-infinity') as "isStuck"
    from ${sms} where state in ('unknown', 'queued', 'failed') and created_at > now() - interval '1 day'
      and (state = 'unknown' or (sent_at is null and attempts > 0))`);
  const [row] = rows;
  return { count: 0, problem: null, isStuck: false, ...row, oldest: row?.oldest ? new Date(row.oldest) : null };
}
