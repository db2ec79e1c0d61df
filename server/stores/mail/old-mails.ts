import { sql } from 'drizzle-orm';
import type { Executor } from '../../database/client.ts';
import { mails } from '../../database/tables/mails.ts';
import { deleteBatch } from '../delete-batch.ts';

export const deleteOldMails = (executor: Executor, days: number): Promise<boolean> =>
  deleteBatch(
    executor,
    mails,
    sql`state in ('sent', 'failed', 'held') and created_at < now() - ${days} * interval '1 day'`,
  );
