import { trpc } from '../../api/calls/trpc.ts';
import { defineQuery } from '../../api/define-query.ts';
import { askAgain } from '../../api/query-client.ts';
import { matchesMail } from '../../domain/list-match.ts';
import type { LoggedMail, MailSearch } from '../../domain/mail.ts';
import type { Preview } from '../../domain/message-preview.ts';
import type { StoredList } from '../../offline/use-list.ts';

const REFETCH_MS = 5000;

export const mailsQuery = (page: MailSearch) =>
  defineQuery({
    name: 'mails',
    params: [page],
    title: 'Mail',
    ask: () => trpc.mail.getMails.query({ page }),
    refetchInterval: ({ state }) =>
      state.data?.data.some((mail) => mail.state === 'queued') ? REFETCH_MS : askAgain({ state }),
  });

/** Includes its text, which no device stores. */
export const mailQuery = (id: string) =>
  defineQuery({ name: 'mail', params: [id], ask: () => trpc.mail.getMail.query({ id }) });

/** No device stores it. */
export const previewQuery = (message: Preview) =>
  defineQuery({ name: 'preview', params: [message], ask: () => trpc.mail.preview.query({ message }) });

export const mailsOnDevice: StoredList<LoggedMail, MailSearch> = {
  keys: [mailsQuery({}).queryKey.slice(0, -1)],
  noun: 'email',
  matches: matchesMail,
};

export const textsQuery = defineQuery({ name: 'texts', ask: () => trpc.mail.getSms.query() });
