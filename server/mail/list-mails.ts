import { hasEnded, type LoggedMail, type MailDetails, type MailSearch } from '../../src/domain/mail.ts';
import type { Paged } from '../../src/domain/paged.ts';
import { neighbours, pageWindow } from '../../src/domain/pagination.ts';
import { UserError } from '../base/errors/errors.ts';
import type { Services } from '../context/context.ts';
import { draftMail } from './draft-mail.ts';
import { MASKED_SECRET } from './draft-parts.ts';
import type { MailContent } from './letters/letter.ts';
import { findLoggedMail, type LoggedMailRow, listMails, storedMailOf } from './store/mail-log.ts';

type Dependencies = Pick<Services, 'db' | 'secrets' | 'environment' | 'brand'>;

export async function listLoggedMails(
  dependencies: Dependencies,
  { page: { page, size, ...filter } }: { page: MailSearch },
): Promise<Paged<LoggedMail>> {
  const { rows, total } = await listMails(dependencies.db, filter, pageWindow(page, size));
  const data = await Promise.all(rows.map(async (row) => toLoggedMail(row, await renderNext(dependencies, row))));
  return { data, total, pagination: neighbours(page ?? 1, total, size) };
}

/**
 * Returns a mail with its text, secrets masked.
 * @throws NOT_FOUND
 */
export async function getLoggedMail(dependencies: Dependencies, { id }: { id: string }): Promise<MailDetails> {
  const row = await findLoggedMail(dependencies.db, id);
  if (!row) throw new UserError('NOT_FOUND', 'This email doesn’t exist.');
  const contentIfResent = await renderNext(dependencies, row);
  const { sentSubject, sentText } = row;
  return {
    ...toLoggedMail(row, contentIfResent),
    sent: sentSubject !== null && sentText !== null ? { subject: sentSubject, text: sentText } : null,
    next: contentIfResent && { subject: contentIfResent.subject, text: contentIfResent.text },
  };
}

async function renderNext(dependencies: Dependencies, row: LoggedMailRow): Promise<MailContent | null> {
  if (row.state === 'dropped' || row.receiver === '') return null;
  const draft = await draftMail(dependencies, storedMailOf(row));
  return draft?.render(MASKED_SECRET) ?? null;
}

function toLoggedMail(row: LoggedMailRow, contentIfResent: MailContent | null): LoggedMail {
  const { createdAt, sentAt, resentAt, sentSubject, sentText, about, deliveries, digestAt, ...mail } = row;
  return {
    ...mail,
    createdAt: createdAt.toISOString(),
    sentAt: sentAt?.toISOString() ?? null,
    resentAt: resentAt?.toISOString() ?? null,
    resendable: hasEnded(row.state) && contentIfResent !== null,
  };
}
