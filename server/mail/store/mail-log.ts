import { eq, min, sql } from 'drizzle-orm';
import type { MailState } from '../../../src/domain/mail.ts';
import type { Executor } from '../../base/database/client.ts';
import { mails } from '../../base/database/tables/mails.ts';
import { countRows } from '../../base/sql/newest-first.ts';

export interface MailFilter {
  state?: MailState | undefined;
  q?: string | undefined;
}

export const hasState = ({ state }: MailFilter) => state && eq(mails.state, state);

/** Counts failed mails, up to 1,001, and finds the oldest. */
export async function countFailedMails(executor: Executor): Promise<{ count: number; oldest: Date | null }> {
  const failed = hasState({ state: 'failed' });
  const [count, [row]] = await Promise.all([
    countRows(executor, sql`select 1 from ${mails} where ${failed}`),
    executor
      .select({ oldest: min(mails.createdAt) })
      .from(mails)
      .where(failed),
  ]);
  return { count, oldest: row?.oldest ?? null };
}
