import { queryOptions } from '@tanstack/react-query';
import { queryKeys } from '../../api/query-keys.ts';
import { trpc } from '../../api/trpc.ts';
import type { MailSearch } from '../../domain/mail.ts';

/** Milliseconds after which mails that are on their way are asked after again. */
const ASK_AGAIN = 5000;

/** A page of the log of mails, newest first. Looks again by itself while one of them is on its way. */
export const mailsQuery = (page: MailSearch) =>
  queryOptions({
    queryKey: queryKeys.mails(page),
    queryFn: () => trpc.mail.getMails.query({ page }),
    refetchInterval: ({ state: { data } }) => (data?.data.some(({ state }) => state === 'queued') ? ASK_AGAIN : false),
  });
