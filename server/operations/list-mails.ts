import type { LoggedMail, MailSearch } from '../../src/domain/mail.ts';
import type { Paged } from '../../src/domain/paged.ts';
import { neighbours, PAGE_SIZE, PREVIEW_SIZE } from '../../src/domain/pagination.ts';
import type { Executor } from '../database/client.ts';
import { countMails, listMails } from '../stores/mails.ts';

/**
 * The log of mails, newest first (mail.getMails): a page of ten, or the newest five without one. The total is exact to
 * 1,000, and 1,001 stands for more.
 */
export async function listLoggedMails(
  executor: Executor,
  { page: { page, state } }: { page: MailSearch },
): Promise<Paged<LoggedMail>> {
  const number = page ?? 1;
  const limit = page === undefined ? PREVIEW_SIZE : PAGE_SIZE;
  const [rows, total] = await Promise.all([
    listMails(executor, { state, limit, offset: (number - 1) * PAGE_SIZE }),
    countMails(executor, state),
  ]);
  const data = rows.map(({ createdAt, sentAt, ...mail }) => ({
    ...mail,
    createdAt: createdAt.toISOString(),
    sentAt: sentAt?.toISOString() ?? null,
  }));
  return { data, total, pagination: neighbours(number, total) };
}
