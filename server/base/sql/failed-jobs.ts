import { sql } from 'drizzle-orm';
import type { Executor } from '../database/client.ts';

export interface FailedJobs {
  name: string;
  count: number;
  oldest: Date;
  /** The log's name for the latest. */
  requestId: string;
}

const nameOfJob = sql`concat_ws(' ', source_name, data ->> 'step')`;

/** Lists those that were given up within a week and not done since. Emails have a separate list. */
export async function listFailedJobs(executor: Executor, queue: string): Promise<FailedJobs[]> {
  const { rows } = await executor.execute<{ name: string; count: number; oldest: string; requestId: string }>(sql`
    select ${nameOfJob} as name, count(*)::int, min(created_on) as oldest,
      (array_agg(coalesce(data ->> 'requestId', source_id::text) order by created_on desc))[1] as "requestId"
    from pgboss.job where name = ${queue} and state < 'active' and not blocked group by 1 order by 1`);
  return rows.map((row) => ({ ...row, oldest: new Date(row.oldest) }));
}

/** Counts the names of such jobs, and finds since when the first of them has failed. */
export async function countFailedJobs(executor: Executor, queue: string) {
  const jobs = await listFailedJobs(executor, queue);
  const [first] = jobs.toSorted((one, other) => Number(one.oldest) - Number(other.oldest));
  return { count: jobs.length, oldest: first?.oldest ?? null };
}

/** Takes the oldest of one name out of the list. */
export async function removeFailedJobs(
  executor: Executor,
  queue: string,
  { name, limit }: { name: string; limit: number },
): Promise<{ queue: string; data: object }[]> {
  const { rows } = await executor.execute<{ queue: string; data: object | null }>(sql`
    delete from pgboss.job where name = ${queue} and id in (
      select id from pgboss.job where name = ${queue} and state < 'active' and not blocked and ${nameOfJob} = ${name}
      order by created_on limit ${limit} for update skip locked)
    returning source_name as queue, data`);
  return rows.map((row) => ({ queue: row.queue, data: row.data ?? {} }));
}
