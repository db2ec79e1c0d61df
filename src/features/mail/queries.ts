import { trpc } from '../../api/calls/trpc.ts';
import { defineQuery } from '../../api/define-query.ts';
import { askAgain } from '../../api/query-client.ts';
import { matchesMail } from '../../domain/list-match.ts';
import type { LoggedMail, MailSearch } from '../../domain/mail.ts';
import type { StoredList } from '../../offline/use-list.ts';

/** Milliseconds after which mails that are on their way are asked after again. */
const ASK_AGAIN = 5000;

/** A page of the log of mails, newest first. Looks again by itself while one of them is on its way. */
export const mailsQuery = (page: MailSearch) =>
  defineQuery({
    name: 'mails',
    params: [page],
    store: 'person',
    title: 'Mail',
    ask: () => trpc.mail.getMails.query({ page }),
    refetchInterval: ({ state }) =>
      state.data?.data.some((mail) => mail.state === 'queued') ? ASK_AGAIN : askAgain({ state }),
  });

/** The newest mails that have failed, and how many there are. */
export const failedMailsQuery = mailsQuery({ state: 'failed' });

/** One mail with its words, which no device keeps. */
export const mailQuery = (id: string) =>
  defineQuery({
    name: 'mail',
    params: [id],
    store: 'nowhere',
    ask: () => trpc.mail.getMail.query({ id }),
  });

/** The log from what this device has of it. */
export const mailsOnDevice: StoredList<LoggedMail, MailSearch> = {
  keys: [mailsQuery({}).queryKey.slice(0, -1)],
  noun: 'email',
  matches: matchesMail,
};
