import { sql } from 'drizzle-orm';
import type { Executor } from '../../base/database/client.ts';
import { mails } from '../../base/database/tables/mails.ts';
import { deleteBatch } from '../../base/sql/delete-batch.ts';

export const deleteOldMails = (executor: Executor, days: number): Promise<boolean> =>
  deleteBatch(
    executor,
    mails,
    sql`state in ('sent', 'failed', 'held') and created_at < now() - ${days} * interval '1 day'`,
  );
