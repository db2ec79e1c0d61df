import { sql } from 'drizzle-orm';
import type { Executor } from '../../database/client.ts';
import { mails } from '../../database/tables/mails.ts';

/** A longer statement would hold up those who send. */
const BATCH_SIZE = 1_000;

export async function deleteOldMails(executor: Executor, days: number): Promise<void> {
  for (;;) {
    const { rowCount } = await executor.execute(sql`
      delete from ${mails} where id in (
        select id from ${mails}
        where state in ('sent', 'failed', 'held') and created_at < now() - ${days} * interval '1 day'
        order by created_at, id limit ${BATCH_SIZE})`);
    if ((rowCount ?? 0) < BATCH_SIZE) return;
  }
}
